//! The eight built-in questions in English, first edition.

use super::QuestionText;

pub(crate) static QUESTIONS: [QuestionText; 8] = [
    QuestionText {
        text: "Over the past year, did you spend less or more than you had coming in?",
        help: "Include everyone you share money with. A rough idea is enough.",
        options: &[
            "I spent a lot less",
            "I spent a bit less",
            "It came out about even",
            "I spent a bit more",
            "I spent a lot more",
        ],
    },
    QuestionText {
        text: "Over the past year, how many of your bills did you pay by their due date?",
        help: "Think of housing, energy, water, phone, cards and loans. Your best guess is fine.",
        options: &["Every one of them", "Almost every one", "More than half", "Some, but less than half", "Hardly any"],
    },
    QuestionText {
        text: "If your income stopped today, how long could you cover your living costs?",
        help: "Count cash and money you could get within a few days. Leave out pensions, loans and credit cards.",
        options: &[
            "Half a year or longer",
            "About 3 to 5 months",
            "About 1 to 2 months",
            "About 1 to 3 weeks",
            "A few days, or not at all",
        ],
    },
    QuestionText {
        text: "How confident are you that you’re on track for your long-term goals?",
        help: "For example, a home, studies or retirement. Go with your first feeling.",
        options: &[
            "Very confident",
            "Fairly confident",
            "Somewhat confident",
            "Not very confident",
            "Not at all confident",
        ],
    },
    QuestionText {
        text: "How manageable is your debt right now?",
        help: "Count everything you owe: home, car, studies, cards, loans, family, and unpaid bills.",
        options: &[
            "I have no debt",
            "I have debt and can handle it",
            "It’s a bit too much for me",
            "It’s far too much for me",
        ],
    },
    QuestionText {
        text: "As far as you know, how good is your credit score?",
        help: "Lenders look at this number before they lend. If you’ve never seen yours, choose “I don’t know”.",
        options: &["It’s excellent", "It’s very good", "It’s good", "It’s just fair", "It’s poor", "I don’t know"],
    },
    QuestionText {
        text: "If you were hit by illness, an accident or theft, how confident are you that your insurance would pay enough?",
        help: "Cover through work, family or the state counts too.",
        options: &[
            "Very confident",
            "Fairly confident",
            "Somewhat confident",
            "Not very confident",
            "Not at all confident",
            "I have no insurance",
        ],
    },
    QuestionText {
        text: "Do you plan ahead for upcoming costs?",
        help: "For example, you put a little aside for a bill that comes once a year.",
        options: &["Yes, definitely", "Yes, mostly", "Somewhere in between", "Not really", "Not at all"],
    },
];
