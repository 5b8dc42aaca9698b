//! The list of the pages' words, which each language fills in, and the choice of language. A text with numbers or names
//! is a function of them.

use domain::{
    AboutText, Address, Category, Language, PageLanguage, Points, Quiz, QuizKind, Rendition, RetentionPeriod, Verdict,
    Words,
};

use super::{ar, de, de_formal, en, es, es_formal, fr, pt_br, pt_br_formal};

pub(super) type Text = &'static str;

/// The smallest and the largest number.
pub(super) type Span = (usize, usize);

/// A span with `between` between its ends; a single number if they are equal.
pub(super) fn between((least, most): Span, between: &str) -> String {
    if least == most { most.to_string() } else { format!("{least}{between}{most}") }
}

/// Declares the words for the type and for the tests, which read all of them.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)+) => {
        pub(crate) struct Texts {
            $($(#[$doc])* pub(crate) $name: $type,)+
        }

        #[cfg(test)]
        impl Texts {
            /// Each word by name, with samples for the numbers and names it holds.
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
    /// A day of a month, as named below, and a year.
    date: fn(u8, Text, i16) -> String;
    months: [Text; 12];
    decimal_mark: Text;
    /// The thousands separator, and the minimum number of digits before it is used.
    thousands: (Text, usize);
    signs: [Text; 2];

    home_title: Text;
    home_lead: Text;
    home_quizzes: Text;
    home_embedded: Text;
    home_empty: Text;
    home_docs: Text;

    greeting: fn(&str) -> String;
    start_expect: Text;
    /// The smallest and largest number of questions, and of minutes they take.
    start_length: fn(Span, Span) -> String;
    /// The number and count of the parts of a quiz; the part's name follows.
    part: fn(usize, usize) -> String;
    /// Minutes, and whether they are a maximum.
    time_left: fn(usize, bool) -> String;
    /// Verdicts on an answer, for quizzes with feedback.
    right: Text;
    not_right: Text;
    your_answer: Text;
    right_answer: Text;
    /// The last day.
    closes_on: fn(&str) -> String;
    /// The extent to which answers can be traced to the respondent.
    start_identity: fn(QuizKind) -> Text;
    start_saved: Text;
    /// Replaces `start_saved` if answers become final because of feedback.
    start_stands: Text;
    /// How to return to an unfinished quiz.
    start_return: fn(QuizKind) -> Text;
    /// For quizzes with only built-in questions.
    start_no_wrong: Text;
    /// For quizzes that do not ask for a name but take some answers in the respondent's words.
    start_unsigned: Text;
    /// For quizzes that ask for an email address or telephone number.
    start_contact: Text;
    /// For quizzes whose owner does not say who sees the answers.
    start_seen: Text;
    /// What the link of an invitation opens.
    start_link: Text;
    /// The number of days after which unfinished answers are erased.
    start_within: fn(u16) -> String;
    start_erase: Text;
    /// For quizzes whose respondents may not erase their own answers.
    erase_ask: fn(QuizKind) -> Text;
    start_button: Text;
    start_anew: Text;
    /// Shown if this tab has left questions open.
    resume_text: Text;
    resume: Text;
    /// Shown if this device leads back to a result.
    resume_done: Text;
    resume_result: Text;
    not_you: Text;
    keep_place: Text;
    /// Before showing answers of a link that this browser does not know.
    continue_title: Text;
    continue_text: Text;
    continue_yes: Text;
    start_new: Text;
    run_by: fn(&str) -> String;
    seen_by: fn(&str) -> String;
    kept: fn(&str) -> String;
    /// Replaces the time above.
    kept_days: fn(u16) -> String;
    kept_years: fn(u16) -> String;
    privacy: Text;
    contact: Text;
    /// Used if the owner has set none of these.
    trust_unnamed: Text;
    trust_unnamed_inapp: Text;

    /// The first `#` stands for the number of the question, the second for the count.
    progress: Text;
    back: Text;
    proceed: Text;
    finish: Text;
    /// Used if no result follows.
    send_answers: Text;
    /// After a statement that ends the quiz early.
    end: Text;
    /// Answered rows of a table out of all. `#` stands for each.
    rows_done: Text;
    /// The number of open rows.
    rows_open: Text;
    skip: Text;
    optional: Text;
    /// Replaces `optional` if skipping costs the overall score or that of a category.
    optional_score: Text;
    optional_area: Text;
    /// This many may be skipped.
    optional_some: fn(usize) -> String;
    /// Opens the section for leaving.
    leave: Text;
    /// Introduces the respondent's own link during the quiz.
    own_link: Text;
    /// Explains the effect of tapping an answer, and labels the preference for it.
    tapping: Text;
    /// The label of the field above a long list of answers, and the text before the number of matches.
    filter: Text;
    filter_shown: Text;
    error_prefix: Text;
    error_choose: Text;

    /// The entry of a list before anything is chosen.
    choose_one: Text;
    /// Above a question that takes several answers.
    choose_any: Text;
    choose_least: fn(usize) -> String;
    choose_most: fn(usize) -> String;
    choose_count: fn(usize) -> String;
    choose_range: fn(usize, usize) -> String;
    /// The label of the field beside an option.
    tell_more: Text;
    most_characters: fn(usize) -> String;
    /// Replaces `most_characters` while the respondent types; `#` stands for the count.
    characters_left: Text;
    characters_over: Text;
    /// Day, month, year.
    date_field: [Text; 3];
    /// Above the options of a ranking, with a rank to choose for each.
    rank_hint: Text;
    /// Replaces `rank_hint` if buttons move the options.
    rank_moves: Text;
    /// Announced after a move; `#` stands for the new rank.
    rank_moved: Text;
    /// The label of the box that confirms the order unchanged.
    rank_own: Text;
    /// The error if it is not ticked and nothing was moved.
    rank_ask: Text;
    /// The heading of a statement without one, for screen readers and the document title.
    statement: Text;
    move_top: fn(&str) -> String;
    move_up: fn(&str) -> String;
    move_down: fn(&str) -> String;
    /// The label of a consent's box, and the link to the terms.
    agree: Text;
    details: Text;
    /// Instructions for correcting errors.
    error_least: fn(usize) -> String;
    error_most: fn(usize) -> String;
    error_alone: fn(&str) -> String;
    /// The smallest and largest number.
    error_number: fn(&str, &str) -> String;
    /// The two readings of a typed number, each in an unambiguous spelling.
    error_ambiguous: fn(&str, &str) -> String;
    error_whole: Text;
    /// Digits after the decimal point.
    error_places: fn(usize) -> String;
    error_text: Text;
    /// In characters.
    error_longest: fn(usize) -> String;
    error_characters: Text;
    /// The record is full.
    error_room: Text;
    /// Beside an option.
    no_places_left: Text;
    error_no_places: Text;
    error_email: Text;
    error_web: Text;
    error_phone: Text;
    error_date: Text;
    error_day: Text;
    error_month: Text;
    error_year: Text;
    /// The first and the last day.
    error_date_range: fn(&str, &str) -> String;
    error_date_from: fn(&str) -> String;
    error_date_until: fn(&str) -> String;
    error_rank: Text;
    error_row: fn(&str) -> String;
    error_agree: Text;
    /// Above all answers, before they are submitted.
    review_title: Text;
    review_text: Text;
    /// Shown if there are stored answers to questions that are hidden now.
    review_dropped: Text;
    /// The link from an answer to its question.
    review_change: Text;

    saving: Text;
    saved: Text;
    not_saved: Text;
    result_waits: Text;
    /// Used if no result follows.
    answers_wait: Text;
    retry: Text;
    refused: Text;
    reload: Text;
    finishing: Text;

    result_title: Text;
    result_date: fn(&str) -> String;
    /// Used if nothing is scored.
    sent_date: fn(&str) -> String;
    out_of_100: Text;
    /// The text alternative of the gauge.
    gauge_label: fn(&str) -> String;
    /// The heading over an overall score whose band has no name.
    own_score: Text;
    /// The smallest and largest possible score.
    score_range: fn(&str, &str) -> String;
    /// By band.
    band_title: [Text; 3];
    band_text: [Text; 3];
    band_short: [Text; 3];
    /// Replaces the band's text for a score of 100.
    perfect_text: Text;
    /// Beside the number in the lowest band.
    number_note: Text;
    /// By category.
    category: [Text; 4];
    categories_title: Text;
    /// The number of folded areas.
    more_areas: fn(usize) -> String;
    /// Above the cards of the quiz's owner.
    cards_title: Text;
    /// The number of folded cards.
    more_cards: fn(usize) -> String;
    no_score_title: Text;
    no_score_text: Text;
    /// Used if no question was left open.
    no_score_otherwise: Text;
    all_skipped: Text;
    no_category_score: Text;
    changes_title: Text;
    /// The day of the earlier result, its score, and the current score.
    changed_score: fn(&str, u8, u8) -> String;
    /// For scores of the quiz's own scoring, where more need not be better.
    changed_own_score: fn(&str, &str, &str) -> String;
    /// The day of the earlier result, if only areas can be compared.
    changed_areas: fn(&str) -> String;
    unchanged: Text;
    /// In the order of [`Verdict::ALL`].
    judged: [Text; 5];
    /// Since which day.
    judged_since: fn(Verdict, &str) -> String;
    /// Of how many in a hundred of how many others the score is lower.
    benchmark: fn(&str, &str) -> String;
    /// Above the lines of scores over time, and in their names.
    history_title: Text;
    /// Leads to the categories.
    history_areas: Text;
    history_day: Text;
    history_score: Text;
    /// Above verdicts and differences.
    history_change: Text;
    /// An occasion of a series.
    history_missed: Text;
    /// Of a score beside the ones before it.
    history_break: Text;
    /// Explains the span in the drawing.
    history_noise: Text;
    history_numbers: Text;
    /// Continues the name of a group: of how many in a hundred the score is lower.
    norm_place: fn(u8) -> String;
    /// Before a source.
    norm_source: Text;
    start_here: Text;
    /// The number of folded steps.
    more_steps: fn(usize) -> String;
    ticks_note: Text;
    /// The answer that led to the first card.
    because: fn(&str) -> String;
    remind: Text;
    /// Used if help comes first.
    remind_tomorrow: Text;
    find_help: Text;
    /// Above the owner's help links.
    help_title: Text;
    /// Used if the owner has set no help links.
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
    /// An answer that consents.
    agreed: Text;
    link_title: Text;
    link_text: Text;
    /// Used if nothing is scored.
    answers_link_title: Text;
    answers_link_text: Text;
    copy: Text;
    copied: Text;
    copy_failed: Text;
    share: Text;
    send: Text;
    /// Subject of the message to oneself; takes the quiz's name.
    mail_subject: fn(&str) -> String;
    /// Takes the link.
    mail_text: fn(&str) -> String;
    /// Used if nothing is scored.
    answers_mail_text: fn(&str) -> String;
    /// Folded below: the steps as text.
    plan: Text;
    plan_share: Text;
    plan_copy: Text;
    plan_copy_failed: Text;
    pass_on: Text;
    pass_on_text: Text;
    pass_on_share: Text;
    pass_on_send: Text;
    pass_on_copy: Text;
    /// A message to another person; takes the link.
    pass_on_mail: fn(&str) -> String;
    meaning: Text;
    meaning_text: Text;
    /// How an overall score of the quiz's own scoring is calculated.
    meaning_average: Text;
    meaning_sum: Text;
    meaning_table: Text;
    erase: Text;
    erase_title: Text;
    erase_text: Text;
    erase_not: Text;
    print: Text;
    not_advice: Text;

    retake_title: Text;
    /// Takes the first day.
    retake_from: fn(&str) -> String;
    retake_text: Text;
    retake_button: Text;
    retake_remind: Text;
    /// Titles of calendar entries; take the quiz's name.
    step_event: fn(&str) -> String;
    retake_event: fn(&str) -> String;
    /// During a retake.
    retake_under_way: Text;
    earlier_result: Text;
    /// On a result that is not the latest.
    is_earlier: Text;
    latest: Text;

    notice_home: Text;
    start_again: Text;
    /// Takes the first day.
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
    /// For respondents who had begun.
    closed_midway: Text;
    full_title: Text;
    full_text: Text;
    no_places_title: Text;
    no_places_text: Text;
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
    addressed(language, Address::Informal)
}

/// French uses “vous” for everyone, Arabic is neutral, and English has one form.
pub(crate) fn addressed(language: Language, address: Address) -> &'static Texts {
    match (language.of_pages(), address) {
        (PageLanguage::Ar, _) => &ar::TEXTS,
        (PageLanguage::De, Address::Informal) => &de::TEXTS,
        (PageLanguage::De, Address::Formal) => &de_formal::TEXTS,
        (PageLanguage::En, _) => &en::TEXTS,
        (PageLanguage::Es, Address::Informal) => &es::TEXTS,
        (PageLanguage::Es, Address::Formal) => &es_formal::TEXTS,
        (PageLanguage::Fr, _) => &fr::TEXTS,
        (PageLanguage::PtBr, Address::Informal) => &pt_br::TEXTS,
        (PageLanguage::PtBr, Address::Formal) => &pt_br_formal::TEXTS,
    }
}

/// The owner's information for respondents. A retention rule supplies its own sentence.
pub fn about(quiz: &Quiz, language: Language) -> AboutText {
    let words = texts(language);
    let about = quiz.settings.about.in_language(language, quiz.definition.language);
    let rule = quiz.retention.kept().map(|kept| match kept {
        RetentionPeriod::Days(days) => (words.kept_days)(days),
        RetentionPeriod::Years(years) => (words.kept_years)(years),
    });
    AboutText { kept: rule.map(|text| Rendition { text, foreign: None }).or(about.kept), ..about }
}

/// A day as the language writes it: `20 November 2026`. The month counts from 1.
pub fn date(language: Language, day: u8, month: usize, year: i16) -> String {
    let words = texts(language);
    let month = words.months.get(month.wrapping_sub(1)).copied().unwrap_or_default();
    (words.date)(day, month, year)
}

/// The names of a month, counted from 1, in all page languages.
pub fn names_of_month(month: usize) -> impl Iterator<Item = &'static str> {
    Language::OF_PAGES
        .into_iter()
        .filter_map(move |language| texts(language).months.get(month.wrapping_sub(1)).copied())
}

