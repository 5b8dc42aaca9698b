//! The fixed words of messages to invited people, and of the page that ends them, in the languages of the pages. They are
//! polite and familiar alike.

use app::words;
use domain::{Language, PageLanguage, Quiz, Timestamp};

use crate::zone;

/// Placeholders are those of the owner's texts.
pub(super) struct MailWords {
    pub(super) invitation: (&'static str, &'static str),
    pub(super) reminder: (&'static str, &'static str),
    /// About one quiz of which an occasion is open; `{closes}` is the last day.
    pub(super) occasion: (&'static str, &'static str),
    /// About several; their names, and the last day of each, stand below.
    pub(super) occasions: (&'static str, &'static str),
    /// `{closes}` is the last day.
    pub(super) last_day: &'static str,
    pub(super) open: &'static str,
    /// Before the address in plain.
    pub(super) or_open: &'static str,
    /// `{from}` is the namespace.
    pub(super) why: &'static str,
    pub(super) stop: &'static str,
}

/// The page that ends messages.
pub struct OptOutWords {
    pub title: &'static str,
    /// `{quiz}` and `{from}` are names.
    pub text: &'static str,
    /// Of a message about several quizzes, which ends them all.
    pub text_of_all: &'static str,
    pub of_quiz: &'static str,
    pub of_all: &'static str,
    pub done_title: &'static str,
    pub done_text: &'static str,
}

/// In the quiz's time zone.
pub(super) fn moment(at: Timestamp, quiz: &Quiz, language: Language) -> String {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds())).unwrap_or_default();
    let at = at.to_zoned(zone::zone_of(&quiz.settings));
    let day = words::date(language, at.day().unsigned_abs(), usize::try_from(at.month()).unwrap_or(1), at.year());
    words::moment(language, &day, &at.strftime("%H:%M").to_string(), quiz.settings.time_zone.as_str())
}

/// The day before an end in the quiz's time zone, or the moment of the end if it is none of midnight.
pub(super) fn last_day(end: Timestamp, quiz: &Quiz, language: Language) -> String {
    let zone = zone::zone_of(&quiz.settings);
    let day = zone::day_of(end, &zone);
    if zone::start_of(day, &zone) != end {
        return moment(end, quiz, language);
    }
    let noon = zone::hour_of(day, 12, &zone).later_by(-24 * 60 * 60);
    let noon = jiff::Timestamp::from_nanosecond(i128::from(noon.nanoseconds())).unwrap_or_default().to_zoned(zone);
    words::date(language, noon.day().unsigned_abs(), usize::try_from(noon.month()).unwrap_or(1), noon.year())
}

pub(super) fn mail_words(language: PageLanguage) -> &'static MailWords {
    match language {
        PageLanguage::Ar => &AR,
        PageLanguage::De => &DE,
        PageLanguage::En => &EN,
        PageLanguage::Es => &ES,
        PageLanguage::Fr => &FR,
        PageLanguage::PtBr => &PT_BR,
    }
}

static EN: MailWords = MailWords {
    invitation: (
        "{quiz}: your personal link",
        "Hello {name},\n\nyou are invited to answer “{quiz}”. The link below is yours alone: with it, answers are given in \
         your name.\n\nIt works until {closes}.",
    ),
    reminder: (
        "{quiz}: not finished yet",
        "Hello {name},\n\n“{quiz}” is not finished yet. The link below leads to it; any answers given before are \
         kept.\n\nIt works until {closes}.",
    ),
    occasion: (
        "{quiz}: time to answer",
        "Hello {name},\n\n“{quiz}” can be answered now. The link below is yours alone: with it, answers are given in your \
         name.\n\nLast day: {closes}.",
    ),
    occasions: (
        "Several questionnaires to answer",
        "Hello {name},\n\nThese questionnaires can be answered now. The links are yours alone: with them, answers are given \
         in your name.",
    ),
    last_day: "Last day: {closes}.",
    open: "Open the questionnaire",
    or_open: "Or open this address:",
    why: "{from} has invited you with this address.",
    stop: "No more messages like this",
};

