//! Texts for results by mail, on the page and in the message, in the languages of the pages.

use domain::PageLanguage;

pub struct ResultMailWords {
    pub title: &'static str,
    pub text: &'static str,
    pub label: &'static str,
    pub button: &'static str,
    pub sent: &'static str,
    pub sent_before: &'static str,
    pub wrong_address: &'static str,
    pub too_many: &'static str,
    /// On the page that the message leads to; `{until}` is a moment.
    pub note: &'static str,
    /// Of the message; `{quiz}` is a name.
    pub(super) subject: &'static str,
    pub(super) body: &'static str,
    pub(super) open: &'static str,
    pub(super) why: &'static str,
}

pub fn result_mail_words(language: PageLanguage) -> &'static ResultMailWords {
    match language {
        PageLanguage::Ar => &AR,
        PageLanguage::De => &DE,
        PageLanguage::En => &EN,
        PageLanguage::Es => &ES,
        PageLanguage::Fr => &FR,
        PageLanguage::PtBr => &PT_BR,
    }
}

static EN: ResultMailWords = ResultMailWords {
    title: "Send me my result",
    text: "You get a message with a link to this result, which works for 30 days. The address is deleted once the message \
           has gone.",
    label: "E-mail address",
    button: "Send",
    sent: "The message is on its way. If it does not arrive, look in the junk folder.",
    sent_before: "A message with this result was asked for before; there is one for each result.",
    wrong_address: "That is not an e-mail address. Check it and send it again.",
    too_many: "No message can be sent at the moment. Try again tomorrow, or keep the link on this page.",
    note: "A message has led to this page. Its link works until {until}.",
    subject: "{quiz}: your result",
    body: "Here is the link to a result of “{quiz}”. It works until {until}.",
    open: "Open the result",
    why: "This address was entered on the page of a result. If that was not you, there is nothing to do.",
};

static DE: ResultMailWords = ResultMailWords {
    title: "Das Ergebnis zuschicken",
    text: "Es kommt eine Nachricht mit einem Link zu diesem Ergebnis, der 30 Tage lang funktioniert. Die Adresse wird \
           gelöscht, sobald die Nachricht verschickt ist.",
    label: "E-Mail-Adresse",
    button: "Zuschicken",
    sent: "Die Nachricht ist unterwegs. Wenn sie nicht ankommt, hilft ein Blick in den Spam-Ordner.",
    sent_before: "Zu diesem Ergebnis wurde schon eine Nachricht verlangt; zu jedem Ergebnis gibt es eine.",
    wrong_address: "Das ist keine E-Mail-Adresse. Bitte prüfen und noch einmal abschicken.",
    too_many: "Gerade kann keine Nachricht verschickt werden. Bitte morgen noch einmal versuchen oder den Link auf dieser \
               Seite aufheben.",
    note: "Eine Nachricht hat auf diese Seite geführt. Ihr Link funktioniert bis {until}.",
    subject: "{quiz}: das Ergebnis",
    body: "Hier ist der Link zu einem Ergebnis von „{quiz}“. Er funktioniert bis {until}.",
    open: "Ergebnis öffnen",
    why: "Diese Adresse wurde auf der Seite eines Ergebnisses eingegeben. War das ein Irrtum, ist nichts zu tun.",
};

static ES: ResultMailWords = ResultMailWords {
    title: "Enviarme el resultado",
    text: "Llega un mensaje con un enlace a este resultado, que funciona durante 30 días. La dirección se borra cuando el \
           mensaje ha salido.",
    label: "Correo electrónico",
    button: "Enviar",
    sent: "El mensaje está en camino. Si no llega, conviene mirar en la carpeta de correo no deseado.",
    sent_before: "Ya se pidió un mensaje con este resultado; hay uno por resultado.",
    wrong_address: "No es una dirección de correo. Revísala y envíala otra vez.",
    too_many: "Ahora no se puede enviar ningún mensaje. Inténtalo mañana o guarda el enlace de esta página.",
    note: "Un mensaje ha llevado a esta página. Su enlace funciona hasta: {until}.",
    subject: "{quiz}: el resultado",
    body: "Este es el enlace a un resultado de «{quiz}». Funciona hasta: {until}.",
    open: "Abrir el resultado",
    why: "Esta dirección se escribió en la página de un resultado. Si fue un error, no hay que hacer nada.",
};