/// A day with its time and time zone: `20 November 2026, 14:03 (Europe/Madrid)`.
pub fn moment(language: Language, day: &str, time: &str, zone: &str) -> String {
    let comma = if language.of_pages() == PageLanguage::Ar { "،" } else { "," };
    format!("{day}{comma} {time} ({zone})")
}

impl Texts {
    /// The words of a question page around its questions, each passed through `say`.
    pub(crate) fn of_sheet(&self, is_scored: bool, say: impl Fn(&str) -> String) -> Words {
        Words {
            progress: say(self.progress),
            proceed: say(self.proceed),
            finish: say(if is_scored { self.finish } else { self.send_answers }),
            error_prefix: say(self.error_prefix),
            saving: say(self.saving),
            saved: say(self.saved),
            not_saved: say(self.not_saved),
            result_waits: say(if is_scored { self.result_waits } else { self.answers_wait }),
            retry: say(self.retry),
            refused: say(self.refused),
            reload: say(self.reload),
            finishing: say(if is_scored { self.finishing } else { self.saving }),
        }
    }

    pub(crate) fn band(&self, score: Points) -> (&'static str, &'static str) {
        let band = score.band().index();
        (self.band_title[band], if score == Points::MAX { self.perfect_text } else { self.band_text[band] })
    }

    /// A verdict in a word or two.
    pub(crate) fn verdict(&self, verdict: Verdict) -> Text {
        self.judged[verdict as usize]
    }

    pub(crate) fn category_name(&self, category: Category) -> &'static str {
        self.category[category as usize]
    }
}