static DE: MailWords = MailWords {
    invitation: (
        "{quiz}: der persönliche Link",
        "Guten Tag {name},\n\nhier ist die Einladung zu „{quiz}“. Der Link unten ist persönlich: Wer ihn hat, antwortet \
         unter diesem Namen.\n\nEr funktioniert bis {closes}.",
    ),
    reminder: (
        "{quiz}: noch nicht fertig",
        "Guten Tag {name},\n\n„{quiz}“ ist noch nicht fertig. Der Link unten führt hin; was schon beantwortet wurde, bleibt \
         erhalten.\n\nEr funktioniert bis {closes}.",
    ),
    occasion: (
        "{quiz}: Zeit zu antworten",
        "Guten Tag {name},\n\n„{quiz}“ kann jetzt beantwortet werden. Der Link unten ist persönlich: Wer ihn hat, \
         antwortet unter diesem Namen.\n\nLetzter Tag: {closes}.",
    ),
    occasions: (
        "Mehrere Fragebögen zu beantworten",
        "Guten Tag {name},\n\ndiese Fragebögen können jetzt beantwortet werden. Die Links sind persönlich: Wer sie hat, \
         antwortet unter diesem Namen.",
    ),
    last_day: "Letzter Tag: {closes}.",
    open: "Fragebogen öffnen",
    or_open: "Oder diese Adresse öffnen:",
    why: "{from} hat an diese Adresse eingeladen.",
    stop: "Keine solchen Nachrichten mehr",
};

static ES: MailWords = MailWords {
    invitation: (
        "{quiz}: el enlace personal",
        "Hola, {name}:\n\nesta es la invitación a responder «{quiz}». El enlace de abajo es personal: quien lo tiene \
         responde con este nombre.\n\nFunciona hasta: {closes}.",
    ),
    reminder: (
        "{quiz}: falta terminar",
        "Hola, {name}:\n\n«{quiz}» está sin terminar. El enlace de abajo lleva al cuestionario; si ya hay respuestas, \
         se conservan.\n\nFunciona hasta: {closes}.",
    ),
    occasion: (
        "{quiz}: es hora de responder",
        "Hola, {name}:\n\nYa se puede responder a «{quiz}». El enlace de abajo es personal: quien lo tiene responde con \
         este nombre.\n\nÚltimo día: {closes}.",
    ),
    occasions: (
        "Varios cuestionarios por responder",
        "Hola, {name}:\n\nYa se puede responder a estos cuestionarios. Los enlaces son personales: quien los tiene \
         responde con este nombre.",
    ),
    last_day: "Último día: {closes}.",
    open: "Abrir el cuestionario",
    or_open: "O abrir esta dirección:",
    why: "{from} envió la invitación a esta dirección.",
    stop: "No recibir más mensajes como este",
};

static FR: MailWords = MailWords {
    invitation: (
        "{quiz} : le lien personnel",
        "Bonjour {name},\n\nvoici l’invitation à répondre à « {quiz} ». Le lien ci-dessous est personnel : avec lui, on \
         répond sous ce nom.\n\nIl fonctionne jusqu’au {closes}.",
    ),
    reminder: (
        "{quiz} : pas encore terminé",
        "Bonjour {name},\n\n« {quiz} » n’est pas encore terminé. Le lien ci-dessous y mène ; les réponses déjà données, \
         s’il y en a, sont conservées.\n\nIl fonctionne jusqu’au {closes}.",
    ),
    occasion: (
        "{quiz} : c’est le moment de répondre",
        "Bonjour {name},\n\nOn peut maintenant répondre à « {quiz} ». Le lien ci-dessous est personnel : avec lui, on \
         répond sous ce nom.\n\nDernier jour : {closes}.",
    ),
    occasions: (
        "Plusieurs questionnaires à remplir",
        "Bonjour {name},\n\nOn peut maintenant répondre à ces questionnaires. Les liens sont personnels : avec eux, on \
         répond sous ce nom.",
    ),
    last_day: "Dernier jour : {closes}.",
    open: "Ouvrir le questionnaire",
    or_open: "Ou ouvrir cette adresse :",
    why: "{from} a envoyé l’invitation à cette adresse.",
    stop: "Ne plus recevoir de tels messages",
};

