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
    /// The last day.
    closes_on: fn(&str) -> String = |day| format!("It closes on {day}."), |day| format!("Se cierra el {day}.");
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
    /// Where all questions are the built-in ones.
    start_no_wrong: Text =
        "There are no right or wrong answers. Your best guess is fine.",
        "No hay respuestas buenas ni malas. Basta con una idea aproximada.";
    start_button: Text = "Start", "Empezar";
    start_anew: Text = "Start again", "Empezar de nuevo";
    /// Where this tab has left questions open.
    resume_text: Text =
        "You’ve already begun this quiz. If you start again, you’ll begin with no answers.",
        "Ya empezaste este cuestionario. Si empiezas de nuevo, comenzarás sin respuestas.";
    resume: Text = "Continue where you stopped", "Continuar donde te quedaste";
    /// Where this device leads back to a result.
    resume_done: Text =
        "You’ve already finished this quiz. If you start again, you’ll begin with no answers.",
        "Ya terminaste este cuestionario. Si empiezas de nuevo, comenzarás sin respuestas.";
    resume_result: Text = "See my result", "Ver mi resultado";
    not_you: Text = "Not you? Start new", "¿No eres tú? Empezar de nuevo";
    keep_place: Text = "Keep my place on this device for 7 days", "Guardar mi lugar en este dispositivo 7 días";
    /// Before the answers of a link that this browser does not know.
    continue_title: Text = "Continue these answers?", "¿Continuar con estas respuestas?";
    continue_text: Text =
        "They were begun in another browser. Continue only if they’re yours.",
        "Se empezaron en otro navegador. Continúa solo si son tuyas.";
    continue_yes: Text = "Continue", "Continuar";
    start_new: Text = "Start new", "Empezar de nuevo";
    run_by: fn(&str) -> String = |name| format!("Run by {name}"), |name| format!("A cargo de {name}");
    seen_by: fn(&str) -> String =
        |name| format!("Answers seen by {name}"),
        |name| format!("Respuestas visibles para {name}");
    kept: fn(&str) -> String = |time| format!("Answers kept: {time}"), |time| format!("Respuestas guardadas: {time}");
    privacy: Text = "Privacy", "Privacidad";
    contact: Text = "Contact", "Contacto";
    /// When the owner has set none of these.
    trust_unnamed: Text =
        "Want to know who sees your answers? Ask whoever sent you this link.",
        "¿Quieres saber quién ve tus respuestas? Pregunta a quien te envió este enlace.";
    trust_unnamed_inapp: Text =
        "Want to know who sees your answers? Ask the people who run this app.",
        "¿Quieres saber quién ve tus respuestas? Pregunta a quienes llevan esta aplicación.";

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
        "Go on when I choose an answer",
        "Avanzar cuando elijo una respuesta";
    /// The label of a field above a long list of answers, and what comes before the number of those that it leaves.
    filter: Text = "Find an answer", "Buscar una respuesta";
    filter_shown: Text = "Answers shown:", "Respuestas a la vista:";
    error_prefix: Text = "Error:", "Error:";
    error_choose: Text = "Choose one answer to continue", "Elige una respuesta para continuar";

    saving: Text = "Saving…", "Guardando…";
    saved: Text = "Saved", "Guardado";
    not_saved: Text =
        "You may be offline. Your answer is kept on this page; keep going.",
        "Puede que no tengas conexión. Tu respuesta queda en esta página; puedes seguir.";
    result_waits: Text =
        "You may be offline. Your result will appear once you’re back.",
        "Puede que no tengas conexión. Tu resultado aparecerá cuando vuelvas a tenerla.";
    /// Where no result follows.
    answers_wait: Text =
        "You may be offline. Your answers will be sent once you’re back.",
        "Puede que no tengas conexión. Tus respuestas se enviarán cuando vuelvas a tenerla.";
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
    /// Where nothing is scored.
    sent_date: fn(&str) -> String = |date| format!("Sent on {date}"), |date| format!("Enviadas el {date}");
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
            "You don’t have to fix everything at once. Begin with one step.",
            "Some things are going well and others are harder. The steps below show where a small change helps most.",
            "Most things are working well. Below is what you could strengthen, and what to keep doing.",
        ],
        [
            "No tienes que resolver todo de una vez. Empieza por un solo paso.",
            "Algunas cosas van bien y otras cuestan más. Los pasos de abajo muestran dónde un pequeño cambio ayuda más.",
            "Casi todo va bien. Abajo verás qué puedes reforzar y qué conviene mantener.",
        ];
    band_short: [Text; 3] =
        ["Could use some help", "In between", "Going well"],
        ["Por reforzar", "A medias", "Va bien"];
    /// In the place of the band's text, for a score of 100.
    perfect_text: Text =
        "Everything you told us about is going well. That takes care, day after day, and you can be proud of it.",
        "Todo lo que nos contaste va bien. Eso se logra día a día, y el mérito es tuyo.";
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
    all_skipped: Text =
        "You skipped every question, so there’s no result.",
        "Dejaste todas las preguntas sin responder, así que no hay resultado.";
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
                "El {day} tu puntaje era {before}. Ahora es {now}. Hay épocas difíciles, y un solo paso ayuda a retomar el camino."
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
    /// The answer that led to the first card.
    because: fn(&str) -> String =
        |answer| format!("You answered: {answer}"),
        |answer| format!("Respondiste: {answer}");
    remind: Text = "Add a reminder to my calendar", "Recordármelo en mi calendario";
    /// Where help comes first.
    remind_tomorrow: Text = "Remind me tomorrow", "Recordármelo mañana";
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
    /// Where nothing is scored.
    answers_link_title: Text = "Keep your answers", "Guarda tus respuestas";
    answers_link_text: Text =
        "Use this link to come back to this page. Anyone who has it can read your answers, so share it with care.",
        "Usa este enlace para volver a esta página. Quien lo tenga puede leer tus respuestas: compártelo con cuidado.";
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
    /// Where nothing is scored.
    answers_mail_text: fn(&str) -> String =
        |link| format!("This link leads back to my answers:\n{link}\n\nAnyone who has it can read them."),
        |link| format!("Con este enlace vuelvo a mis respuestas:\n{link}\n\nQuien lo tenga puede leerlas.");
    /// Folded, below: the steps as text.
    plan: Text = "My steps as text", "Mis pasos en texto";
    plan_share: Text = "Share my steps", "Compartir mis pasos";
    plan_copy: Text = "Copy my steps", "Copiar mis pasos";
    plan_copy_failed: Text =
        "This browser doesn’t allow copying here. Select the text and copy it.",
        "Este navegador no permite copiar aquí. Selecciona el texto y cópialo.";
    pass_on: Text = "Give this quiz to someone", "Pasar este cuestionario a alguien";
    pass_on_text: Text =
        "This link opens the quiz at its start. It shows nothing of your answers.",
        "Este enlace abre el cuestionario desde el inicio. No muestra nada de tus respuestas.";
    pass_on_share: Text = "Share the quiz", "Compartir el cuestionario";
    pass_on_send: Text = "Send the quiz", "Enviar el cuestionario";
    pass_on_copy: Text = "Copy the quiz’s link", "Copiar el enlace del cuestionario";
    /// Of a message to another person, with the link.
    pass_on_mail: fn(&str) -> String =
        |link| format!("I took this quiz. Here it is, if you’d like to try it:\n{link}"),
        |link| format!("Hice este cuestionario. Aquí está, por si quieres probarlo:\n{link}");
    meaning: Text = "What this number means", "Qué significa este número";
    meaning_text: Text =
        "Each answer is worth 0 to 100 points. An area’s number is the average of its answers, and your score is the average of all your answers. Numbers are rounded.",
        "Cada respuesta vale de 0 a 100 puntos. El número de un área es el promedio de sus respuestas, y tu puntaje es el promedio de todas. Los números se redondean.";
    erase: Text = "Delete my answers", "Borrar mis respuestas";
    erase_title: Text = "Delete your answers?", "¿Borrar tus respuestas?";
    erase_text: Text =
        "Your answers and your result will be deleted here for good, earlier ones too. There’s no way back.",
        "Tus respuestas y tu resultado se borrarán aquí para siempre, también los anteriores. No hay vuelta atrás.";
    erase_not: Text = "Keep my answers", "Conservar mis respuestas";
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
        "It may have been removed, or part of the link may be missing. Check the link, or ask whoever sent it for a new one.",
        "Puede que lo hayan retirado o que falte una parte del enlace. Revisa el enlace o pide uno nuevo a quien te lo envió.";
    not_open_yet_title: Text = "This quiz isn’t open yet", "Este cuestionario todavía no está abierto";
    not_open_yet_text: Text =
        "Please come back later. The same link will work then.",
        "Vuelve más tarde. Entonces funcionará el mismo enlace.";
    closed_title: Text = "This quiz is closed", "Este cuestionario está cerrado";
    closed_text: Text =
        "It’s no longer accepting answers. If you’ve already finished, your own link still shows your result.",
        "Ya no recibe respuestas. Si ya terminaste, tu enlace todavía muestra tu resultado.";
    closed_text_inapp: Text =
        "It’s no longer accepting answers. If you’ve already finished, open it here as before to see your result.",
        "Ya no recibe respuestas. Si ya terminaste, ábrelo aquí como antes para ver tu resultado.";
    /// To respondents who were under way.
    closed_midway: Text =
        "It closed before you finished. Your answers weren’t sent.",
        "Se cerró antes de que terminaras. Tus respuestas no se enviaron.";
    full_title: Text =
        "This quiz can’t take new respondents right now",
        "Este cuestionario no admite nuevos participantes por ahora";
    full_text: Text =
        "Its owner has used up the space for answers. If you’ve already started, your own link still works. Otherwise, please tell whoever gave you this link, or try again later.",
        "Quien lo ofrece ya no tiene espacio para más respuestas. Si ya empezaste, tu enlace sigue funcionando. Si no, avisa a quien te dio este enlace o inténtalo más tarde.";
    only_by_api_title: Text =
        "This quiz isn’t ready yet",
        "Este cuestionario todavía no está listo";
    only_by_api_text: Text =
        "Please tell whoever sent you the link.",
        "Avisa a quien te envió el enlace.";
    link_not_valid_title: Text = "This link doesn’t work", "Este enlace no funciona";
    link_not_valid_text: Text =
        "Part of it may be missing, or the answers were deleted. Copy the whole link and try again.",
        "Puede que le falte una parte o que las respuestas se hayan borrado. Copia el enlace completo e inténtalo otra vez.";
    erased_title: Text = "Your answers are deleted", "Tus respuestas están borradas";
    erased_text: Text =
        "Your answers and your result are gone, and your link no longer works. If they were downloaded before, those who run the quiz may still have a copy.",
        "Tus respuestas y tu resultado ya no existen, y tu enlace dejó de funcionar. Si se descargaron antes, quienes ofrecen el cuestionario pueden tener una copia.";
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
            error_prefix: self.error_prefix.to_owned(),
            error_choose: self.error_choose.to_owned(),
            saving: self.saving.to_owned(),
            saved: self.saved.to_owned(),
            not_saved: self.not_saved.to_owned(),
            result_waits: if is_scored { self.result_waits } else { self.answers_wait }.to_owned(),
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
