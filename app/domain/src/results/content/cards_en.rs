//! The eight recommendation cards in English, each in the bands vulnerable, coping, healthy.

use super::{BandText, CardText};

pub(super) static CARDS: [CardText; 8] = [
    CardText {
        title: "Spending and earning",
        bands: [
            BandText {
                sub_title: "More money went out than came in over the past year. It happens to many of us when prices rise or income drops.",
                steps_title: "Where to start this week",
                steps: &[
                    "Write down what comes in and what must go out this month, in rough numbers.",
                    "Pay for food, housing, energy and medicine before anything else.",
                    "If you won’t be able to pay a bill this month, call before it’s due and ask for more time.",
                    "Ask your town hall or a community group about help with food, rent or energy.",
                    "Ask a free debt advice service to go through your numbers with you.",
                ],
                help_step: Some(4),
                boost: "Start with one list and one call.",
            },
            BandText {
                sub_title: "You get by on what comes in. A bit more room would help when something breaks.",
                steps_title: "Habits that make some room",
                steps: &[
                    "Take 15 minutes on the same day each week to look at what you spent.",
                    "Pick one cost, such as your phone or shopping, and set a weekly limit you can keep.",
                    "Put a small fixed amount aside when money comes in, even if it’s very little.",
                    "Every three months, go through your regular payments and cancel what you no longer use.",
                ],
                help_step: None,
                boost: "Choose one cost to watch this week.",
            },
            BandText {
                sub_title: "You spend much less than you have coming in. That leaves you room for surprises and for plans.",
                steps_title: "Keep it going",
                steps: &[
                    "Decide what the money left over each month is for, and move it there on payday.",
                    "Test your budget: note what you’d cut first if a fifth of your income went missing.",
                    "When your income goes up, put half of the rise aside before you get used to it.",
                ],
                help_step: None,
                boost: "Give your spare money a purpose today.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Paying bills on time",
        bands: [
            BandText {
                sub_title: "You’ve had trouble paying many bills on time. When there isn’t enough for all of them, what matters most is which you pay first.",
                steps_title: "First steps for unpaid bills",
                steps: &[
                    "List any bills that are late, with rent and energy first.",
                    "Pay first for what keeps you fed, housed and warm.",
                    "Call your landlord or energy company, say what you can pay, and ask for a payment plan.",
                    "Only agree to an amount you can keep up, and ask for the agreement in writing.",
                    "Take your letters to a free debt advice service, even if you haven’t opened them.",
                ],
                help_step: Some(4),
                boost: "One call can buy you time.",
            },
            BandText {
                sub_title: "Not all of your bills are paid on time. For the late ones, see what’s missing: a reminder or the money.",
                steps_title: "Make it easier to pay on time",
                steps: &[
                    "Put every due date in your phone, with a reminder five days before.",
                    "Ask the companies you pay to move your due dates to the week after payday.",
                    "Keep 20 minutes free each week to pay what’s due in the next seven days.",
                    "If you can see that a bill will be late, call before the due date and ask for more time.",
                ],
                help_step: None,
                boost: "Put the next due date in your phone now.",
            },
            BandText {
                sub_title: "You pay all your bills on time. That saves you late fees and worry.",
                steps_title: "Keep it steady",
                steps: &[
                    "Check once a month that automatic payments went through and the amounts are right.",
                    "Build up one month of bills as a reserve in your account, a little at a time.",
                    "Write down how each bill gets paid, so someone you trust could step in if you’re ill.",
                ],
                help_step: None,
                boost: "Look over one automatic payment today.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Saving for a rainy day",
        bands: [
            BandText {
                sub_title: "Your money would last less than a month without income. Many people live this way, with nothing to spare.",
                steps_title: "What can help right now",
                steps: &[
                    "List what’s due in the next four weeks, with food, housing and energy at the top.",
                    "If food is short, ask a food bank or community group, so your cash can go to housing and energy.",
                    "If you can’t pay all of it, call before it’s due and ask for more time.",
                    "Check if you’re owed money: a tax refund, unpaid wages, a deposit or public support.",
                    "Write down who you could turn to in a bad week: family, your employer or union, free advice.",
                ],
                help_step: Some(1),
                boost: "Begin with the list. It needn’t be exact.",
            },
            BandText {
                sub_title: "You have a reserve that would carry you for a while. A bigger one would buy you more time if your income stops.",
                steps_title: "How to grow your reserve",
                steps: &[
                    "Add up one month of housing, food, energy and transport, so you know what a month costs you.",
                    "Set a goal of one more month than you have now, and choose a date for it.",
                    "Move a fixed amount to savings on payday; 5 out of every 100 you earn is a good start.",
                    "Put half of any extra money, such as a bonus or refund, into your reserve.",
                ],
                help_step: None,
                boost: "Plan one small transfer for your next payday.",
            },
            BandText {
                sub_title: "You could cover half a year or more. That’s strong support if your income stops.",
                steps_title: "Keep your reserve ready",
                steps: &[
                    "Once a year, check that it still covers six months, because prices change.",
                    "Test it: find out how many days it takes to get the money in your hands.",
                    "Agree with the people you live with on what counts as an emergency.",
                    "With six months safe, put new savings toward goals that are years away.",
                ],
                help_step: None,
                boost: "Find out how fast you can get at your savings.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Saving for the long term",
        bands: [
            BandText {
                sub_title: "Your long-term goals feel far off. That makes sense when today takes all the money and attention you have.",
                steps_title: "Keep your goals alive at no cost",
                steps: &[
                    "Write down one thing you want in five years or more, and why it matters to you.",
                    "If a bill worries you this month, ask for a payment plan and let the goal wait.",
                    "Ask your employer or union if money is already being put aside for your retirement.",
                    "Look for pensions or accounts left from past jobs, and write or call to ask about them.",
                    "Ask a free money advice service which step should come first for you.",
                ],
                help_step: Some(4),
                boost: "Write down one goal. That’s a real start.",
            },
            BandText {
                sub_title: "You’re part of the way to what you want later. An amount and a date can make it clearer.",
                steps_title: "Turn a goal into numbers",
                steps: &[
                    "Choose the goal that matters most and write down what it costs and by when.",
                    "Divide that cost by the months left to see what each month would need.",
                    "Put part of it aside on payday, even if it’s only a quarter of that amount.",
                    "Raise the amount a little every six months, or each time your pay goes up.",
                    "If you have an employer, ask if they add money when you save for retirement.",
                ],
                help_step: None,
                boost: "Write down one goal, one amount and one date.",
            },
            BandText {
                sub_title: "You feel sure that you’re on track for what you want years from now.",
                steps_title: "Stay on track",
                steps: &[
                    "Pick one day a year to check each goal: what you have, what’s missing, and by when.",
                    "Test your plan: work out what would change if you couldn’t save for six months.",
                    "Check what fees you pay on savings and pensions, and ask how to lower them.",
                ],
                help_step: None,
                boost: "Choose the day for your yearly check.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Managing debt",
        bands: [
            BandText {
                sub_title: "You owe far more than you can pay right now. There are ways out, and you don’t have to find them alone.",
                steps_title: "Get some relief first",
                steps: &[
                    "Contact a free debt advice service, even if your papers aren’t in order.",
                    "Keep paying for food, housing and energy before cards and other loans.",
                    "Before you agree to anything on an old debt or court letter, talk to a free adviser. Otherwise call your lenders, say you can’t pay as agreed, and ask for lower payments or a pause.",
                    "Before you take a new loan to pay an old one, talk to a free adviser.",
                    "If a lender threatens you, you can go to the police or an adviser, even if you owe the money.",
                ],
                help_step: Some(0),
                boost: "Ask for free help. You don’t need to have anything ready.",
            },
            BandText {
                sub_title: "Your debt is a bit more than you can comfortably manage. Small changes now can stop it from growing.",
                steps_title: "Make the load lighter",
                steps: &[
                    "Take 30 minutes to list each debt: what’s left, the interest rate and the monthly payment.",
                    "Pay the minimum on every debt, and put anything extra on the one with the highest rate.",
                    "Call that lender and ask for a lower rate, or for monthly payments you can keep up.",
                    "Put one card away for 30 days and pay only with money you have.",
                    "If next month looks too tight, speak to a free debt advice service before you miss a payment.",
                ],
                help_step: Some(4),
                boost: "List what you owe tonight. Half an hour is enough.",
            },
            BandText {
                sub_title: "You have debt, and you can handle what you owe.",
                steps_title: "Keep the load light",
                steps: &[
                    "Write down when each debt will be paid off, and check it once a year.",
                    "Put spare money toward the debt with the highest interest rate.",
                    "Before you borrow more, add up all you’d pay back and wait three days to decide.",
                    "Test it: work out how you’d make your payments if you had less coming in for two months.",
                ],
                help_step: None,
                boost: "Try a two-month test budget.",
            },
        ],
        by_option: &[(
            1,
            BandText {
                sub_title: "You have no loans or cards to pay back. That makes everything else easier to sort out.",
                steps_title: "Stay free to choose",
                steps: &[
                    "Give the money that doesn’t go to lenders a job: put some of it into savings on payday.",
                    "Before you borrow, add up all you’d pay back and wait three days to decide.",
                    "Before you sign for someone else’s loan, check that you could pay it yourself.",
                ],
                help_step: None,
                boost: "Choose one thing to save for instead of borrowing.",
            },
        )],
    },
    CardText {
        title: "Building credit",
        bands: [
            BandText {
                sub_title: "Your credit score is low right now. It can recover, and the first step is to see what’s on record about you.",
                steps_title: "Find out what counts against you",
                steps: &[
                    "Find out who keeps credit records where you live and ask for your report. It’s often free.",
                    "Look for mistakes in it, such as debts you’ve paid or loans you never took.",
                    "If something is wrong, ask in writing for it to be fixed, and keep a copy.",
                    "If you’re behind, put food, housing and energy first and ask lenders for a payment plan.",
                    "Say no to anyone who charges to repair your score. Ask a free advice service instead.",
                ],
                help_step: Some(4),
                boost: "Ask for your credit report this week.",
            },
            BandText {
                sub_title: "Your credit score is fair or good. With steady habits it can rise within months.",
                steps_title: "Habits that help your score",
                steps: &[
                    "Read your credit report once a year and ask for any mistakes to be fixed.",
                    "Set a reminder five days before each card or loan payment.",
                    "If you use cards, try to owe less than a third of each card’s limit.",
                    "Leave at least six months between requests for new credit.",
                ],
                help_step: None,
                boost: "Set a reminder for your next payment.",
            },
            BandText {
                sub_title: "Your credit score is very good or better. If you need to borrow one day, it may cost you less.",
                steps_title: "Protect what you’ve built",
                steps: &[
                    "Read your report once a year and look for names or loans you don’t know.",
                    "Keep a reminder for each payment, so one busy week doesn’t cause a missed payment.",
                    "If you owe money, ask your lender for a lower rate and mention your score.",
                    "Before you sign for someone else’s loan, check that you could pay it yourself.",
                ],
                help_step: None,
                boost: "Put a yearly report check in your calendar.",
            },
        ],
        by_option: &[(
            6,
            BandText {
                sub_title: "You don’t know your credit score yet. It may be better than you think, and looking it up yourself does it no harm.",
                steps_title: "Find out where you stand",
                steps: &[
                    "Find out who keeps credit records where you live and ask for your report. It’s often free.",
                    "Look for mistakes in it, such as debts you’ve paid or loans you never took.",
                    "If something is wrong, ask in writing for it to be fixed, and keep a copy.",
                    "If you have no record yet, that’s no fault of yours. Some landlords and phone companies accept other proof that you pay on time.",
                ],
                help_step: None,
                boost: "Ask for your credit report this week.",
            },
        )],
    },
    CardText {
        title: "Getting insured",
        bands: [
            BandText {
                sub_title: "You doubt that your insurance would pay enough. You may have more protection than you know.",
                steps_title: "Find out what you’re covered for",
                steps: &[
                    "Look at each policy you or your family have: who it covers, what it pays, what it leaves out.",
                    "Write down the three events that would hit you hardest, and who could help with each.",
                    "If you can’t keep up the payments for your cover, ask about lower payments before it lapses.",
                    "Ask your employer or union what you’d get if you fell ill, were hurt or lost your job.",
                    "Ask a public health or social office what care and support you can get for free.",
                ],
                help_step: None,
                boost: "Ask one person this week: “What am I covered for?”",
            },
            BandText {
                sub_title: "You have some cover. Knowing what it pays, and what it doesn’t, can put your mind at ease.",
                steps_title: "Get to know your cover",
                steps: &[
                    "Take 30 minutes per policy to note what it covers, its limit and what you’d pay yourself.",
                    "Call and ask, “What do I get if I’m ill for three months?” Write down the answer.",
                    "List your main risks, such as health, home and income, and mark those nothing covers.",
                    "Save a small amount each payday for the part you’d have to pay yourself.",
                    "Check if you pay twice for the same cover, for example through work and on your own.",
                ],
                help_step: None,
                boost: "Read one policy this week.",
            },
            BandText {
                sub_title: "You feel very sure that your insurance would carry you through an emergency.",
                steps_title: "Keep your cover up to date",
                steps: &[
                    "Review your cover once a year and after any big change, such as a move, a child or a new job.",
                    "Test it: pick one emergency and note who you’d call and what you’d get.",
                    "Take photos of your belongings and policies, and keep a copy outside your home.",
                    "Tell someone you trust where your policies are and how to make a claim.",
                ],
                help_step: None,
                boost: "Plan for one emergency.",
            },
        ],
        by_option: &[(
            6,
            BandText {
                sub_title: "You have no insurance of your own. Other kinds of help may still be there for you in an emergency.",
                steps_title: "Find the help you already have",
                steps: &[
                    "Write down the three events that would hit you hardest, and who could help with each.",
                    "Ask a public health or social office what care and support you can get for free.",
                    "Ask your family if a policy of theirs covers you too.",
                    "Ask your employer or union what you’d get if you fell ill, were hurt or lost your job.",
                ],
                help_step: None,
                boost: "Ask one person this week: “Who would help me?”",
            },
        )],
    },
    CardText {
        title: "Planning ahead",
        bands: [
            BandText {
                sub_title: "It’s hard to look ahead when each day brings enough to deal with. A plan for one week is already a plan.",
                steps_title: "Start with the next seven days",
                steps: &[
                    "List what’s due in the next seven days, with food, housing and energy at the top.",
                    "If you can’t pay one of them, call before it’s due and ask for a payment plan.",
                    "Note when money next comes in, and how many days there are until then.",
                    "Choose ten quiet minutes a week to look at the seven days ahead.",
                    "Show your list to someone you trust or to a free debt advice service.",
                ],
                help_step: Some(4),
                boost: "Plan just this week. It’s enough for now.",
            },
            BandText {
                sub_title: "You look ahead most of the time. Looking a little further can make big costs easier to carry.",
                steps_title: "Look a little further",
                steps: &[
                    "At the start of each month, take 20 minutes to note what’s coming in the next three.",
                    "Add up the costs that come once or twice a year and divide the total by twelve.",
                    "Put that amount aside each month, apart from your daily money.",
                    "If you share money with others, talk about it together for half an hour each month.",
                ],
                help_step: None,
                boost: "Note the big costs of the next three months.",
            },
            BandText {
                sub_title: "Planning ahead is part of how you handle money. It gives you more choices when things change.",
                steps_title: "Put your plan to the test",
                steps: &[
                    "Once a year, think through three months without pay and note what you’d do.",
                    "Every six months, look at your goals and change what no longer fits.",
                    "Put your plan on one page and tell someone you trust where to find it.",
                    "Write down who should look after your money if you can’t, and talk to them about it.",
                ],
                help_step: None,
                boost: "Put your plan on one page.",
            },
        ],
        by_option: &[],
    },
];
