//! The eight built-in questions in English.

use super::QuestionText;

pub(super) static QUESTIONS: [QuestionText; 8] = [
    QuestionText {
        text: "Over the past year, did you spend less or more than the money you had coming in?",
        help: "Count everyone you share money with. A rough idea is enough.",
        options: &[
            "I spent a lot less",
            "I spent a bit less",
            "It came out about even",
            "I spent a bit more",
            "I spent a lot more",
        ],
    },
    QuestionText {
        text: "In the past year, how many of your bills did you manage to pay by their due date?",
        help: "Think of housing, energy, water, phone, cards and loans. Your best guess is fine.",
        options: &["Every one of them", "Almost every one", "More than half", "Some, but less than half", "Hardly any"],
    },
    QuestionText {
        text: "If no more money came in from today, how long could you pay for daily life with what you have at hand?",
        help: "Count cash and money you can reach within days. Leave out pensions, loans and credit cards.",
        options: &[
            "Half a year or longer",
            "About 3 to 5 months",
            "About 1 to 2 months",
            "About 1 to 3 weeks",
            "A few days, or not at all",
        ],
    },
    QuestionText {
        text: "How sure are you that what you do with your money now will get you to what you want years from now?",
        help: "For example a home, studies, or money for old age. Go with your first feeling.",
        options: &["Very sure", "Fairly sure", "Partly sure", "Only a little sure", "Not sure at all"],
    },
    QuestionText {
        text: "How heavy is your debt for you right now?",
        help: "Count all you owe: home, car, studies, cards, loans, family, and bills left unpaid.",
        options: &[
            "I have no debt",
            "I have debt and can handle it",
            "It is a bit too much for me",
            "It is far too much for me",
        ],
    },
    QuestionText {
        text: "As far as you know, how good is your credit score?",
        help: "Lenders look at this number before they lend. If you have never seen yours, pick the last answer.",
        options: &[
            "It is excellent",
            "It is very good",
            "It is good",
            "It is just fair",
            "It is poor",
            "I do not know it",
        ],
    },
    QuestionText {
        text: "If something bad happened, how sure are you that your insurance would pay enough?",
        help: "Think of illness, an accident, fire or theft. Cover through work, family or the state counts too.",
        options: &[
            "Very sure",
            "Fairly sure",
            "Partly sure",
            "Only a little sure",
            "Not sure at all",
            "I have no insurance",
        ],
    },
    QuestionText {
        text: "Would you say that you look ahead with money and get ready for what is coming?",
        help: "For example, you put a little aside for a cost that comes once a year.",
        options: &["Yes, very much", "Yes, mostly", "Neither yes nor no", "Not really", "Not at all"],
    },
];
