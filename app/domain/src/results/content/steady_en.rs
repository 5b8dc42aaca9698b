//! The lowest band of seven cards in English, for respondents who are not in hardship.

use super::BandText;
use crate::Indicator;

pub(super) static CARDS: [(Indicator, BandText); 7] = [
    (
        Indicator::Fhn1,
        BandText {
            sub_title: "More money went out than came in over the past year. It’s worth knowing if that was once or happens every month.",
            steps_title: "See what was behind it",
            steps: &[
                "Note the three biggest costs of the past year, and mark those that will come back.",
                "Compare what comes in each month with what goes out, in rough numbers.",
                "Pick one cost that comes every month and set a limit for it that you can keep.",
                "If savings paid for the difference, decide how much of them may go this year.",
            ],
            help_step: None,
            boost: "Note three costs. Ten minutes are enough.",
        },
    ),
    (
        Indicator::Fhn2,
        BandText {
            sub_title: "Many bills were paid late over the past year. A list and a fixed day can change that.",
            steps_title: "Catch up, and stay on time",
            steps: &[
                "List any bills that are late, with rent and energy first.",
                "Choose one day a week to pay what’s due in the next seven days.",
                "Put every due date in your calendar, with a reminder five days before.",
                "Ask the companies you pay to move your due dates to the week after payday.",
                "If a bill will be late, call before the due date and say when you’ll pay.",
            ],
            help_step: None,
            boost: "Make the list today.",
        },
    ),
    (
        Indicator::Fhn3,
        BandText {
            sub_title: "Your money would last less than a month without income. A reserve can start small and grow bit by bit.",
            steps_title: "How to begin a reserve",
            steps: &[
                "Choose a small amount to move to savings whenever money comes in, even if it’s very little.",
                "Keep it apart from your daily money, where you can still get it within a few days.",
                "Add up one month of housing, food, energy and transport, and make that your first goal.",
                "Check if you’re owed money, such as a tax refund or a deposit, and put half of it aside.",
            ],
            help_step: None,
            boost: "Plan one small transfer for your next payday.",
        },
    ),
    (
        Indicator::Fhn4,
        BandText {
            sub_title: "Your long-term goals feel far off. They come closer once you can see what they’d take.",
            steps_title: "Bring one goal closer",
            steps: &[
                "Write down one thing you want in five years or more, what it may cost, and by when.",
                "Ask your employer or union if money is already being put aside for your retirement.",
                "Look for pensions or accounts left from past jobs, and write or call to ask about them.",
                "Choose an amount to put aside for it on payday, however small.",
            ],
            help_step: None,
            boost: "Write down one goal. That’s a real start.",
        },
    ),
    (
        Indicator::Fhn6,
        BandText {
            sub_title: "Your credit score is low right now. It can recover, and the first step is to see what’s on record about you.",
            steps_title: "Find out what counts against you",
            steps: &[
                "Find out who keeps credit records where you live and ask for your report. It’s often free.",
                "Look for mistakes in it, such as debts you’ve paid or loans you never took.",
                "If something is wrong, ask in writing for it to be fixed, and keep a copy.",
                "Say no to anyone who charges to repair your score. You can do all of this yourself.",
            ],
            help_step: None,
            boost: "Ask for your credit report this week.",
        },
    ),
    (
        Indicator::Fhn7,
        BandText {
            sub_title: "You doubt that your insurance would pay enough. You may have more protection than you know.",
            steps_title: "Find out what you’re covered for",
            steps: &[
                "Look at each policy you or your family have: who it covers, what it pays, what it leaves out.",
                "Ask your employer or union what you’d get if you fell ill, were hurt or lost your job.",
                "Call and ask, “What do I get if I’m ill for three months?” Write down the answer.",
                "Write down the three events that would hit you hardest, and who could help with each.",
            ],
            help_step: None,
            boost: "Ask one person this week: “What am I covered for?”",
        },
    ),
    (
        Indicator::Fhn8,
        BandText {
            sub_title: "Looking ahead isn’t a habit of yours yet. A plan for one week is already a plan.",
            steps_title: "Start with the next seven days",
            steps: &[
                "List the costs of the next seven days and what each will come to.",
                "Choose ten quiet minutes a week to look at the seven days ahead.",
                "Note the big costs of the next three months, such as school, a repair or a yearly bill.",
                "Once the weekly look is a habit, look one month ahead.",
            ],
            help_step: None,
            boost: "Plan just this week. It’s enough for now.",
        },
    ),
];
