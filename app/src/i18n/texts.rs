//! The texts of a language. A text that holds numbers or names is a function of them.

use domain::{Category, Language, PageLanguage, Points, QuizKind, Words};

use super::{en::EN, es::ES};

pub(crate) struct Texts {
    pub(crate) product: &'static str,
    pub(crate) skip_to_content: &'static str,
    pub(crate) language_label: &'static str,
    pub(crate) no_cookies: &'static str,

    pub(crate) home_title: &'static str,
    pub(crate) home_lead: &'static str,
    pub(crate) home_quizzes: &'static str,
    pub(crate) home_embedded: &'static str,
    pub(crate) home_empty: &'static str,
    pub(crate) home_docs: &'static str,

    pub(crate) greeting: fn(&str) -> String,
    pub(crate) start_expect: &'static str,
    /// Number of questions, and of minutes they take.
    pub(crate) start_length: fn(usize, usize) -> String,
    /// Says to what extent answers can be traced to the respondent.
    pub(crate) start_identity: fn(QuizKind) -> &'static str,
    pub(crate) start_saved: &'static str,
    /// Says how to return to an unfinished quiz.
    pub(crate) start_return: fn(QuizKind) -> &'static str,
    pub(crate) start_no_wrong: &'static str,
    pub(crate) start_button: &'static str,
    /// Where this tab has left questions open.
    pub(crate) resume_text: &'static str,
    pub(crate) resume: &'static str,
    pub(crate) run_by: fn(&str) -> String,
    pub(crate) seen_by: fn(&str) -> String,
    pub(crate) kept: fn(&str) -> String,
    pub(crate) privacy: &'static str,
    pub(crate) contact: &'static str,
    /// When the owner has set none of these.
    pub(crate) trust_unnamed: &'static str,

