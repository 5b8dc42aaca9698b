//! The list of the pages' words, which each language fills in, and the choice among the languages. A text that holds
//! numbers or names is a function of them.

use domain::{AboutText, Category, Kept, Language, PageLanguage, Points, Quiz, QuizKind, Rendition, Words};

use super::{ar, de, en, es, fr, pt_br};

pub(super) type Text = &'static str;

/// Declares the words once: for the type, and for the tests, which read all of them.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)+) => {
        pub(crate) struct Texts {
            $($(#[$doc])* pub(crate) $name: $type,)+
        }

        #[cfg(test)]
        impl Texts {
            /// Each word by its name, with samples for the numbers and names it holds.
            pub(super) fn samples(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($name), super::tests::Sample::sample(&self.$name))),+]
            }
        }
    };
}

texts! {
    product: Text;
    skip_to_content: Text;
    language_label: Text;
    no_cookies: Text;
    /// As they stand in a date.
    months: [Text; 12];
    /// The day, the name of the month, and the year.
    date: fn(&str, &str, &str) -> String;
    /// Between a number and its decimal places.
    decimal_mark: Text;

    home_title: Text;
    home_lead: Text;
    home_quizzes: Text;
    home_embedded: Text;
    home_empty: Text;
    home_docs: Text;

    greeting: fn(&str) -> String;
    start_expect: Text;
    /// Number of questions, and of minutes they take.
    start_length: fn(usize, usize) -> String;
    /// The last day.
    closes_on: fn(&str) -> String;
    /// Says to what extent answers can be traced to the respondent.
    start_identity: fn(QuizKind) -> Text;
    start_saved: Text;
    /// Says how to return to an unfinished quiz.
    start_return: fn(QuizKind) -> Text;
    /// Where all questions are the built-in ones.
    start_no_wrong: Text;
    start_button: Text;
    start_anew: Text;
    /// Where this tab has left questions open.
    resume_text: Text;
    resume: Text;
    /// Where this device leads back to a result.
    resume_done: Text;
    resume_result: Text;
    not_you: Text;
    keep_place: Text;
    /// Before the answers of a link that this browser does not know.
    continue_title: Text;
    continue_text: Text;
    continue_yes: Text;
    start_new: Text;
    run_by: fn(&str) -> String;
    seen_by: fn(&str) -> String;
    kept: fn(&str) -> String;
    /// In the place of the time above.
    kept_days: fn(u16) -> String;
    kept_years: fn(u16) -> String;
    privacy: Text;
    contact: Text;
    /// When the owner has set none of these.
    trust_unnamed: Text;
    trust_unnamed_inapp: Text;

    /// `#` stands for the number of the question, then for how many there are.
    progress: Text;
    back: Text;
    proceed: Text;
    finish: Text;
    /// Where no result follows.
    send_answers: Text;
    skip: Text;
    optional: Text;
    /// Before the respondent's own link, on the way.
    own_link: Text;
    /// What a tap on an answer does, and the label of the preference for it.
    tapping: Text;
    /// The label of a field above a long list of answers, and what comes before the number of those that it leaves.
    filter: Text;
    filter_shown: Text;
    error_prefix: Text;
    error_choose: Text;

    saving: Text;
    saved: Text;
    not_saved: Text;
    result_waits: Text;
    /// Where no result follows.
    answers_wait: Text;
    retry: Text;
    refused: Text;
    reload: Text;
    finishing: Text;

    result_title: Text;
    result_date: fn(&str) -> String;
    /// Where nothing is scored.
    sent_date: fn(&str) -> String;
    out_of_100: Text;
    /// The text alternative of the gauge.
    gauge_label: fn(u8) -> String;
    /// By band.
    band_title: [Text; 3];
    band_text: [Text; 3];
    band_short: [Text; 3];
    /// In the place of the band's text, for a score of 100.
    perfect_text: Text;
    /// Beside the number in the lowest band.
    number_note: Text;
    /// By category.
    category: [Text; 4];
    categories_title: Text;
    no_score_title: Text;
    no_score_text: Text;
    all_skipped: Text;
    no_category_score: Text;
    changes_title: Text;
    /// The day of the earlier result, its score, and the score now.
    changed_score: fn(&str, u8, u8) -> String;
    /// The day of the earlier result, where only areas can be compared.
    changed_areas: fn(&str) -> String;
    unchanged: Text;
    start_here: Text;
    /// Number of steps that are folded away.
    more_steps: fn(usize) -> String;
    ticks_note: Text;
    /// The answer that led to the first card.
    because: fn(&str) -> String;
    remind: Text;
    /// Where help comes first.
    remind_tomorrow: Text;
    find_help: Text;
    /// When the owner has set no help links.
    help_unnamed: Text;
    /// In the lowest band, above the owner's help links.
    distress: Text;
    distress_unnamed: Text;
    focus_title: Text;
    focus_lead: Text;
    strengths_title: Text;
    strengths_lead: Text;
    thanks_title: Text;
    thanks_text: Text;
    answers_title: Text;
    not_answered: Text;
    link_title: Text;
    link_text: Text;
    /// Where nothing is scored.
    answers_link_title: Text;
    answers_link_text: Text;
    copy: Text;
    copied: Text;
    copy_failed: Text;
    share: Text;
    send: Text;
    /// Of the message to oneself, by the quiz's name.
    mail_subject: fn(&str) -> String;
    /// With the link.
    mail_text: fn(&str) -> String;
    /// Where nothing is scored.
    answers_mail_text: fn(&str) -> String;
    /// Folded, below: the steps as text.
    plan: Text;
    plan_share: Text;
    plan_copy: Text;
    plan_copy_failed: Text;
    pass_on: Text;
    pass_on_text: Text;
    pass_on_share: Text;
    pass_on_send: Text;
    pass_on_copy: Text;
    /// Of a message to another person, with the link.
    pass_on_mail: fn(&str) -> String;
    meaning: Text;
    meaning_text: Text;
    erase: Text;
    erase_title: Text;
    erase_text: Text;
    erase_not: Text;
    print: Text;
    not_advice: Text;

    retake_title: Text;
    /// From which day.
    retake_from: fn(&str) -> String;
    retake_text: Text;
    retake_button: Text;
    retake_remind: Text;
    /// Titles of calendar entries, by the quiz's name.
    step_event: fn(&str) -> String;
    retake_event: fn(&str) -> String;
    /// While the quiz is taken again.
    retake_under_way: Text;
    earlier_result: Text;
    /// On a result that is not the latest.
    is_earlier: Text;
    latest: Text;

    notice_home: Text;
    start_again: Text;
    /// From which day.
    opens_on: fn(&str) -> String;
    not_found_title: Text;
    not_found_text: Text;
    quiz_not_found_title: Text;
    quiz_not_found_text: Text;
    not_open_yet_title: Text;
    not_open_yet_text: Text;
    closed_title: Text;
    closed_text: Text;
    closed_text_inapp: Text;
    /// To respondents who were under way.
    closed_midway: Text;
    full_title: Text;
    full_text: Text;
    only_by_api_title: Text;
    only_by_api_text: Text;
    link_not_valid_title: Text;
    link_not_valid_text: Text;
    erased_title: Text;
    erased_text: Text;
    session_missing_title: Text;
    session_missing_text: Text;
    session_refused_title: Text;
    session_refused_text: Text;
    busy_title: Text;
    busy_text: Text;
    too_many_requests_title: Text;
    too_many_requests_text: Text;
    forbidden_title: Text;
    forbidden_text: Text;
    bad_request_title: Text;
    bad_request_text: Text;
    broken_title: Text;
    broken_text: Text;
}