static PT_BR: MailWords = MailWords {
    invitation: (
        "{quiz}: o link pessoal",
        "Olá, {name},\n\neste é o convite para responder a “{quiz}”. O link abaixo é pessoal: quem o tem responde com \
         este nome.\n\nEle funciona até {closes}.",
    ),
    reminder: (
        "{quiz}: falta terminar",
        "Olá, {name},\n\n“{quiz}” ainda não está terminado. O link abaixo leva até ele; se já houver respostas, elas são \
         mantidas.\n\nEle funciona até {closes}.",
    ),
    occasion: (
        "{quiz}: hora de responder",
        "Olá, {name},\n\nJá é possível responder a “{quiz}”. O link abaixo é pessoal: quem o tem responde com este \
         nome.\n\nÚltimo dia: {closes}.",
    ),
    occasions: (
        "Vários questionários para responder",
        "Olá, {name},\n\nJá é possível responder a estes questionários. Os links são pessoais: quem os tem responde com \
         este nome.",
    ),
    last_day: "Último dia: {closes}.",
    open: "Abrir o questionário",
    or_open: "Ou abrir este endereço:",
    why: "{from} enviou o convite a este endereço.",
    stop: "Não receber mais mensagens como esta",
};

static AR: MailWords = MailWords {
    invitation: (
        "{quiz}: الرابط الشخصي",
        "مرحبًا {name}،\n\nهذه دعوة للإجابة عن «{quiz}». الرابط أدناه شخصي: من يملكه يجيب بهذا الاسم.\n\nيعمل الرابط \
         حتى {closes}.",
    ),
    reminder: (
        "{quiz}: لم يكتمل بعد",
        "مرحبًا {name}،\n\nلم يكتمل «{quiz}» بعد. الرابط أدناه يؤدي إليه، وتبقى الإجابات السابقة محفوظة إن وُجدت.\n\nيعمل \
         الرابط حتى {closes}.",
    ),
    occasion: (
        "{quiz}: حان وقت الإجابة",
        "مرحبًا {name}،\n\nيمكن الآن الإجابة عن «{quiz}». الرابط أدناه شخصي: من يملكه يجيب بهذا الاسم.\n\nآخر يوم: \
         {closes}.",
    ),
    occasions: (
        "عدة استبيانات في انتظار الإجابة",
        "مرحبًا {name}،\n\nيمكن الآن الإجابة عن هذه الاستبيانات. الروابط شخصية: من يملكها يجيب بهذا الاسم.",
    ),
    last_day: "آخر يوم: {closes}.",
    open: "فتح الاستبيان",
    or_open: "أو فتح هذا العنوان:",
    why: "أرسلت {from} الدعوة إلى هذا العنوان.",
    stop: "إيقاف مثل هذه الرسائل",
};

