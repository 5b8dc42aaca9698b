//! The pages' words in Arabic: the reader is addressed in gender-neutral forms (verbal nouns and “ـك”), and numbers are
//! in European digits.

use std::cmp::Ordering;

use domain::{QuizKind, Verdict};

use super::texts::Texts;

/// A counted noun. One and two have words of their own; for other numbers the noun's form depends on the last two
/// digits.
struct Counted {
    zero: &'static str,
    one: &'static str,
    two: &'static str,
    /// For 3 to 10.
    few: &'static str,
    /// For 11 to 99.
    many: &'static str,
    /// For hundreds.
    other: &'static str,
}

impl Counted {
    fn of(&self, count: usize) -> String {
        let noun = match (count, count % 100) {
            (0, _) => return self.zero.to_owned(),
            (1, _) => return self.one.to_owned(),
            (2, _) => return self.two.to_owned(),
            (_, 3..=10) => self.few,
            (_, 11..=99) => self.many,
            _ => self.other,
        };
        format!("{count} {noun}")
    }
}

const QUESTIONS: Counted =
    Counted {
        zero: "لا أسئلة", one: "سؤال واحد", two: "سؤالان", few: "أسئلة", many: "سؤالًا", other: "سؤال"
    };
const MINUTES: Counted =
    Counted {
        zero: "أقل من دقيقة", one: "دقيقة واحدة", two: "دقيقتين", few: "دقائق", many: "دقيقة", other: "دقيقة"
    };
const STEPS: Counted = Counted {
    zero: "لا خطوات أخرى",
    one: "خطوة أخرى",
    two: "خطوتان أخريان",
    few: "خطوات أخرى",
    many: "خطوة أخرى",
    other: "خطوة أخرى",
};
const DAYS: Counted =
    Counted {
        zero: "أقل من يوم", one: "يوم واحد", two: "يومان", few: "أيام", many: "يومًا", other: "يوم"
    };
const YEARS: Counted =
    Counted {
        zero: "أقل من سنة", one: "سنة واحدة", two: "سنتان", few: "سنوات", many: "سنة", other: "سنة"
    };

const CHARACTERS: Counted =
    Counted {
        zero: "لا أحرف", one: "حرف واحد", two: "حرفان", few: "أحرف", many: "حرفًا", other: "حرف"
    };
const ANSWERS: Counted =
    Counted {
        zero: "لا إجابات", one: "إجابة واحدة", two: "إجابتين", few: "إجابات", many: "إجابة", other: "إجابة"
    };

const AREAS: Counted = Counted {
    zero: "لا مجالات أخرى",
    one: "مجال آخر",
    two: "مجالان آخران",
    few: "مجالات أخرى",
    many: "مجالًا آخر",
    other: "مجال آخر",
};
const TOPICS: Counted = Counted {
    zero: "لا مواضيع أخرى",
    one: "موضوع آخر",
    two: "موضوعان آخران",
    few: "مواضيع أخرى",
    many: "موضوعًا آخر",
    other: "موضوع آخر",
};