pub(crate) fn texts(language: Language) -> &'static Texts {
    match language.of_pages() {
        PageLanguage::Ar => &ar::TEXTS,
        PageLanguage::De => &de::TEXTS,
        PageLanguage::En => &en::TEXTS,
        PageLanguage::Es => &es::TEXTS,
        PageLanguage::Fr => &fr::TEXTS,
        PageLanguage::PtBr => &pt_br::TEXTS,
    }
}

/// The facts for respondents. A rule about how long answers are kept says so itself.
pub fn about(quiz: &Quiz, language: Language) -> AboutText {
    let words = texts(language);
    let about = quiz.settings.about.in_language(language, quiz.definition.language);
    let rule = quiz.retention.kept().map(|kept| match kept {
        Kept::Days(days) => (words.kept_days)(days),
        Kept::Years(years) => (words.kept_years)(years),
    });
    AboutText { kept: rule.map(|text| Rendition { text, foreign: None }).or(about.kept), ..about }
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
            error_prefix: self.error_prefix.to_owned(),
            error_choose: self.error_choose.to_owned(),
            saving: self.saving.to_owned(),
            saved: self.saved.to_owned(),
            not_saved: self.not_saved.to_owned(),
            result_waits: if is_scored { self.result_waits } else { self.answers_wait }.to_owned(),
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
