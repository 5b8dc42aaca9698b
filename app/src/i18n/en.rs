//! The pages in English.

use super::{NoticeText, Texts};

pub(super) static EN: Texts = Texts {
    product: "Quiz Answers",
    skip_to_content: "Skip to the content",
    language_label: "Language",
    no_cookies: "These pages use no cookies.",

    home_title: "A few questions about money, and what to do next",
    home_lead: "Answer at your own pace. You get a clear picture of where you stand and small steps that you can take this week.",
    home_quizzes: "Choose a quiz",
    home_embedded: "Shown as it looks inside another app",
    home_empty: "To answer a quiz, open the link that you were given.",
    home_docs: "For developers: the API",

    greeting: |name| format!("Hello, {name}."),
    start_expect: "What to expect",
    start_length: |questions, minutes| match (questions, minutes) {
        (1, _) => "One question. It takes a minute.".to_owned(),
        (_, 1) => format!("{questions} short questions. They take about a minute."),
        _ => format!("{questions} short questions. They take about {minutes} minutes."),
    },
    start_nameless: "You will not be asked for your name or e-mail address.",
    start_saved: "Each answer is saved as you go, and you can change it until the end.",
    start_link: "You get a link of your own. Keep it if you want to stop and come back.",
    start_end: "There are no right or wrong answers. Your best guess is fine.",
    start_button: "Start",

    progress: |number, total| format!("Question {number} of {total}"),
    back: "Back",
    proceed: "Continue",
    finish: "See my result",
    skip: "Skip this question",
    optional: "You can skip this one.",
    error_title: "One thing is missing",
    error_prefix: "Error:",
    error_choose: "Choose the answer that fits you best",

    saving: "Saving…",
    saved: "Saved",
    not_saved: "Not saved yet – we keep trying. Your answers stay on this page.",
    retry: "Try now",
    refused: "This answer could not be saved. Reload the page to see where things stand.",
    reload: "Reload",
    finishing: "Working out your result…",

    result_title: "Your result",
    result_date: |date| format!("From your answers on {date}"),
    out_of_100: "of 100",
    gauge_label: |score| format!("Your score is {score} of 100."),
    band_title: ["Money is tight right now", "You are getting by", "You are on firm ground"],
    band_text: [
        "This number describes a situation, not you. Nobody has to fix everything at once: begin with the first step below.",
        "Some things work well and others take effort. The steps below show where a small change helps most.",
        "Most things work well for you. Below is what could be safer still, and what to keep doing.",
    ],
    band_short: ["Look here first", "On the way", "Going well"],
    category: ["Spending", "Saving", "Borrowing", "Planning"],
    categories_title: "In four areas",
    no_score_title: "No overall score this time",
    no_score_text: "You left out a question that the score needs, and that is fine. Everything you did answer counts below.",
    no_category_score: "Not enough answers for a score",
    focus_title: "Your next steps",
    focus_lead: "Most pressing first. One step is a good start.",
    strengths_title: "What works well",
    strengths_lead: "You can build on this.",
    thanks_title: "Thank you for your answers",
    thanks_text: "They are saved and handed in. You can read them again below.",
    answers_title: "Your answers",
    not_answered: "Not answered",
    link_title: "Keep your result",
    link_text: "With this link you can come back to this page. Anyone who has it can read your result, so share it with care.",
    copy: "Copy the link",
    copied: "Copied",
    print: "Print or save",
    not_advice: "This is general guidance, not financial advice.",

    retake_title: "See what changes",
    retake_from: |day| format!("You can take this quiz again from {day}."),
    retake_text: "You can take this quiz again. This result is kept: you can still read it while you answer, and afterwards.",
    retake_button: "Take it again",
    retake_under_way: "You are taking this quiz again, and nothing is lost.",
    earlier_result: "See your earlier result",
    is_earlier: "This is an earlier result.",
    latest: "Go to the latest",

    notice_home: "Go to the home page",
    not_found: NoticeText {
        title: "This page does not exist",
        text: "The address may be mistyped or out of date. Check the link that you were given.",
    },
    quiz_not_found: NoticeText {
        title: "This quiz does not exist",
        text: "It may have been removed, or part of the link is missing. Ask the people who gave you the link.",
    },
    not_open_yet: NoticeText {
        title: "This quiz is not open yet",
        text: "Please come back later. The same link will work then.",
    },
    closed: NoticeText {
        title: "This quiz is closed",
        text: "It takes no more answers. If you have handed yours in, your own link still shows your result.",
    },
    link_not_valid: NoticeText {
        title: "This link does not work",
        text: "Part of it may be missing. Copy the whole link once more, or start the quiz again.",
    },
    session_missing: NoticeText {
        title: "The quiz cannot tell who is answering",
        text: "Please open it from inside the app that offers it. For its developers: pass a sessionId of at least 5 characters in the address.",
    },
    busy: NoticeText {
        title: "Very busy just now",
        text: "Nothing that you saved is lost. Wait a minute and load this page again.",
    },
    too_many_requests: NoticeText {
        title: "That was a bit fast",
        text: "There were too many requests from your network. Wait a minute and load this page again.",
    },
    forbidden: NoticeText {
        title: "This page is not for this link",
        text: "The link that you have does not open it. Check the link that you were given.",
    },
    bad_request: NoticeText {
        title: "We could not read that",
        text: "Something was missing in what your browser sent. Go back and try once more.",
    },
    error: NoticeText {
        title: "Something went wrong here",
        text: "It is not your fault, and what you saved is not lost. Please try again in a minute.",
    },
};
