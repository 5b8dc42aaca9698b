//! The pages in English.

use std::cmp::Ordering;

use domain::QuizKind;

use super::{NoticeText, Texts};

pub(super) static EN: Texts = Texts {
    product: "Quiz Answers",
    skip_to_content: "Skip to the content",
    language_label: "Language",
    no_cookies: "These pages use no cookies.",

    home_title: "A few questions about money, and what to do next",
    home_lead: "Answer at your own pace. You’ll see where you stand and what small steps you can take this week.",
    home_quizzes: "Choose a quiz",
    home_embedded: "As it looks inside another app",
    home_empty: "To answer a quiz, open the link you were given.",
    home_docs: "For developers: the API",

    greeting: |name| format!("Hello, {name}."),
    start_expect: "What to expect",
    start_length: |questions, minutes| match (questions, minutes) {
        (1, _) => "One question. It’ll take about a minute.".to_owned(),
        (_, 1) => format!("{questions} short questions. They’ll take about a minute."),
        _ => format!("{questions} short questions. They’ll take about {minutes} minutes."),
    },
    start_identity: |kind| match kind {
        QuizKind::Open => "You won’t be asked for your name or email address.",
        QuizKind::InApp => "Your answers aren’t anonymous: the app you came from can link them to you.",
        QuizKind::Invited => "Your answers aren’t anonymous: they’re linked to your invitation.",
    },
    start_saved: "Your answers are saved as you go. You can change them until the end.",
    start_return: |kind| match kind {
        QuizKind::Open => "You get a link of your own. Keep it if you want to stop and come back.",
        QuizKind::InApp => "You can stop at any time. To come back, open the quiz in the same app.",
        QuizKind::Invited => "You can stop at any time. To come back, open the same link.",
    },
    start_no_wrong: "There are no right or wrong answers. Your best guess is fine.",
    start_button: "Start",
    resume_text: "You’ve already begun this quiz. If you press Start, you’ll begin again with no answers.",
    resume: "Continue where you stopped",
    run_by: |name| format!("Run by {name}"),
    seen_by: |name| format!("Answers seen by {name}"),
    kept: |time| format!("Kept {time}"),
    privacy: "Privacy",
    contact: "Contact",
    trust_unnamed: "Want to know who sees your answers? Ask where you got this link.",

    progress: "Question # of #",
    back: "Back",
    proceed: "Continue",
    finish: "See my result",
    send_answers: "Send my answers",
    skip: "Skip this question",
    optional: "You can skip this one.",
    own_link: "To stop now and come back later, keep this link. Anyone who has it can see your answers.",
    tapping: "Tapping an answer takes you to the next question",
    error_title: "Choose an answer",
    error_prefix: "Error:",
    error_choose: "Choose the answer that fits you best",

    saving: "Saving…",
    saved: "Saved",
    not_saved: "You may be offline. Your answer is kept on this page; keep going.",
    retry: "Try now",
    refused: "This answer couldn’t be saved. Reload the page to see where things stand.",
    reload: "Reload",
    finishing: "Working out your result…",

    result_title: "Your result",
    result_date: |date| format!("From your answers on {date}"),
    out_of_100: "of 100",
    gauge_label: |score| format!("Your score is {score} of 100."),
    band_title: ["Money is tight right now", "You’re getting by", "You’re on firm ground"],
    band_text: [
        "You don’t have to fix everything at once. Begin with the first step below.",
        "Some things are going well and others are harder. The steps below show where a small change helps most.",
        "Most things are working well. Below is what you could strengthen, and what to keep doing.",
    ],
    band_short: ["Could use some help", "Getting there", "Going well"],
    perfect_text: "Everything you told us about is going well. That takes care, day after day, and you can be proud of it.",
    number_note: "This number describes a situation, not you.",
    category: ["Spending", "Saving", "Borrowing", "Planning"],
    categories_title: "Area by area",
    no_score_title: "No overall score this time",
    no_score_text: "You skipped a question that the score needs, and that’s fine. Everything you did answer counts below.",
    no_category_score: "Not enough answers for a score",
    changes_title: "Since last time",
    changed_score: |day, before, now| match now.cmp(&before) {
        Ordering::Less => {
            format!(
                "On {day} your score was {before}. Now it’s {now}. Hard times happen, and one step is a good way back."
            )
        }
        Ordering::Equal => format!("Your score is the same as on {day}: {now}."),
        Ordering::Greater => format!("On {day} your score was {before}. Now it’s {now}."),
    },
    changed_areas: |day| format!("Compared with your result of {day}:"),
    unchanged: "no change",
    start_here: "Start here",
    more_steps: |count| if count == 1 { "One more step".to_owned() } else { format!("{count} more steps") },
    ticks_note: "Tick what you’ve done. Only this device remembers it.",
    remind: "Add a reminder to my calendar",
    find_help: "How to find free help",
    help_unnamed: "Free advice exists in many places. Ask your town hall, or search for “free debt advice” and the name of your town. A service that’s really free never asks you to pay.",
    distress: "If it all feels like too much, reach out today. You don’t have to carry this alone.",
    distress_unnamed: "If it all feels like too much, talk to someone you trust today. If you’re in danger, call your local emergency number.",
    focus_title: "When you’re ready for more",
    focus_lead: "What matters most comes first.",
    strengths_title: "What’s going well",
    strengths_lead: "You can build on this.",
    thanks_title: "Thank you for your answers",
    thanks_text: "Your answers have been sent. You can read them again below.",
    answers_title: "Your answers",
    not_answered: "Not answered",
    link_title: "Keep your result",
    link_text: "Use this link to come back to this page. Anyone who has it can read your result, so share it with care.",
    copy: "Copy the link",
    copied: "Copied",
    copy_failed: "This browser doesn’t allow copying here. Select the link and copy it.",
    share: "Share",
    send: "Send to myself",
    mail_subject: |quiz| format!("My page: {quiz}"),
    mail_text: |link| format!("This link leads back to my result:\n{link}\n\nAnyone who has it can read my result."),
    print: "Print or save",
    not_advice: "This is general guidance, not financial advice.",

    retake_title: "Take the quiz again",
    retake_from: |day| format!("You can take this quiz again from {day}."),
    retake_text: "You can take this quiz again. We’ll keep this result.",
    retake_button: "Take it again",
    retake_remind: "Add the day to my calendar",
    step_event: |quiz| format!("{quiz}: my next step"),
    retake_event: |quiz| format!("{quiz}: take it again"),
    retake_under_way: "You’re taking this quiz again. Your earlier result is kept.",
    earlier_result: "See your earlier result",
    is_earlier: "This is an earlier result.",
    latest: "See your latest result",

    notice_home: "Go to the home page",
    start_again: "Start the quiz again",
    opens_on: |day| format!("It opens on {day}."),
    not_found: NoticeText {
        title: "This page doesn’t exist",
        text: "The address may be mistyped or out of date. Check the link you were given.",
    },
    quiz_not_found: NoticeText {
        title: "This quiz doesn’t exist",
        text: "It may have been removed, or part of the link may be missing. Check the link, or ask for a new one where you got it.",
    },
    not_open_yet: NoticeText {
        title: "This quiz isn’t open yet",
        text: "Please come back later. The same link will work then.",
    },
    closed: NoticeText {
        title: "This quiz is closed",
        text: "It’s no longer accepting answers. If you’ve already finished, your own link still shows your result.",
    },
    only_by_api: NoticeText {
        title: "This quiz can’t be answered on this page",
        text: "It asks in ways that this page can’t show yet. Please open it in the app that offers it.",
    },
    link_not_valid: NoticeText {
        title: "This link doesn’t work",
        text: "Part of it may be missing. Copy the whole link and try again.",
    },
    session_missing: NoticeText {
        title: "We can’t tell who’s answering",
        text: "Please open the quiz from the app that offers it.",
    },
    session_refused: NoticeText {
        title: "We can’t tell who’s answering",
        text: "The app that offers this quiz gave us an id we can’t use. Please tell its makers.",
    },
    busy: NoticeText {
        title: "We’re very busy right now",
        text: "Nothing you saved is lost. Wait a minute, then reload this page.",
    },
    too_many_requests: NoticeText {
        title: "Please wait a moment",
        text: "There were too many requests from your network. Wait a minute, then reload this page.",
    },
    forbidden: NoticeText { title: "Your link doesn’t open this page", text: "Check the link you were given." },
    bad_request: NoticeText {
        title: "We couldn’t read that",
        text: "Something was missing in what your browser sent. Go back and try again.",
    },
    error: NoticeText {
        title: "Something went wrong here",
        text: "It’s not your fault, and nothing you saved is lost. Please try again in a minute.",
    },
};