/// The words of the page that ends messages.
pub fn opt_out_words(language: PageLanguage) -> &'static OptOutWords {
    match language {
        PageLanguage::Ar => &OptOutWords {
            title: "إيقاف الرسائل؟",
            text: "لن تصل إلى هذا العنوان رسائل أخرى عن «{quiz}»، أو عن أي استبيان من {from}. يبقى الرابط الشخصي صالحًا.",
            text_of_all: "لن تصل إلى هذا العنوان رسائل أخرى من {from}. تبقى الروابط الشخصية صالحة.",
            of_quiz: "لا رسائل عن هذا الاستبيان",
            of_all: "لا رسائل من {from}",
            done_title: "تم إيقاف الرسائل",
            done_text: "لن تصل إلى هذا العنوان رسائل أخرى من هذا النوع.",
        },
        PageLanguage::De => &OptOutWords {
            title: "Nachrichten beenden?",
            text: "An diese Adresse gehen dann keine Nachrichten zu „{quiz}“ mehr, oder gar keine von {from}. Der persönliche \
                   Link funktioniert weiter.",
            text_of_all: "An diese Adresse gehen dann keine Nachrichten von {from} mehr. \
                          Die persönlichen Links funktionieren weiter.",
            of_quiz: "Keine Nachrichten zu diesem Fragebogen",
            of_all: "Keine Nachrichten von {from}",
            done_title: "Die Nachrichten sind beendet",
            done_text: "An diese Adresse gehen keine solchen Nachrichten mehr.",
        },
        PageLanguage::En => &OptOutWords {
            title: "End messages?",
            text: "This address then gets no more messages about “{quiz}”, or none from {from} at all. The personal link goes \
                   on working.",
            text_of_all: "This address then gets no more messages from {from}. \
                          The personal links go on working.",
            of_quiz: "No messages about this questionnaire",
            of_all: "No messages from {from}",
            done_title: "Messages have ended",
            done_text: "This address gets no more messages like this.",
        },
        PageLanguage::Es => &OptOutWords {
            title: "¿Terminar los mensajes?",
            text: "Esta dirección ya no recibirá mensajes sobre «{quiz}», o ninguno de {from}. El enlace personal sigue \
                   funcionando.",
            text_of_all: "Esta dirección ya no recibirá mensajes de {from}. \
                          Los enlaces personales siguen funcionando.",
            of_quiz: "Ningún mensaje sobre este cuestionario",
            of_all: "Ningún mensaje de {from}",
            done_title: "Los mensajes terminaron",
            done_text: "Esta dirección ya no recibe mensajes como este.",
        },
        PageLanguage::Fr => &OptOutWords {
            title: "Arrêter les messages ?",
            text: "Cette adresse ne recevra plus de messages au sujet de « {quiz} », ou plus aucun de {from}. Le lien personnel \
                   continue de fonctionner.",
            text_of_all: "Cette adresse ne recevra plus de messages de {from}. \
                          Les liens personnels continuent de fonctionner.",
            of_quiz: "Aucun message sur ce questionnaire",
            of_all: "Aucun message de {from}",
            done_title: "Les messages sont arrêtés",
            done_text: "Cette adresse ne reçoit plus de tels messages.",
        },
        PageLanguage::PtBr => &OptOutWords {
            title: "Parar as mensagens?",
            text: "Este endereço não receberá mais mensagens sobre “{quiz}”, ou nenhuma de {from}. O link pessoal continua \
                   funcionando.",
            text_of_all: "Este endereço não receberá mais mensagens de {from}. \
                          Os links pessoais continuam funcionando.",
            of_quiz: "Nenhuma mensagem sobre este questionário",
            of_all: "Nenhuma mensagem de {from}",
            done_title: "As mensagens pararam",
            done_text: "Este endereço não recebe mais mensagens como esta.",
        },
    }
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    #[test]
    fn every_language_has_each_text_with_its_placeholders() {
        for language in Language::OF_PAGES {
            let words = mail_words(language.of_pages());
            for (subject, body) in [words.invitation, words.reminder, words.occasion] {
                assert!(subject.contains("{quiz}") && !subject.contains('\n'), "{subject}");
                for placeholder in ["{name}", "{quiz}", "{closes}"] {
                    assert_eq!(body.matches(placeholder).count(), 1, "{placeholder} in {body}");
                }
                assert_eq!(body.matches("\n\n").count(), 2, "{body}");
            }
            let (subject, body) = words.occasions;
            assert!(!subject.contains(['{', '\n']) && body.matches("{name}").count() == 1, "{body}");
            assert!(words.last_day.contains("{closes}") && words.occasion.1.ends_with(words.last_day));
            assert!(words.why.contains("{from}"));
            let page = opt_out_words(language.of_pages());
            assert!(page.text_of_all.contains("{from}") && !page.text_of_all.contains("{quiz}"));
            assert!(page.text.contains("{quiz}") && page.text.contains("{from}") && page.of_all.contains("{from}"));
        }
    }
}