    /// `#` stands for the number of the question, then for how many there are.
    pub(crate) progress: &'static str,
    pub(crate) back: &'static str,
    pub(crate) proceed: &'static str,
    pub(crate) finish: &'static str,
    /// Where no result follows.
    pub(crate) send_answers: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) optional: &'static str,
    /// Before the respondent's own link, on the way.
    pub(crate) own_link: &'static str,
    /// What a tap on an answer does, and the label of the preference for it.
    pub(crate) tapping: &'static str,
    pub(crate) error_title: &'static str,
    pub(crate) error_prefix: &'static str,
    pub(crate) error_choose: &'static str,

    pub(crate) saving: &'static str,
    pub(crate) saved: &'static str,
    pub(crate) not_saved: &'static str,
    pub(crate) retry: &'static str,
    pub(crate) refused: &'static str,
    pub(crate) reload: &'static str,
    pub(crate) finishing: &'static str,

    pub(crate) result_title: &'static str,
    pub(crate) result_date: fn(&str) -> String,
    pub(crate) out_of_100: &'static str,
    /// The text alternative of the gauge.
    pub(crate) gauge_label: fn(u8) -> String,
    /// By band.
    pub(crate) band_title: [&'static str; 3],
    pub(crate) band_text: [&'static str; 3],
    pub(crate) band_short: [&'static str; 3],
    /// In the place of the band's text, for a score of 100.
    pub(crate) perfect_text: &'static str,
    /// Beside the number in the lowest band.
    pub(crate) number_note: &'static str,
    /// By category.
    pub(crate) category: [&'static str; 4],
    pub(crate) categories_title: &'static str,
    pub(crate) no_score_title: &'static str,
    pub(crate) no_score_text: &'static str,
    pub(crate) no_category_score: &'static str,
    pub(crate) changes_title: &'static str,
    /// The day of the earlier result, its score, and the score now.
    pub(crate) changed_score: fn(&str, u8, u8) -> String,
    /// The day of the earlier result, where only areas can be compared.
    pub(crate) changed_areas: fn(&str) -> String,
    pub(crate) unchanged: &'static str,
    pub(crate) start_here: &'static str,
    /// Number of steps that are folded away.
    pub(crate) more_steps: fn(usize) -> String,
    pub(crate) ticks_note: &'static str,
    pub(crate) remind: &'static str,
    pub(crate) find_help: &'static str,
    /// When the owner has set no help links.
    pub(crate) help_unnamed: &'static str,
    /// In the lowest band, above the owner's help links.
    pub(crate) distress: &'static str,
    pub(crate) distress_unnamed: &'static str,
    pub(crate) focus_title: &'static str,
    pub(crate) focus_lead: &'static str,
    pub(crate) strengths_title: &'static str,
    pub(crate) strengths_lead: &'static str,
    pub(crate) thanks_title: &'static str,
    pub(crate) thanks_text: &'static str,
    pub(crate) answers_title: &'static str,
    pub(crate) not_answered: &'static str,
    pub(crate) link_title: &'static str,
    pub(crate) link_text: &'static str,
    pub(crate) copy: &'static str,
    pub(crate) copied: &'static str,
    pub(crate) copy_failed: &'static str,
    pub(crate) share: &'static str,
    pub(crate) send: &'static str,
    /// Of the message to oneself, by the quiz's name.
    pub(crate) mail_subject: fn(&str) -> String,
    /// With the link.
    pub(crate) mail_text: fn(&str) -> String,
    pub(crate) print: &'static str,
    pub(crate) not_advice: &'static str,

    pub(crate) retake_title: &'static str,
    /// From which day.
    pub(crate) retake_from: fn(&str) -> String,
    pub(crate) retake_text: &'static str,
    pub(crate) retake_button: &'static str,
    pub(crate) retake_remind: &'static str,
    /// Titles of calendar entries, by the quiz's name.
    pub(crate) step_event: fn(&str) -> String,
    pub(crate) retake_event: fn(&str) -> String,
    /// While the quiz is taken again.
    pub(crate) retake_under_way: &'static str,
    pub(crate) earlier_result: &'static str,
    /// On a result that is not the latest.
    pub(crate) is_earlier: &'static str,
    pub(crate) latest: &'static str,

    pub(crate) notice_home: &'static str,
    pub(crate) start_again: &'static str,
    /// From which day.
    pub(crate) opens_on: fn(&str) -> String,
    pub(crate) not_found: NoticeText,
    pub(crate) quiz_not_found: NoticeText,
    pub(crate) not_open_yet: NoticeText,
    pub(crate) closed: NoticeText,
    pub(crate) only_by_api: NoticeText,
    pub(crate) link_not_valid: NoticeText,
    pub(crate) session_missing: NoticeText,
    pub(crate) session_refused: NoticeText,
    pub(crate) busy: NoticeText,
    pub(crate) too_many_requests: NoticeText,
    pub(crate) forbidden: NoticeText,
    pub(crate) bad_request: NoticeText,
    pub(crate) error: NoticeText,
}

/// Why there is nothing else to see, and what to do now.
pub(crate) struct NoticeText {
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
}

pub(crate) fn texts(language: Language) -> &'static Texts {
    match language.of_pages() {
        PageLanguage::En => &EN,
        PageLanguage::Es => &ES,
    }
}

impl Texts {
    /// The words of a question page around its questions.
    pub(crate) fn of_sheet(&self, is_scored: bool) -> Words {
        Words {
            language_label: self.language_label.to_owned(),
            progress: self.progress.to_owned(),
            back: self.back.to_owned(),
            proceed: self.proceed.to_owned(),
            finish: if is_scored { self.finish } else { self.send_answers }.to_owned(),
            skip: self.skip.to_owned(),
            optional: self.optional.to_owned(),
            error_title: self.error_title.to_owned(),
            error_prefix: self.error_prefix.to_owned(),
            error_choose: self.error_choose.to_owned(),
            saving: self.saving.to_owned(),
            saved: self.saved.to_owned(),
            not_saved: self.not_saved.to_owned(),
            retry: self.retry.to_owned(),
            refused: self.refused.to_owned(),
            reload: self.reload.to_owned(),
            finishing: if is_scored { self.finishing } else { self.saving }.to_owned(),
        }
    }

    pub(crate) fn band(&self, score: Points) -> (&'static str, &'static str) {
        let band = score.band().index();
        (self.band_title[band], if score == Points::MAX { self.perfect_text } else { self.band_text[band] })
    }

    pub(crate) fn category_name(&self, category: Category) -> &'static str {
        self.category[category as usize]
    }
}