static FR: ResultMailWords = ResultMailWords {
    title: "M’envoyer le résultat",
    text: "Un message arrive avec un lien vers ce résultat, qui fonctionne pendant 30 jours. L’adresse est effacée dès que \
           le message est parti.",
    label: "Adresse e-mail",
    button: "Envoyer",
    sent: "Le message est en route. S’il n’arrive pas, il est peut-être dans les courriers indésirables.",
    sent_before: "Un message avec ce résultat a déjà été demandé ; il y en a un par résultat.",
    wrong_address: "Ce n’est pas une adresse e-mail. Vérifiez-la et envoyez-la de nouveau.",
    too_many: "Aucun message ne peut être envoyé pour le moment. Réessayez demain ou gardez le lien de cette page.",
    note: "Un message a mené à cette page. Son lien fonctionne jusqu’au {until}.",
    subject: "{quiz} : le résultat",
    body: "Voici le lien vers un résultat de « {quiz} ». Il fonctionne jusqu’au {until}.",
    open: "Ouvrir le résultat",
    why: "Cette adresse a été saisie sur la page d’un résultat. Si c’était une erreur, il n’y a rien à faire.",
};

static PT_BR: ResultMailWords = ResultMailWords {
    title: "Enviar meu resultado",
    text: "Chega uma mensagem com um link para este resultado, que funciona por 30 dias. O endereço é apagado assim que a \
           mensagem sai.",
    label: "E-mail",
    button: "Enviar",
    sent: "A mensagem está a caminho. Se não chegar, vale olhar na pasta de spam.",
    sent_before: "Uma mensagem com este resultado já foi pedida; há uma por resultado.",
    wrong_address: "Isso não é um e-mail. Confira e envie de novo.",
    too_many: "Nenhuma mensagem pode ser enviada agora. Tente amanhã ou guarde o link desta página.",
    note: "Uma mensagem trouxe a esta página. O link dela funciona até {until}.",
    subject: "{quiz}: o resultado",
    body: "Este é o link para um resultado de “{quiz}”. Ele funciona até {until}.",
    open: "Abrir o resultado",
    why: "Este endereço foi digitado na página de um resultado. Se foi engano, não é preciso fazer nada.",
};

static AR: ResultMailWords = ResultMailWords {
    title: "إرسال النتيجة إليّ",
    text: "تصل رسالة فيها رابط إلى هذه النتيجة يعمل لمدة 30 يومًا. يُحذف العنوان بعد إرسال الرسالة.",
    label: "البريد الإلكتروني",
    button: "إرسال",
    sent: "الرسالة في طريقها. إن لم تصل فقد تكون في مجلد الرسائل غير المرغوب فيها.",
    sent_before: "طُلبت رسالة بهذه النتيجة من قبل؛ لكل نتيجة رسالة واحدة.",
    wrong_address: "هذا ليس عنوان بريد إلكتروني. يُرجى التحقق منه وإرساله مرة أخرى.",
    too_many: "لا يمكن إرسال رسالة الآن. يمكن المحاولة غدًا أو الاحتفاظ بالرابط في هذه الصفحة.",
    note: "قادت رسالة إلى هذه الصفحة. يعمل رابطها حتى {until}.",
    subject: "{quiz}: النتيجة",
    body: "هذا رابط نتيجة من «{quiz}». يعمل حتى {until}.",
    open: "فتح النتيجة",
    why: "كُتب هذا العنوان في صفحة نتيجة. إن كان ذلك خطأً فلا حاجة إلى فعل شيء.",
};

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    #[test]
    fn every_language_has_each_text_with_its_placeholders() {
        for language in Language::OF_PAGES {
            let words = result_mail_words(language.of_pages());
            for (text, placeholders) in [
                (words.subject, &["{quiz}"][..]),
                (words.body, &["{quiz}", "{until}"]),
                (words.note, &["{until}"]),
                (words.text, &[]),
                (words.why, &[]),
            ] {
                assert_eq!(text.matches('{').count(), placeholders.len(), "{text}");
                assert!(placeholders.iter().all(|placeholder| text.contains(placeholder)), "{text}");
            }
            assert!(words.text.contains("30"), "{}", words.text);
        }
    }
}
