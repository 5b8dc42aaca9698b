//! The words of the pages, in English and in Spanish; the words of questions and cards are the domain's. A text that
//! holds numbers or names is a function of them.

use std::cmp::Ordering;

use domain::{Category, Language, PageLanguage, Points, QuizKind, Words};

type Text = &'static str;

/// Declares each text with its words in English and in Spanish, so that none is without the other.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $english:expr, $spanish:expr;)+) => {
        pub(crate) struct Texts {
            $($(#[$doc])* pub(crate) $name: $type,)+
        }

        static EN: Texts = Texts { $($name: $english,)+ };
        static ES: Texts = Texts { $($name: $spanish,)+ };
    };
}

texts! {
    product: Text = "Quiz Answers", "Quiz Answers";
    skip_to_content: Text = "Skip to the content", "Ir al contenido";
    language_label: Text = "Language", "Idioma";
    no_cookies: Text = "These pages use no cookies.", "Estas páginas no usan cookies.";

    home_title: Text =
        "A few questions about money, and what to do next",
        "Unas preguntas sobre el dinero, y qué hacer después";
    home_lead: Text =
        "Answer at your own pace. You’ll see where you stand and what small steps you can take this week.",
        "Responde a tu ritmo. Verás cómo estás y qué pequeños pasos puedes dar esta semana.";
    home_quizzes: Text = "Choose a quiz", "Elige un cuestionario";
    home_embedded: Text = "As it looks inside another app", "Así se ve dentro de otra aplicación";
    home_empty: Text =
        "To answer a quiz, open the link you were given.",
        "Para responder un cuestionario, abre el enlace que te dieron.";
    home_docs: Text = "For developers: the API", "Para desarrolladores: la API";

    greeting: fn(&str) -> String = |name| format!("Hello, {name}."), |name| format!("Hola, {name}.");
    start_expect: Text = "What to expect", "Cómo funciona";
    /// Number of questions, and of minutes they take.
    start_length: fn(usize, usize) -> String =
        |questions, minutes| match (questions, minutes) {
            (1, _) => "One question. It’ll take about a minute.".to_owned(),
            (_, 1) => format!("{questions} short questions. They’ll take about a minute."),
            _ => format!("{questions} short questions. They’ll take about {minutes} minutes."),
        },
        |questions, minutes| match (questions, minutes) {
            (1, _) => "Una pregunta. Te llevará un minuto.".to_owned(),
            (_, 1) => format!("{questions} preguntas cortas. Te llevarán cerca de un minuto."),
            _ => format!("{questions} preguntas cortas. Te llevarán unos {minutes} minutos."),
        };
    /// Says to what extent answers can be traced to the respondent.
    start_identity: fn(QuizKind) -> Text =
        |kind| match kind {
            QuizKind::Open => "You won’t be asked for your name or email address.",
            QuizKind::InApp => "Your answers aren’t anonymous: the app you came from can link them to you.",
            QuizKind::Invited => "Your answers aren’t anonymous: they’re linked to your invitation.",
        },
        |kind| match kind {
            QuizKind::Open => "No te pediremos tu nombre ni tu correo electrónico.",
            QuizKind::InApp => "Tus respuestas no son anónimas: la aplicación de la que vienes puede asociarlas contigo.",
            QuizKind::Invited => "Tus respuestas no son anónimas: quedan asociadas a tu invitación.",
        };
    start_saved: Text =
        "Your answers are saved as you go. You can change them until the end.",
        "Tus respuestas se van guardando. Puedes cambiarlas hasta el final.";
    /// Says how to return to an unfinished quiz.
    start_return: fn(QuizKind) -> Text =
        |kind| match kind {
            QuizKind::Open => "You get a link of your own. Keep it if you want to stop and come back.",
            QuizKind::InApp => "You can stop at any time. To come back, open the quiz in the same app.",
            QuizKind::Invited => "You can stop at any time. To come back, open the same link.",
        },
        |kind| match kind {
            QuizKind::Open => "Tendrás un enlace propio. Guárdalo si quieres parar y volver después.",
            QuizKind::InApp => {
                "Puedes parar en cualquier momento. Para volver, abre el cuestionario en la misma aplicación."
            }
            QuizKind::Invited => "Puedes parar en cualquier momento. Para volver, abre el mismo enlace.",
        };
    start_no_wrong: Text =
        "There are no right or wrong answers. Your best guess is fine.",
        "No hay respuestas buenas ni malas. Basta con una idea aproximada.";
    start_button: Text = "Start", "Empezar";
    /// Where this tab has left questions open.
    resume_text: Text =
        "You’ve already begun this quiz. If you press Start, you’ll begin again with no answers.",
        "Ya empezaste este cuestionario. Si eliges Empezar, comenzarás de nuevo, sin respuestas.";
    resume: Text = "Continue where you stopped", "Continuar donde quedaste";
    run_by: fn(&str) -> String = |name| format!("Run by {name}"), |name| format!("A cargo de {name}");
    seen_by: fn(&str) -> String =
        |name| format!("Answers seen by {name}"),
        |name| format!("Respuestas visibles para {name}");
    kept: fn(&str) -> String = |time| format!("Kept {time}"), |time| format!("Se guardan {time}");
    privacy: Text = "Privacy", "Privacidad";
    contact: Text = "Contact", "Contacto";
    /// When the owner has set none of these.
    trust_unnamed: Text =
        "Want to know who sees your answers? Ask where you got this link.",
        "¿Quieres saber quién ve tus respuestas? Pregunta a quien te dio este enlace.";

    /// `#` stands for the number of the question, then for how many there are.
    progress: Text = "Question # of #", "Pregunta # de #";
    back: Text = "Back", "Atrás";
    proceed: Text = "Continue", "Continuar";
    finish: Text = "See my result", "Ver mi resultado";
    /// Where no result follows.
    send_answers: Text = "Send my answers", "Enviar mis respuestas";
    skip: Text = "Skip this question", "Saltar esta pregunta";
    optional: Text = "You can skip this one.", "Puedes saltar esta pregunta.";
    /// Before the respondent's own link, on the way.
    own_link: Text =
        "To stop now and come back later, keep this link. Anyone who has it can see your answers.",
        "Para parar ahora y volver después, guarda este enlace. Quien lo tenga puede ver tus respuestas.";
    /// What a tap on an answer does, and the label of the preference for it.
    tapping: Text =
        "Tapping an answer takes you to the next question",
        "Al tocar una respuesta, pasas a la siguiente pregunta";
    error_title: Text = "Choose an answer", "Elige una respuesta";
    error_prefix: Text = "Error:", "Error:";
    error_choose: Text = "Choose the answer that fits you best", "Elige la respuesta que mejor te describe";

    saving: Text = "Saving…", "Guardando…";
    saved: Text = "Saved", "Guardado";
    not_saved: Text =
        "You may be offline. Your answer is kept on this page; keep going.",
        "Puede que no tengas conexión. Tu respuesta queda en esta página; puedes seguir.";
    retry: Text = "Try now", "Intentar ahora";
    refused: Text =
        "This answer couldn’t be saved. Reload the page to see where things stand.",
        "Esta respuesta no se pudo guardar. Recarga la página para ver cómo quedó todo.";
    reload: Text = "Reload", "Recargar";
    finishing: Text = "Working out your result…", "Preparando tu resultado…";

    result_title: Text = "Your result", "Tu resultado";
    result_date: fn(&str) -> String =
        |date| format!("From your answers on {date}"),
        |date| format!("Según tus respuestas del {date}");
    out_of_100: Text = "of 100", "de 100";
    /// The text alternative of the gauge.
    gauge_label: fn(u8) -> String =
        |score| format!("Your score is {score} of 100."),
        |score| format!("Tu puntaje es {score} de 100.");
    /// By band.
    band_title: [Text; 3] =
        ["Money is tight right now", "You’re getting by", "You’re on firm ground"],
        ["Ahora el dinero está muy justo", "Vas saliendo adelante", "Pisas terreno firme"];
    band_text: [Text; 3] =
        [
            "You don’t have to fix everything at once. Begin with the first step below.",
            "Some things are going well and others are harder. The steps below show where a small change helps most.",
            "Most things are working well. Below is what you could strengthen, and what to keep doing.",
        ],
        [
            "No tienes que resolver todo de una vez. Empieza por el primer paso.",
            "Algunas cosas van bien y otras cuestan más. Los pasos de abajo muestran dónde un pequeño cambio ayuda más.",
            "Casi todo va bien. Abajo verás qué puedes reforzar y qué conviene mantener.",
        ];
    band_short: [Text; 3] =
        ["Could use some help", "Getting there", "Going well"],
        ["Por reforzar", "Va mejorando", "Va bien"];
    /// In the place of the band's text, for a score of 100.
    perfect_text: Text =
        "Everything you told us about is going well. That takes care, day after day, and you can be proud of it.",
        "Todo lo que nos contaste va bien. Eso pide cuidado día tras día, y puedes sentir orgullo.";
    /// Beside the number in the lowest band.
    number_note: Text = "This number describes a situation, not you.", "Este número describe una situación, no a ti.";
    /// By category.
    category: [Text; 4] =
        ["Spending", "Saving", "Borrowing", "Planning"],
        ["Gastos", "Ahorro", "Deudas", "Planificación"];
    categories_title: Text = "Area by area", "Área por área";
    no_score_title: Text = "No overall score this time", "Esta vez no hay puntaje general";
    no_score_text: Text =
        "You skipped a question that the score needs, and that’s fine. Everything you did answer counts below.",
        "Dejaste sin responder una pregunta que hace falta para calcularlo, y no pasa nada. Tomamos en cuenta todo lo que sí respondiste.";
    no_category_score: Text = "Not enough answers for a score", "Faltan respuestas para el puntaje";
    changes_title: Text = "Since last time", "Desde la última vez";
    /// The day of the earlier result, its score, and the score now.
    changed_score: fn(&str, u8, u8) -> String =
        |day, before, now| match now.cmp(&before) {
            Ordering::Less => {
                format!(
                    "On {day} your score was {before}. Now it’s {now}. Hard times happen, and one step is a good way back."
                )
            }
            Ordering::Equal => format!("Your score is the same as on {day}: {now}."),
            Ordering::Greater => format!("On {day} your score was {before}. Now it’s {now}."),
        },
        |day, before, now| match now.cmp(&before) {
            Ordering::Less => format!(
                "El {day} tu puntaje era {before}. Ahora es {now}. Hay épocas difíciles, y un solo paso ayuda a retomar."
            ),
            Ordering::Equal => format!("Tu puntaje es el mismo que el {day}: {now}."),
            Ordering::Greater => format!("El {day} tu puntaje era {before}. Ahora es {now}."),
        };
    /// The day of the earlier result, where only areas can be compared.
    changed_areas: fn(&str) -> String =
        |day| format!("Compared with your result of {day}:"),
        |day| format!("En comparación con tu resultado del {day}:");
    unchanged: Text = "no change", "sin cambios";
    start_here: Text = "Start here", "Empieza por aquí";
    /// Number of steps that are folded away.
    more_steps: fn(usize) -> String =
        |count| if count == 1 { "One more step".to_owned() } else { format!("{count} more steps") },
        |count| if count == 1 { "Un paso más".to_owned() } else { format!("{count} pasos más") };
    ticks_note: Text =
        "Tick what you’ve done. Only this device remembers it.",
        "Marca lo que ya hiciste. Solo se guarda en este dispositivo.";
    remind: Text = "Add a reminder to my calendar", "Recordármelo en mi calendario";
    find_help: Text = "How to find free help", "Cómo encontrar ayuda gratuita";
    /// When the owner has set no help links.
    help_unnamed: Text =
        "Free advice exists in many places. Ask your town hall, or search for “free debt advice” and the name of your town. A service that’s really free never asks you to pay.",
        "En muchos lugares hay ayuda gratuita. Pregunta en tu municipio o busca “ayuda gratuita con deudas” y el nombre de tu ciudad. Un servicio que de verdad es gratuito nunca te pide pagar.";
    /// In the lowest band, above the owner's help links.
    distress: Text =
        "If it all feels like too much, reach out today. You don’t have to carry this alone.",
        "Si todo esto te supera, pide ayuda hoy mismo. No tienes que enfrentarlo por tu cuenta.";
    distress_unnamed: Text =
        "If it all feels like too much, talk to someone you trust today. If you’re in danger, call your local emergency number.",
        "Si todo esto te supera, habla hoy con alguien de confianza. Si estás en peligro, llama al número de emergencias de tu país.";
    focus_title: Text = "When you’re ready for more", "Cuando quieras seguir";
    focus_lead: Text = "What matters most comes first.", "Lo más importante va primero.";
    strengths_title: Text = "What’s going well", "Lo que va bien";
    strengths_lead: Text = "You can build on this.", "Puedes apoyarte en esto.";
    thanks_title: Text = "Thank you for your answers", "Gracias por tus respuestas";
    thanks_text: Text =
        "Your answers have been sent. You can read them again below.",
        "Tus respuestas fueron enviadas. Abajo puedes volver a leerlas.";
    answers_title: Text = "Your answers", "Tus respuestas";
    not_answered: Text = "Not answered", "Sin respuesta";
    link_title: Text = "Keep your result", "Guarda tu resultado";
    link_text: Text =
        "Use this link to come back to this page. Anyone who has it can read your result, so share it with care.",
        "Usa este enlace para volver a esta página. Quien lo tenga puede leer tu resultado: compártelo con cuidado.";
    copy: Text = "Copy the link", "Copiar el enlace";
    copied: Text = "Copied", "Copiado";
    copy_failed: Text =
        "This browser doesn’t allow copying here. Select the link and copy it.",
        "Este navegador no permite copiar aquí. Selecciona el enlace y cópialo.";
    share: Text = "Share", "Compartir";
    send: Text = "Send to myself", "Enviármelo";
    /// Of the message to oneself, by the quiz's name.
    mail_subject: fn(&str) -> String = |quiz| format!("My page: {quiz}"), |quiz| format!("Mi página: {quiz}");
    /// With the link.
    mail_text: fn(&str) -> String =
        |link| format!("This link leads back to my result:\n{link}\n\nAnyone who has it can read my result."),
        |link| {
            format!("Con este enlace vuelvo a mi resultado:\n{link}\n\nQuien lo tenga puede leer mi resultado.")
        };
    print: Text = "Print or save", "Imprimir o guardar";
    not_advice: Text =
        "This is general guidance, not financial advice.",
        "Esto es orientación general, no asesoría financiera.";

    retake_title: Text = "Take the quiz again", "Haz el cuestionario otra vez";
    /// From which day.
    retake_from: fn(&str) -> String =
        |day| format!("You can take this quiz again from {day}."),
        |day| format!("Puedes hacerlo otra vez a partir del {day}.");
    retake_text: Text =
        "You can take this quiz again. We’ll keep this result.",
        "Puedes hacer este cuestionario otra vez. Conservaremos este resultado.";
    retake_button: Text = "Take it again", "Hacerlo otra vez";
    retake_remind: Text = "Add the day to my calendar", "Agregar la fecha a mi calendario";
    /// Titles of calendar entries, by the quiz's name.
    step_event: fn(&str) -> String = |quiz| format!("{quiz}: my next step"), |quiz| format!("{quiz}: mi próximo paso");
    retake_event: fn(&str) -> String =
        |quiz| format!("{quiz}: take it again"),
        |quiz| format!("{quiz}: hacerlo otra vez");
    /// While the quiz is taken again.
    retake_under_way: Text =
        "You’re taking this quiz again. Your earlier result is kept.",
        "Estás haciendo este cuestionario otra vez. Tu resultado anterior se conserva.";
    earlier_result: Text = "See your earlier result", "Ver tu resultado anterior";
    /// On a result that is not the latest.
    is_earlier: Text = "This is an earlier result.", "Este es un resultado anterior.";
    latest: Text = "See your latest result", "Ver tu resultado más reciente";

    notice_home: Text = "Go to the home page", "Ir a la página de inicio";
    start_again: Text = "Start the quiz again", "Empezar de nuevo el cuestionario";
    /// From which day.
    opens_on: fn(&str) -> String = |day| format!("It opens on {day}."), |day| format!("Se abre el {day}.");
    not_found_title: Text = "This page doesn’t exist", "Esta página no existe";
    not_found_text: Text =
        "The address may be mistyped or out of date. Check the link you were given.",
        "Puede que la dirección esté mal escrita o ya no sirva. Revisa el enlace que te dieron.";
    quiz_not_found_title: Text = "This quiz doesn’t exist", "Este cuestionario no existe";
    quiz_not_found_text: Text =
        "It may have been removed, or part of the link may be missing. Check the link, or ask for a new one where you got it.",
        "Puede que lo hayan retirado o que falte una parte del enlace. Revisa el enlace o pide uno nuevo a quien te lo dio.";
    not_open_yet_title: Text = "This quiz isn’t open yet", "Este cuestionario todavía no está abierto";
    not_open_yet_text: Text =
        "Please come back later. The same link will work then.",
        "Vuelve más tarde. Entonces funcionará el mismo enlace.";
    closed_title: Text = "This quiz is closed", "Este cuestionario está cerrado";
    closed_text: Text =
        "It’s no longer accepting answers. If you’ve already finished, your own link still shows your result.",
        "Ya no recibe respuestas. Si ya terminaste, tu enlace todavía muestra tu resultado.";
    full_title: Text =
        "This quiz can’t take new respondents right now",
        "Este cuestionario no admite nuevos participantes por ahora";
    full_text: Text =
        "Its owner has used up the space for answers. If you’ve already started, your own link still works. Otherwise, please tell whoever gave you this link, or try again later.",
        "Quien lo ofrece ya no tiene espacio para más respuestas. Si ya empezaste, tu enlace sigue funcionando. Si no, avisa a quien te dio este enlace o inténtalo más tarde.";
    only_by_api_title: Text =
        "This quiz can’t be answered on this page",
        "Este cuestionario no se puede responder en esta página";
    only_by_api_text: Text =
        "It asks in ways that this page can’t show yet. Please open it in the app that offers it.",
        "Pregunta de formas que esta página todavía no puede mostrar. Ábrelo en la aplicación que lo ofrece.";
    link_not_valid_title: Text = "This link doesn’t work", "Este enlace no funciona";
    link_not_valid_text: Text =
        "Part of it may be missing. Copy the whole link and try again.",
        "Puede que le falte una parte. Copia el enlace completo e inténtalo otra vez.";
    session_missing_title: Text = "We can’t tell who’s answering", "No sabemos quién responde";
    session_missing_text: Text =
        "Please open the quiz from the app that offers it.",
        "Abre el cuestionario desde la aplicación que lo ofrece.";
    session_refused_title: Text = "We can’t tell who’s answering", "No sabemos quién responde";
    session_refused_text: Text =
        "The app that offers this quiz gave us an id we can’t use. Please tell its makers.",
        "La aplicación que ofrece este cuestionario nos dio un identificador que no podemos usar. Avisa a quienes la hacen.";
    busy_title: Text = "We’re very busy right now", "Hay mucha actividad en este momento";
    busy_text: Text =
        "Nothing you saved is lost. Wait a minute, then reload this page.",
        "No se perdió nada de lo que guardaste. Espera un minuto y vuelve a cargar esta página.";
    too_many_requests_title: Text = "Please wait a moment", "Espera un momento";
    too_many_requests_text: Text =
        "There were too many requests from your network. Wait a minute, then reload this page.",
        "Llegaron demasiadas solicitudes desde tu red. Espera un minuto y vuelve a cargar esta página.";
    forbidden_title: Text = "Your link doesn’t open this page", "Tu enlace no abre esta página";
    forbidden_text: Text = "Check the link you were given.", "Revisa el enlace que te dieron.";
    bad_request_title: Text = "We couldn’t read that", "No pudimos leer lo que enviaste";
    bad_request_text: Text =
        "Something was missing in what your browser sent. Go back and try again.",
        "Faltaba algo en lo que envió tu navegador. Regresa e inténtalo otra vez.";
    broken_title: Text = "Something went wrong here", "Algo falló de nuestro lado";
    broken_text: Text =
        "It’s not your fault, and nothing you saved is lost. Please try again in a minute.",
        "No es culpa tuya, y no se perdió nada de lo que guardaste. Inténtalo de nuevo en un minuto.";
}