pub(super) static TEXTS: Texts = Texts {
    product: "Quiz Answers",
    skip_to_content: "الانتقال إلى المحتوى",
    language_label: "اللغة",
    no_cookies: "لا تستخدم هذه الصفحات ملفات تعريف الارتباط.",
    date: |day, month, year| format!("{day} {month} {year}"),
    months: [
        "يناير",
        "فبراير",
        "مارس",
        "أبريل",
        "مايو",
        "يونيو",
        "يوليو",
        "أغسطس",
        "سبتمبر",
        "أكتوبر",
        "نوفمبر",
        "ديسمبر",
    ],
    decimal_mark: ".",
    thousands: (",", 4),
    signs: ["\u{200e}+", "\u{200e}−"],

    home_title: "بضعة أسئلة عن المال، وما يمكن فعله بعدها",
    home_lead: "الإجابة على مهل. سيتضح لك وضعك والخطوات الصغيرة الممكنة هذا الأسبوع.",
    home_quizzes: "اختيار استبيان",
    home_embedded: "كما يظهر داخل تطبيق آخر",
    home_empty: "للإجابة عن استبيان، يُرجى فتح الرابط الذي وصلك.",
    home_docs: "للمطورين: واجهة البرمجة (API)",

    greeting: |name| format!("مرحبًا {name}."),
    start_expect: "ما الذي ينتظرك",
    start_length: |questions, minutes| {
        let asked = match questions {
            (least, most) if least < most => format!("عدد الأسئلة: من {least} إلى {most}"),
            (_, questions) => QUESTIONS.of(questions),
        };
        match minutes {
            (least, most) if least < most => format!("{asked}. مدة الإجابة بالدقائق: من {least} إلى {most}."),
            (_, minutes) => format!("{asked}. مدة الإجابة نحو {}.", MINUTES.of(minutes)),
        }
    },
    part: |number, count| format!("الجزء {number} من {count}"),
    time_left: |minutes, is_most| {
        let about = if is_most && minutes > 1 { "لا يزيد على" } else { "نحو" };
        format!("الوقت المتبقي: {about} {}", MINUTES.of(minutes))
    },
    right: "إجابة صحيحة",
    not_right: "إجابة غير صحيحة",
    your_answer: "إجابتك",
    right_answer: "الإجابة الصحيحة",
    closes_on: |day| format!("يُغلق في {day}."),
    start_identity: |kind| match kind {
        QuizKind::Open => "لن نطلب اسمك أو بريدك الإلكتروني.",
        QuizKind::InApp => "إجاباتك ليست مجهولة: يستطيع التطبيق الذي جئت منه ربطها بك.",
        QuizKind::Invited => "إجاباتك ليست مجهولة: فهي مرتبطة بدعوتك.",
    },
    start_saved: "تُحفظ إجاباتك أولًا بأول، ويمكنك تغييرها حتى النهاية.",
    start_stands: "تُحفظ إجاباتك أولًا بأول. ومتى عرفت إن كانت الإجابة صحيحة فلا يمكن تغييرها.",
    start_return: |kind| match kind {
        QuizKind::Open => "سيكون لك رابط خاص بك. يمكنك الاحتفاظ به للتوقف ثم العودة.",
        QuizKind::InApp => "يمكنك التوقف في أي وقت. وللعودة يكفي فتح الاستبيان في التطبيق نفسه.",
        QuizKind::Invited => "يمكنك التوقف في أي وقت. وللعودة يكفي فتح الرابط نفسه.",
    },
    start_no_wrong: "لا توجد إجابات صحيحة أو خاطئة، ويكفي أقرب تقدير لديك.",
    start_unsigned: "تُحفظ إجاباتك دون اسمك، إلا إذا كتبته بنفسك.",
    start_contact: "قد يُطلب منك بريد إلكتروني أو رقم هاتف، ويُحفظ مع إجاباتك.",
    start_seen: "يستطيع القائمون على هذا الاستبيان رؤية إجاباتك.",
    start_link: "هذا الرابط خاص بك وحدك. كل من لديه الرابط يستطيع رؤية إجاباتك، وتغييرها حتى إرسالها.",
    start_within: |days| format!("مدة حفظ الإجابات التي لم تُرسل، من آخر إجابة: {}.", DAYS.of(days.into())),
    start_erase: "يمكنك حذف إجاباتك بنفسك في أي وقت.",
    erase_ask: |kind| match kind {
        QuizKind::Open => "لحذف إجاباتك يُرجى التواصل مع القائمين على هذا الاستبيان.",
        QuizKind::InApp => "لحذف إجاباتك يُرجى التواصل مع القائمين على هذا التطبيق.",
        QuizKind::Invited => "لحذف إجاباتك يُرجى التواصل مع من دعاك.",
    },
    start_button: "البدء",
    start_anew: "البدء من جديد",
    resume_text: "سبق أن بدأت هذا الاستبيان. البدء من جديد يعني البدء دون إجابات.",
    resume: "المتابعة من حيث توقفت",
    resume_done: "سبق أن أنهيت هذا الاستبيان. البدء من جديد يعني البدء دون إجابات.",
    resume_result: "عرض نتيجتي",
    not_you: "إجابات شخص آخر؟ البدء من جديد",
    keep_place: "حفظ موضعي على هذا الجهاز 7 أيام",
    continue_title: "المتابعة بهذه الإجابات؟",
    continue_text: "بدأت هذه الإجابات في علامة تبويب أخرى أو متصفح آخر. يُرجى المتابعة فقط إن كانت إجاباتك.",
    continue_yes: "متابعة",
    start_new: "البدء من جديد",
    run_by: |name| format!("يقدمه {name}"),
    seen_by: |name| format!("من يرى الإجابات: {name}"),
    kept: |time| format!("مدة حفظ الإجابات: {time}"),
    kept_days: |days| DAYS.of(days.into()),
    kept_years: |years| YEARS.of(years.into()),
    privacy: "الخصوصية",
    contact: "التواصل",
    trust_unnamed: "من يرى إجاباتك؟ يمكنك سؤال من أرسل إليك هذا الرابط.",
    trust_unnamed_inapp: "من يرى إجاباتك؟ يمكنك سؤال القائمين على هذا التطبيق.",

    progress: "السؤال # من #",
    back: "رجوع",
    proceed: "متابعة",
    finish: "عرض نتيجتي",
    send_answers: "إرسال إجاباتي",
    end: "إنهاء",
    rows_done: "# من #",
    rows_open: "صفوف بلا إجابة: #",
    skip: "تخطي هذا السؤال",
    optional: "يمكنك تخطي هذا السؤال.",
    optional_score: "يمكنك تخطي هذا السؤال، لكن لن تكون هناك درجة عامة من دونه.",
    optional_area: "يمكنك تخطي هذا السؤال، لكن سيبقى أحد المجالات دون درجة.",
    optional_some: |count| format!("يمكنك تخطي هذا السؤال. إذا تجاوز عدد ما تتخطاه {count}، فلن تكون هناك درجة."),
    leave: "التوقف والعودة لاحقًا",
    own_link: "للتوقف الآن والعودة لاحقًا، يُرجى حفظ هذا الرابط. كل من لديه الرابط يستطيع رؤية إجاباتك.",
    tapping: "الانتقال عند اختيار إجابة",
    filter: "البحث عن إجابة",
    filter_shown: "الإجابات الظاهرة:",
    error_prefix: "خطأ:",
    error_choose: "يُرجى اختيار إجابة للمتابعة",

    choose_one: "اختيار إجابة",
    choose_any: "يُرجى اختيار كل ما ينطبق.",
    choose_least: |count| format!("يُرجى اختيار {count} على الأقل."),
    choose_most: |count| format!("يُرجى اختيار {count} على الأكثر."),
    choose_count: |count| format!("يُرجى اختيار {count} بالضبط."),
    choose_range: |least, most| format!("يُرجى اختيار {least} إلى {most}."),
    tell_more: "المزيد من التفاصيل، إن أحببت",
    most_characters: |count| format!("{} على الأكثر", CHARACTERS.of(count)),
    characters_left: "الأحرف المتبقية: #",
    characters_over: "الأحرف الزائدة: #",
    date_field: ["اليوم", "الشهر", "السنة"],
    rank_hint: "يُرجى إعطاء كل خيار مرتبة. الرقم 1 هو الأول.",
    rank_moves: "يُرجى ترتيبها كما يناسبك، والأول في الأعلى.",
    rank_moved: "الآن في المرتبة #",
    rank_own: "هذا ترتيبي",
    rank_ask: "يُرجى ترتيبها كما يناسبك، أو تحديد «هذا ترتيبي»",
    statement: "للقراءة",
    move_top: |option| format!("نقل إلى أعلى القائمة: {option}"),
    move_up: |option| format!("نقل إلى الأعلى: {option}"),
    move_down: |option| format!("نقل إلى الأسفل: {option}"),
    agree: "أوافق",
    details: "قراءة التفاصيل",
    error_least: |count| match count {
        1 => "يُرجى اختيار إجابة واحدة على الأقل للمتابعة".to_owned(),
        _ => format!("يُرجى اختيار {} على الأقل", ANSWERS.of(count)),
    },
    error_most: |count| match count {
        1 => "يُرجى اختيار إجابة واحدة فقط".to_owned(),
        _ => format!("يُرجى اختيار {} على الأكثر", ANSWERS.of(count)),
    },
    error_alone: |option| format!("يُرجى اختيار «{option}» أو إجابات أخرى، وليس كليهما معًا"),
    error_number: |least, most| format!("يُرجى إدخال رقم بين {least} و{most}"),
    error_ambiguous: |large, small| format!("هل تقصد {large} أم {small}؟ يُرجى إدخال أحدهما"),
    error_whole: "يُرجى إدخال رقم صحيح دون كسور",
    error_places: |count| format!("يُرجى إدخال رقم لا تزيد منازله العشرية على {count}"),
    error_text: "يُرجى كتابة إجابة للمتابعة",
    error_longest: |count| format!("يُرجى اختصار إجابتك إلى {} على الأكثر", CHARACTERS.of(count)),
    error_characters: "يُرجى كتابة الإجابة مرة أخرى: فيها رمز لا يمكن حفظه",
    error_room: "يُرجى اختصار إجابتك: لا مكان يكفي لها كلها",
    no_places_left: "لا أماكن متبقية",
    error_no_places: "لم تعد هناك أماكن لهذه الإجابة: يُرجى اختيار غيرها",
    error_email: "يُرجى إدخال عنوان بريد إلكتروني، مثل name@example.com",
    error_web: "يُرجى إدخال عنوان ويب مثل https://example.com",
    error_phone: "يُرجى إدخال رقم هاتف من أرقام ومسافات وعلامة +",
    error_date: "يُرجى إدخال يوم وشهر وسنة لتاريخ موجود",
    error_day: "يُرجى إدخال اليوم",
    error_month: "يُرجى إدخال الشهر، برقمه أو باسمه",
    error_year: "يُرجى إدخال السنة بأربعة أرقام، مثل 1985",
    error_date_range: |first, last| format!("يُرجى إدخال تاريخ بين {first} و{last}"),
    error_date_from: |first| format!("يُرجى إدخال تاريخ ابتداءً من {first}"),
    error_date_until: |last| format!("يُرجى إدخال تاريخ حتى {last}"),
    error_rank: "يُرجى إعطاء كل خيار مرتبة مختلفة",
    error_row: |row| format!("يُرجى اختيار إجابة عن «{row}»"),
    error_agree: "يُرجى وضع علامة في المربع للمتابعة",
    review_title: "مراجعة إجاباتك",
    review_text: "ما زال بإمكانك تغييرها. بعد الإرسال لن يكون ذلك ممكنًا.",
    review_dropped: "بعض إجاباتك السابقة لن تُرسل: بعد تغييراتك لم تعد أسئلتها تخصك.",
    review_change: "تغيير",

    saving: "جارٍ الحفظ…",
    saved: "تم الحفظ",
    not_saved: "قد يكون الاتصال مقطوعًا. إجابتك محفوظة في هذه الصفحة، ويمكنك المتابعة.",
    result_waits: "قد يكون الاتصال مقطوعًا. ستظهر نتيجتك فور عودته.",
    answers_wait: "قد يكون الاتصال مقطوعًا. ستُرسل إجاباتك فور عودته.",
    retry: "المحاولة الآن",
    refused: "تعذر حفظ هذه الإجابة. يُرجى إعادة تحميل الصفحة لمعرفة ما تم حفظه.",
    reload: "إعادة التحميل",
    finishing: "جارٍ حساب نتيجتك…",

    result_title: "نتيجتك",
    result_date: |date| format!("بحسب إجاباتك في {date}"),
    sent_date: |date| format!("أُرسلت في {date}"),
    out_of_100: "من 100",
    gauge_label: |score| format!("درجتك {score} من 100."),
    own_score: "درجتك",
    score_range: |least, most| format!("الممكن: من {least} إلى {most}"),
    band_title: ["المال شحيح الآن", "أمورك تسير", "وضعك ثابت"],
    band_text: [
        "ليس عليك إصلاح كل شيء دفعة واحدة. البداية خطوة واحدة.",
        "بعض الأمور تسير جيدًا وبعضها أصعب. تبين الخطوات القادمة أين يفيد التغيير الصغير أكثر.",
        "معظم الأمور تسير جيدًا. إليك ما يمكنك تقويته وما يحسن الاستمرار فيه.",
    ],
    band_short: ["بحاجة إلى دعم", "بين بين", "يسير جيدًا"],
    perfect_text: "كل ما أخبرتنا به يسير جيدًا. هذا ثمرة عناية يومًا بعد يوم، ومن حقك الفخر به.",
    number_note: "هذا الرقم يصف ظرفًا، ولا يصفك.",
    category: ["الإنفاق", "الادخار", "الديون", "التخطيط"],
    categories_title: "كل مجال على حدة",
    more_areas: |count| AREAS.of(count),
    cards_title: "ما يعنيه هذا لك",
    more_cards: |count| TOPICS.of(count),
    no_score_title: "لا توجد درجة عامة هذه المرة",
    no_score_text: "تخطيت سؤالًا يلزم لحساب الدرجة، ولا بأس في ذلك. كل ما أجبت عنه محسوب أدناه.",
    no_score_otherwise: "لا تؤدي إجاباتك إلى درجة عامة، ولا بأس في ذلك. فليست كل الطرق عبر هذه الأسئلة تنتهي بدرجة.",
    all_skipped: "تخطيت جميع الأسئلة، لذلك لا توجد نتيجة.",
    no_category_score: "الإجابات لا تكفي لحساب درجة",
    changes_title: "منذ المرة السابقة",
    changed_score: |day, before, now| match now.cmp(&before) {
        Ordering::Less => {
            format!("في {day} كانت درجتك {before}، وهي الآن {now}. تمر بنا أوقات صعبة، وخطوة واحدة بداية جيدة للعودة.")
        }
        Ordering::Equal => format!("درجتك كما كانت في {day}: {now}."),
        Ordering::Greater => format!("في {day} كانت درجتك {before}، وهي الآن {now}."),
    },
    changed_own_score: |day, before, now| format!("في {day} كانت درجتك {before}، وهي الآن {now}."),
    changed_areas: |day| format!("مقارنة بنتيجتك في {day}:"),
    unchanged: "دون تغيير",
    judged: ["أفضل", "أسوأ", "قريب مما كان", "أفضل، وتجاوز الحد", "غير قابل للمقارنة"],
    judged_since: |verdict, day| match verdict {
        Verdict::Better => format!("أفضل مما كان في {day}، بأكثر مما تفسره المصادفة."),
        Verdict::Worse => format!("أسوأ مما كان في {day}، بأكثر مما تفسره المصادفة."),
        Verdict::Same => format!("قريب مما كان في {day}: قد يكون فرق صغير كهذا مجرد مصادفة."),
        Verdict::Recovered => {
            format!("أفضل مما كان في {day}، بأكثر مما تفسره المصادفة، وقد تجاوز الحد الذي يضعه هذا الاستبيان.")
        }
        Verdict::NotComparable => format!("لا يمكن مقارنة هذه الدرجة بدرجة {day}: فقد صارت تُحسب بطريقة أخرى."),
    },
    benchmark: |lower, others| format!("من بين الآخرين الذين أجابوا ({others})، حوالي {lower}% درجتهم أقل."),
    history_title: "النتائج عبر الزمن",
    history_areas: "كل مجال",
    history_day: "اليوم",
    history_score: "النتيجة",
    history_change: "منذ الأولى",
    history_missed: "فاتت",
    history_break: "حُسبت بطريقة مختلفة عما قبلها، فلا تصح المقارنة.",
    history_noise: "داخل النطاق المظلل قد يكون التغير عن النتيجة الأولى مصادفة.",
    history_numbers: "الأرقام",
    norm_place: |lower| format!("نحو {lower} من كل 100 شخص في هذه المجموعة درجتهم أقل"),
    norm_source: "المصدر:",
    start_here: "البداية من هنا",
    more_steps: |count| STEPS.of(count),
    ticks_note: "يمكنك وضع علامة على ما أنجزته. هذا الجهاز وحده يتذكرها.",
    because: |answer| format!("إجابتك: {answer}"),
    remind: "إضافة تذكير إلى تقويمي",
    remind_tomorrow: "تذكيري غدًا",
    find_help: "كيفية العثور على مساعدة مجانية",
    help_title: "أين توجد المساعدة",
    help_unnamed: "تتوفر المشورة المجانية في أماكن كثيرة. يمكنك سؤال البلدية، أو البحث عن «مشورة مجانية في الديون» مع اسم مدينتك. الخدمة المجانية حقًا لا تطلب منك أي دفع.",
    distress: "إذا شعرت بأن الأمر يفوق طاقتك، فمن حقك طلب العون اليوم. ليس عليك حمل هذا وحدك.",
    distress_unnamed: "إذا شعرت بأن الأمر يفوق طاقتك، فالحديث اليوم مع شخص موثوق يساعد. وفي حال الخطر، يُرجى الاتصال برقم الطوارئ في بلدك.",
    focus_title: "للمزيد حين يناسبك",
    focus_lead: "تكفي واحدة، ويمكن للبقية أن تنتظر.",
    strengths_title: "ما يسير جيدًا",
    strengths_lead: "يمكنك البناء على هذا.",
    thanks_title: "شكرًا على إجاباتك",
    thanks_text: "وصلت إجاباتك. يمكنك قراءتها مرة أخرى أدناه.",
    answers_title: "إجاباتك",
    not_answered: "دون إجابة",
    agreed: "أوافق",
    link_title: "الاحتفاظ بنتيجتك",
    link_text: "يعيدك هذا الرابط إلى هذه الصفحة. كل من لديه الرابط يستطيع قراءة نتيجتك، فيُرجى مشاركته بحذر.",
    answers_link_title: "الاحتفاظ بإجاباتك",
    answers_link_text: "يعيدك هذا الرابط إلى هذه الصفحة. كل من لديه الرابط يستطيع قراءة إجاباتك، فيُرجى مشاركته بحذر.",
    copy: "نسخ الرابط",
    copied: "تم النسخ",
    copy_failed: "لا يسمح هذا المتصفح بالنسخ هنا. يُرجى تحديد الرابط ونسخه.",
    share: "مشاركة",
    send: "إرسال إلى نفسي",
    mail_subject: |quiz| format!("صفحتي: {quiz}"),
    mail_text: |link| format!("يعيدني هذا الرابط إلى نتيجتي:\n{link}\n\nكل من لديه الرابط يستطيع قراءة نتيجتي."),
    answers_mail_text: |link| format!("يعيدني هذا الرابط إلى إجاباتي:\n{link}\n\nكل من لديه الرابط يستطيع قراءتها."),
    plan: "خطواتي في نص",
    plan_share: "مشاركة خطواتي",
    plan_copy: "نسخ خطواتي",
    plan_copy_failed: "لا يسمح هذا المتصفح بالنسخ هنا. يُرجى تحديد النص ونسخه.",
    pass_on: "إعطاء هذا الاستبيان لشخص آخر",
    pass_on_text: "يفتح هذا الرابط الاستبيان من بدايته، ولا يُظهر شيئًا من إجاباتك.",
    pass_on_share: "مشاركة الاستبيان",
    pass_on_send: "إرسال الاستبيان",
    pass_on_copy: "نسخ رابط الاستبيان",
    pass_on_mail: |link| format!("أجبت عن هذا الاستبيان. هذا رابطه لمن يود تجربته:\n{link}"),
    meaning: "ما يعنيه هذا الرقم",
    meaning_text: "لكل إجابة من 0 إلى 100 نقطة. رقم المجال هو متوسط إجاباته، ودرجتك هي متوسط جميع إجاباتك. الأرقام مقربة.",
    meaning_average: "لإجاباتك نقاط، ودرجتك هي متوسطها من 0 إلى 100. قد يكون لبعض الإجابات وزن أكبر من غيرها، والأرقام مقربة.",
    meaning_sum: "لإجاباتك نقاط، ودرجتك هي مجموعها.",
    meaning_table: "لإجاباتك نقاط. يُبحث عن مجموعها في جدول يعطي درجتك.",
    erase: "حذف إجاباتي",
    erase_title: "حذف إجاباتك؟",
    erase_text: "ستُحذف إجاباتك ونتيجتك من هنا نهائيًا، والسابقة أيضًا. لا يمكن التراجع عن ذلك.",
    erase_not: "الإبقاء على إجاباتي",
    print: "طباعة أو حفظ",
    not_advice: "هذه إرشادات عامة، وليست مشورة مالية.",

    retake_title: "الإجابة مرة أخرى",
    retake_from: |day| format!("يمكنك الإجابة عن هذا الاستبيان مرة أخرى ابتداءً من {day}."),
    retake_text: "يمكنك الإجابة عن هذا الاستبيان مرة أخرى، وستبقى هذه النتيجة محفوظة.",
    retake_button: "البدء مرة أخرى",
    retake_remind: "إضافة التاريخ إلى تقويمي",
    step_event: |quiz| format!("{quiz}: خطوتي التالية"),
    retake_event: |quiz| format!("{quiz}: الإجابة مرة أخرى"),
    retake_under_way: "هذه إجابتك عن الاستبيان مرة أخرى. نتيجتك السابقة محفوظة.",
    earlier_result: "عرض نتيجتك السابقة",
    is_earlier: "هذه نتيجة سابقة.",
    latest: "عرض أحدث نتيجة لك",

    notice_home: "الذهاب إلى الصفحة الرئيسية",
    start_again: "بدء الاستبيان من جديد",
    opens_on: |day| format!("يُفتح في {day}."),
    not_found_title: "هذه الصفحة غير موجودة",
    not_found_text: "قد يكون في العنوان خطأ أو لم يعد صالحًا. يُرجى التحقق من الرابط الذي وصلك.",
    quiz_not_found_title: "هذا الاستبيان غير موجود",
    quiz_not_found_text: "ربما أُزيل أو نقص جزء من الرابط. يُرجى التحقق من الرابط أو طلب رابط جديد ممن أرسله.",
    not_open_yet_title: "لم يُفتح هذا الاستبيان بعد",
    not_open_yet_text: "يُرجى العودة لاحقًا. سيعمل الرابط نفسه حينها.",
    closed_title: "هذا الاستبيان مغلق",
    closed_text: "لم يعد يستقبل إجابات. إذا أنهيته من قبل، فما زال رابطك الخاص يعرض نتيجتك.",
    closed_text_inapp: "لم يعد يستقبل إجابات. إذا أنهيته من قبل، فيمكنك فتحه هنا كالسابق لرؤية نتيجتك.",
    closed_midway: "أُغلق قبل انتهائك، ولم تُرسل إجاباتك.",
    full_title: "لا يستقبل هذا الاستبيان مشاركين جددًا الآن",
    full_text: "نفدت المساحة المخصصة للإجابات. إذا كنت قد بدأت، فما زال رابطك الخاص يعمل. وإلا فيُرجى إبلاغ من أعطاك هذا الرابط، أو المحاولة لاحقًا.",
    no_places_title: "لم تعد هناك أماكن",
    no_places_text: "شُغلت كل الأماكن في هذا الاستبيان. وتبقى الإجابات التي بدأت محفوظة.",
    link_not_valid_title: "هذا الرابط لا يعمل",
    link_not_valid_text: "قد ينقصه جزء، أو ربما حُذفت الإجابات. يُرجى نسخ الرابط كاملًا والمحاولة مرة أخرى.",
    erased_title: "حُذفت إجاباتك",
    erased_text: "لم تعد إجاباتك ونتيجتك موجودة، ولم يعد رابطك يعمل. إذا جرى تنزيلها من قبل، فقد تبقى نسخة منها لدى القائمين على الاستبيان.",
    session_missing_title: "لا نعرف من يجيب",
    session_missing_text: "يُرجى فتح الاستبيان من التطبيق الذي يقدمه.",
    session_refused_title: "لا نعرف من يجيب",
    session_refused_text: "أعطانا التطبيق الذي يقدم هذا الاستبيان معرّفًا لا يمكننا استخدامه. يُرجى إبلاغ القائمين عليه.",
    busy_title: "هناك ضغط كبير الآن",
    busy_text: "لم يضع شيء مما حفظته. يُرجى الانتظار دقيقة ثم إعادة تحميل هذه الصفحة.",
    too_many_requests_title: "يُرجى الانتظار لحظة",
    too_many_requests_text: "وصلت طلبات كثيرة جدًا من شبكتك. يُرجى الانتظار دقيقة ثم إعادة تحميل هذه الصفحة.",
    forbidden_title: "رابطك لا يفتح هذه الصفحة",
    forbidden_text: "يُرجى التحقق من الرابط الذي وصلك.",
    bad_request_title: "لم نتمكن من قراءة ذلك",
    bad_request_text: "كان هناك نقص فيما أرسله متصفحك. يُرجى الرجوع والمحاولة مرة أخرى.",
    broken_title: "حدث خطأ لدينا",
    broken_text: "لست السبب في ذلك، ولم يضع شيء مما حفظته. يُرجى المحاولة بعد دقيقة.",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_number_in_six_forms() {
        for (count, text) in [
            (0, "أقل من يوم"),
            (1, "يوم واحد"),
            (2, "يومان"),
            (3, "3 أيام"),
            (10, "10 أيام"),
            (11, "11 يومًا"),
            (90, "90 يومًا"),
            (100, "100 يوم"),
            (102, "102 يوم"),
            (105, "105 أيام"),
        ] {
            assert_eq!(DAYS.of(count), text);
        }
    }
}
