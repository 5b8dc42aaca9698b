//! The eight recommendation cards in English, each in the bands vulnerable, coping, healthy.

use super::{BandText, CardText};

pub(super) static CARDS: [CardText; 8] = [
    CardText {
        title: "Spending and earning",
        bands: [
            BandText {
                sub_title: "More money went out than came in over the past year. This happens to many people when prices rise or income drops.",
                steps_title: "Where to start this week",
                steps: &[
                    "Keep money for food, housing, energy and medicine first, before anything else.",
                    "Call one company you pay each month and ask for a payment plan or more time.",
                    "Ask your town or city office, or a community group, about help with food, rent or energy.",
                    "Write down what comes in and what must go out this month, in rough numbers.",
                    "Ask a free debt advice service near you to go through your numbers with you.",
                ],
                boost: "Start with one list and one call.",
            },
            BandText {
                sub_title: "You get by on what comes in, with little left over. A bit more room would help when something breaks.",
                steps_title: "Habits that make some room",
                steps: &[
                    "Take 15 minutes on the same day each week to look at what you spent.",
                    "Pick one cost, such as eating out, and set a weekly limit that you can keep.",
                    "Put a small fixed amount aside on the day money comes in, even just the price of one meal.",
                    "Go through your regular payments every three months and cancel what you no longer use.",
                ],
                boost: "Choose one cost to watch this week.",
            },
            BandText {
                sub_title: "You spend much less than what comes in. That gives you room for surprises and for plans.",
                steps_title: "Keep this going",
                steps: &[
                    "Decide what the money left over each month is for, and move it there on payday.",
                    "Test your budget: note what you would cut first if a fifth of your income went missing.",
                    "When your income goes up, put half of the rise aside before you get used to it.",
                ],
                boost: "Give your spare money a purpose today.",
            },
        ],
    },
    CardText {
        title: "Paying bills on time",
        bands: [
            BandText {
                sub_title: "Many bills are late at the moment. When there is not enough for all of them, the order you pay in matters most.",
                steps_title: "First steps for unpaid bills",
                steps: &[
                    "Call your landlord or your utility company, say what you can pay, and ask for a payment plan.",
                    "List your unpaid bills by what happens if you do not pay, with the worst at the top.",
                    "Pay first for what keeps you fed and housed and the power on.",
                    "Agree only to an amount you can keep up, and ask for the agreement in writing.",
                    "Contact a free debt advice service near you, and bring your letters even if they are unopened.",
                ],
                boost: "One call can give you more time.",
            },
            BandText {
                sub_title: "You pay most of your bills on time, and some slip through. A fixed routine can catch those.",
                steps_title: "Make it easier to pay on time",
                steps: &[
                    "Put every due date in your phone, with a reminder five days before.",
                    "Ask the companies you pay to move your due dates to the week after your payday.",
                    "Keep 20 minutes free each week to pay what is due in the next seven days.",
                    "If you see that a bill will be late, call before the due date and ask for more time.",
                ],
                boost: "Put the next due date in your phone now.",
            },
            BandText {
                sub_title: "You pay all your bills on time. That spares you late fees and worry.",
                steps_title: "Keep it steady",
                steps: &[
                    "Check once a month that automatic payments went through and the amounts are right.",
                    "Build up to one month of bills as a reserve in your account, a little at a time.",
                    "Write down how each bill gets paid, so someone you trust could step in if you fall ill.",
                ],
                boost: "Look over one automatic payment today.",
            },
        ],
    },
    CardText {
        title: "Saving for a rainy day",
        bands: [
            BandText {
                sub_title: "The money you have at hand would last less than a month. Many people live this way, with no room to spare.",
                steps_title: "What can help right now",
                steps: &[
                    "If food is short, ask a food bank or community group, so your cash can go to housing and energy.",
                    "List what is due in the next four weeks, and call to ask for more time where you need it.",
                    "Check if you are owed money, such as a tax refund, unpaid wages, a deposit or public support.",
                    "Write down who you could turn to in a bad week: family, your employer or union, free advice.",
                    "When a few coins are left over, keep them in a jar or envelope apart from daily money.",
                ],
                boost: "Begin by checking what you are owed.",
            },
            BandText {
                sub_title: "You could get through a month or more without income. A bigger reserve would buy you more time if work stops.",
                steps_title: "How to grow your reserve",
                steps: &[
                    "Add up one month of housing, food, energy and transport, so you know what a month costs you.",
                    "Set a goal of one more month than you have now, and choose a date for it.",
                    "Move a fixed amount to savings on payday; 5 out of every 100 you earn is a good start.",
                    "Put half of any extra money, such as a bonus or refund, into your reserve.",
                ],
                boost: "Plan one small transfer for your next payday.",
            },
            BandText {
                sub_title: "You could cover half a year or more. That is strong support if your income stops.",
                steps_title: "Keep your reserve ready",
                steps: &[
                    "Once a year, check that it still covers six months, because prices change.",
                    "Test it: find out how many days it takes to have the money in your hands.",
                    "Agree with the people you live with on what counts as an emergency.",
                    "With six months safe, send new savings to goals that are years away.",
                ],
                boost: "Find out how fast you can reach your savings.",
            },
        ],
    },
    CardText {
        title: "Saving for the long term",
        bands: [
            BandText {
                sub_title: "Your long-term goals feel far off. That makes sense when today takes up the money and attention you have.",
                steps_title: "Keep your goals alive at no cost",
                steps: &[
                    "Look after this month first: ask for a payment plan on the bill that worries you most.",
                    "Write down one thing you want in five years or more, and why it matters to you.",
                    "Ask your employer or union if money is already being put aside for your old age.",
                    "Look for pensions or accounts left from past jobs, and write or call to ask about them.",
                    "Ask a free money advice service near you which step should come first for you.",
                ],
                boost: "Write down one goal. That is a real start.",
            },
            BandText {
                sub_title: "You are part of the way toward what you want later. An amount and a date can make it clearer.",
                steps_title: "Turn a goal into numbers",
                steps: &[
                    "Choose the goal that matters most and write down what it costs and by when.",
                    "Divide that cost by the months left to see what each month would need.",
                    "Put part of it aside on payday, even if it is only a quarter of that amount.",
                    "Raise the amount a little every six months, or each time your pay goes up.",
                    "Ask your employer if they add money when you save for old age.",
                ],
                boost: "Write one goal, one amount and one date.",
            },
            BandText {
                sub_title: "You feel sure that you are on course for what you want years from now.",
                steps_title: "Stay on course",
                steps: &[
                    "Pick one day a year to check each goal: what you have, what is missing, and by when.",
                    "Test your plan: work out what would change if you could not save for six months.",
                    "Check what fees you pay on savings and pensions, and ask how to lower them.",
                ],
                boost: "Choose the day for your yearly check.",
            },
        ],
    },
    CardText {
        title: "Managing debt",
        bands: [
            BandText {
                sub_title: "You owe far more than you can carry right now. There are ways forward, and you do not have to find them alone.",
                steps_title: "Get some relief first",
                steps: &[
                    "Contact a free debt advice service near you, even if your letters are still unopened.",
                    "Keep food, housing and energy paid before cards and other loans.",
                    "List each debt: who you owe, how much, and what happens if it stays unpaid.",
                    "Call your lenders, say you cannot pay as agreed, and ask for lower payments or a pause.",
                    "Before you take a new loan to pay an old one, talk to a free adviser.",
                ],
                boost: "Ask for free help. You can come just as you are.",
            },
            BandText {
                sub_title: "You owe a bit more than you can carry with ease. Small changes now can stop it from growing.",
                steps_title: "Make the load lighter",
                steps: &[
                    "Take 30 minutes to list each debt with what is left, its interest rate and its monthly payment.",
                    "Pay the minimum on every debt, and put anything extra on the one with the highest rate.",
                    "Call that lender and ask for a lower rate or a payment plan you can keep.",
                    "Put one card away for 30 days and pay only with money you have.",
                    "If next month looks too tight, speak to a free debt advice service before you miss a payment.",
                ],
                boost: "List what you owe tonight. Half an hour is enough.",
            },
            BandText {
                sub_title: "Debt is not a heavy load for you: you owe nothing, or you can handle what you owe.",
                steps_title: "Keep the load light",
                steps: &[
                    "If you owe money, write down when each debt will be paid off, and check it once a year.",
                    "Before you borrow, add up all you would pay back and wait three days to decide.",
                    "Test it: work out how you would live on less for two months with no new debt.",
                    "Put spare money toward your most costly debt, or into savings if you owe nothing.",
                ],
                boost: "See how two lean months would go.",
            },
        ],
    },
    CardText {
        title: "Building credit",
        bands: [
            BandText {
                sub_title: "Your credit score is low, or you do not know it yet. Either way, it helps to see what is on record about you.",
                steps_title: "Find out where you stand",
                steps: &[
                    "If you are behind, keep food, housing and energy first and ask lenders for a payment plan.",
                    "Find out who keeps credit records where you live and ask for your report, which is often free.",
                    "Look for mistakes in it, such as debts you have paid or loans you never took.",
                    "If something is wrong, ask in writing for it to be fixed, and keep a copy.",
                    "Say no to anyone who wants money to repair your score, and ask a free advice service instead.",
                ],
                boost: "Ask for your credit report this week.",
            },
            BandText {
                sub_title: "Your credit score is fair or good. It can go up over some months with steady habits.",
                steps_title: "Habits that help your score",
                steps: &[
                    "Set a reminder five days before each card or loan payment, and pay at least the minimum.",
                    "If you use cards, try to owe less than a third of each card’s limit.",
                    "Leave at least six months between requests for new credit.",
                    "Read your credit report once a year and ask for any mistakes to be fixed.",
                ],
                boost: "Set a reminder for your next payment.",
            },
            BandText {
                sub_title: "Your credit score is very good or better. If you need to borrow one day, it may cost you less.",
                steps_title: "Protect what you have built",
                steps: &[
                    "Read your report once a year and look for names or loans you do not know.",
                    "Keep a reminder for each payment, so one busy week does not cause a late mark.",
                    "If you owe money, ask your lender for a lower rate and mention your score.",
                    "Before you sign for someone else’s loan, check that you could pay it yourself.",
                ],
                boost: "Put a yearly report check in your calendar.",
            },
        ],
    },
    CardText {
        title: "Getting insured",
        bands: [
            BandText {
                sub_title: "You may have no cover, or doubt that yours would pay enough. You may have more protection than you know.",
                steps_title: "Find the cover you already have",
                steps: &[
                    "If you cannot pay for cover you have, call before it ends and ask for more time.",
                    "Ask your employer or union what you would get if you fell ill, were hurt or lost your job.",
                    "Ask a public health or social office what care and support you can get for free.",
                    "Look at any policy you or your family have: who it covers, what it pays, what it leaves out.",
                    "Write down the three events that would hit you hardest, and who could help with each.",
                ],
                boost: "Ask one person this week: “What covers me?”",
            },
            BandText {
                sub_title: "You have some cover and some doubts about it. Knowing what it pays can ease your mind.",
                steps_title: "Get to know your cover",
                steps: &[
                    "Take 30 minutes per policy to note what it covers, its limit and what you would pay yourself.",
                    "Call and ask, “What do I get if I am ill for three months?” and write down the answer.",
                    "List your main risks, such as health, home and income, and mark those nothing covers.",
                    "Save a small amount each payday for the part you would have to pay yourself.",
                    "Check if you pay twice for the same cover, for example through work and on your own.",
                ],
                boost: "Read one policy this week.",
            },
            BandText {
                sub_title: "You feel very sure that your insurance would carry you through an emergency.",
                steps_title: "Keep your cover up to date",
                steps: &[
                    "Review your cover once a year and after any big change, such as a move, a child or a new job.",
                    "Test it: pick one emergency and note who you would call and what you would get.",
                    "Take photos of your belongings and policies, and keep a copy outside your home.",
                    "Tell someone you trust where your policies are and how to make a claim.",
                ],
                boost: "Walk through one emergency on paper.",
            },
        ],
    },
    CardText {
        title: "Planning ahead",
        bands: [
            BandText {
                sub_title: "Looking ahead is hard when each day brings enough to deal with. A plan for one week is already a plan.",
                steps_title: "Start with the next seven days",
                steps: &[
                    "List what is due in the next seven days, with food, housing and energy at the top.",
                    "If you cannot pay one of them, call before it is due and ask for a payment plan.",
                    "Note when money next comes in, and how many days there are until then.",
                    "Choose ten quiet minutes a week to look at the seven days ahead.",
                    "Show your list to someone you trust or to a free debt advice service near you.",
                ],
                boost: "Plan just this week. It is enough for now.",
            },
            BandText {
                sub_title: "You look ahead most of the time. Looking a little further can make big costs easier to carry.",
                steps_title: "Look a little further",
                steps: &[
                    "At the start of each month, take 20 minutes to note what is coming in the next three.",
                    "Add up the costs that come once or twice a year and divide the total by twelve.",
                    "Put that amount aside each month, apart from your daily money.",
                    "Once a month, talk about money for half an hour with the people you share it with.",
                ],
                boost: "Note the big costs of the next three months.",
            },
            BandText {
                sub_title: "Planning ahead is part of how you handle money. It gives you more choices when things change.",
                steps_title: "Put your plan to the test",
                steps: &[
                    "Once a year, think through three months without pay and note what you would do.",
                    "Every six months, look at your goals and change what no longer fits.",
                    "Put your plan on one page and tell someone you trust where to find it.",
                    "Write down who should take care of your money if you cannot, and talk to them about it.",
                ],
                boost: "Put your plan on one page.",
            },
        ],
    },
];