pub(crate) fn texts(language: Language) -> &'static Texts {
    match language.of_pages() {
        PageLanguage::En => &EN,
        PageLanguage::Es => &ES,
    }
}

impl Texts {
    /// The words of a question page around its questions.
    pub(crate) fn of_sheet(&self, is_scored: bool) -> Words {
        Words {
            language_label: self.language_label.to_owned(),
            progress: self.progress.to_owned(),
            back: self.back.to_owned(),
            proceed: self.proceed.to_owned(),
            finish: if is_scored { self.finish } else { self.send_answers }.to_owned(),
            skip: self.skip.to_owned(),
            optional: self.optional.to_owned(),
            error_title: self.error_title.to_owned(),
            error_prefix: self.error_prefix.to_owned(),
            error_choose: self.error_choose.to_owned(),
            saving: self.saving.to_owned(),
            saved: self.saved.to_owned(),
            not_saved: self.not_saved.to_owned(),
            retry: self.retry.to_owned(),
            refused: self.refused.to_owned(),
            reload: self.reload.to_owned(),
            finishing: if is_scored { self.finishing } else { self.saving }.to_owned(),
        }
    }

    pub(crate) fn band(&self, score: Points) -> (&'static str, &'static str) {
        let band = score.band().index();
        (self.band_title[band], if score == Points::MAX { self.perfect_text } else { self.band_text[band] })
    }

    pub(crate) fn category_name(&self, category: Category) -> &'static str {
        self.category[category as usize]
    }
}
