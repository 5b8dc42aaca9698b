//! The pages in Spanish.

use std::cmp::Ordering;

use domain::QuizKind;

use super::{NoticeText, Texts};

pub(super) static ES: Texts = Texts {
    product: "Quiz Answers",
    skip_to_content: "Ir al contenido",
    language_label: "Idioma",
    no_cookies: "Estas páginas no usan cookies.",

    home_title: "Unas preguntas sobre el dinero, y qué hacer después",
    home_lead: "Responde a tu ritmo. Verás cómo estás y qué pequeños pasos puedes dar esta semana.",
    home_quizzes: "Elige un cuestionario",
    home_embedded: "Así se ve dentro de otra aplicación",
    home_empty: "Para responder un cuestionario, abre el enlace que te dieron.",
    home_docs: "Para desarrolladores: la API",

    greeting: |name| format!("Hola, {name}."),
    start_expect: "Cómo funciona",
    start_length: |questions, minutes| match (questions, minutes) {
        (1, _) => "Una pregunta. Te llevará un minuto.".to_owned(),
        (_, 1) => format!("{questions} preguntas cortas. Te llevarán cerca de un minuto."),
        _ => format!("{questions} preguntas cortas. Te llevarán unos {minutes} minutos."),
    },
    start_identity: |kind| match kind {
        QuizKind::Open => "No te pediremos tu nombre ni tu correo electrónico.",
        QuizKind::InApp => "Tus respuestas no son anónimas: la aplicación de la que vienes puede asociarlas contigo.",
        QuizKind::Invited => "Tus respuestas no son anónimas: quedan asociadas a tu invitación.",
    },
    start_saved: "Tus respuestas se van guardando. Puedes cambiarlas hasta el final.",
    start_return: |kind| match kind {
        QuizKind::Open => "Tendrás un enlace propio. Guárdalo si quieres parar y volver después.",
        QuizKind::InApp => {
            "Puedes parar en cualquier momento. Para volver, abre el cuestionario en la misma aplicación."
        }
        QuizKind::Invited => "Puedes parar en cualquier momento. Para volver, abre el mismo enlace.",
    },
    start_no_wrong: "No hay respuestas buenas ni malas. Basta con una idea aproximada.",
    start_button: "Empezar",
    resume_text: "Ya empezaste este cuestionario. Si eliges Empezar, comenzarás de nuevo, sin respuestas.",
    resume: "Continuar donde quedaste",
    run_by: |name| format!("A cargo de {name}"),
    seen_by: |name| format!("Respuestas visibles para {name}"),
    kept: |time| format!("Se guardan {time}"),
    privacy: "Privacidad",
    contact: "Contacto",
    trust_unnamed: "¿Quieres saber quién ve tus respuestas? Pregunta a quien te dio este enlace.",

    progress: "Pregunta # de #",
    back: "Atrás",
    proceed: "Continuar",
    finish: "Ver mi resultado",
    send_answers: "Enviar mis respuestas",
    skip: "Saltar esta pregunta",
    optional: "Puedes saltar esta pregunta.",
    own_link: "Para parar ahora y volver después, guarda este enlace. Quien lo tenga puede ver tus respuestas.",
    tapping: "Al tocar una respuesta, pasas a la siguiente pregunta",
    error_title: "Elige una respuesta",
    error_prefix: "Error:",
    error_choose: "Elige la respuesta que mejor te describe",

    saving: "Guardando…",
    saved: "Guardado",
    not_saved: "Puede que no tengas conexión. Tu respuesta queda en esta página; puedes seguir.",
    retry: "Intentar ahora",
    refused: "Esta respuesta no se pudo guardar. Recarga la página para ver cómo quedó todo.",
    reload: "Recargar",
    finishing: "Preparando tu resultado…",

    result_title: "Tu resultado",
    result_date: |date| format!("Según tus respuestas del {date}"),
    out_of_100: "de 100",
    gauge_label: |score| format!("Tu puntaje es {score} de 100."),
    band_title: ["Ahora el dinero está muy justo", "Vas saliendo adelante", "Pisas terreno firme"],
    band_text: [
        "No tienes que resolver todo de una vez. Empieza por el primer paso.",
        "Algunas cosas van bien y otras cuestan más. Los pasos de abajo muestran dónde un pequeño cambio ayuda más.",
        "Casi todo va bien. Abajo verás qué puedes reforzar y qué conviene mantener.",
    ],
    band_short: ["Por reforzar", "Va mejorando", "Va bien"],
    perfect_text: "Todo lo que nos contaste va bien. Eso pide cuidado día tras día, y puedes sentir orgullo.",
    number_note: "Este número describe una situación, no a ti.",
    category: ["Gastos", "Ahorro", "Deudas", "Planificación"],
    categories_title: "Área por área",
    no_score_title: "Esta vez no hay puntaje general",
    no_score_text: "Dejaste sin responder una pregunta que hace falta para calcularlo, y no pasa nada. Tomamos en cuenta todo lo que sí respondiste.",
    no_category_score: "Faltan respuestas para el puntaje",
    changes_title: "Desde la última vez",
    changed_score: |day, before, now| match now.cmp(&before) {
        Ordering::Less => format!(
            "El {day} tu puntaje era {before}. Ahora es {now}. Hay épocas difíciles, y un solo paso ayuda a retomar."
        ),
        Ordering::Equal => format!("Tu puntaje es el mismo que el {day}: {now}."),
        Ordering::Greater => format!("El {day} tu puntaje era {before}. Ahora es {now}."),
    },
    changed_areas: |day| format!("En comparación con tu resultado del {day}:"),
    unchanged: "sin cambios",
    start_here: "Empieza por aquí",
    more_steps: |count| if count == 1 { "Un paso más".to_owned() } else { format!("{count} pasos más") },
    ticks_note: "Marca lo que ya hiciste. Solo se guarda en este dispositivo.",
    remind: "Recordármelo en mi calendario",
    find_help: "Cómo encontrar ayuda gratuita",
    help_unnamed: "En muchos lugares hay ayuda gratuita. Pregunta en tu municipio o busca “ayuda gratuita con deudas” y el nombre de tu ciudad. Un servicio que de verdad es gratuito nunca te pide pagar.",
    distress: "Si todo esto te supera, pide ayuda hoy mismo. No tienes que enfrentarlo por tu cuenta.",
    distress_unnamed: "Si todo esto te supera, habla hoy con alguien de confianza. Si estás en peligro, llama al número de emergencias de tu país.",
    focus_title: "Cuando quieras seguir",
    focus_lead: "Lo más importante va primero.",
    strengths_title: "Lo que va bien",
    strengths_lead: "Puedes apoyarte en esto.",
    thanks_title: "Gracias por tus respuestas",
    thanks_text: "Tus respuestas fueron enviadas. Abajo puedes volver a leerlas.",
    answers_title: "Tus respuestas",
    not_answered: "Sin respuesta",
    link_title: "Guarda tu resultado",
    link_text: "Usa este enlace para volver a esta página. Quien lo tenga puede leer tu resultado: compártelo con cuidado.",
    copy: "Copiar el enlace",
    copied: "Copiado",
    copy_failed: "Este navegador no permite copiar aquí. Selecciona el enlace y cópialo.",
    share: "Compartir",
    send: "Enviármelo",
    mail_subject: |quiz| format!("Mi página: {quiz}"),
    mail_text: |link| {
        format!("Con este enlace vuelvo a mi resultado:\n{link}\n\nQuien lo tenga puede leer mi resultado.")
    },
    print: "Imprimir o guardar",
    not_advice: "Esto es orientación general, no asesoría financiera.",

    retake_title: "Haz el cuestionario otra vez",
    retake_from: |day| format!("Puedes hacerlo otra vez a partir del {day}."),
    retake_text: "Puedes hacer este cuestionario otra vez. Conservaremos este resultado.",
    retake_button: "Hacerlo otra vez",
    retake_remind: "Agregar la fecha a mi calendario",
    step_event: |quiz| format!("{quiz}: mi próximo paso"),
    retake_event: |quiz| format!("{quiz}: hacerlo otra vez"),
    retake_under_way: "Estás haciendo este cuestionario otra vez. Tu resultado anterior se conserva.",
    earlier_result: "Ver tu resultado anterior",
    is_earlier: "Este es un resultado anterior.",
    latest: "Ver tu resultado más reciente",

    notice_home: "Ir a la página de inicio",
    start_again: "Empezar de nuevo el cuestionario",
    opens_on: |day| format!("Se abre el {day}."),
    not_found: NoticeText {
        title: "Esta página no existe",
        text: "Puede que la dirección esté mal escrita o ya no sirva. Revisa el enlace que te dieron.",
    },
    quiz_not_found: NoticeText {
        title: "Este cuestionario no existe",
        text: "Puede que lo hayan retirado o que falte una parte del enlace. Revisa el enlace o pide uno nuevo a quien te lo dio.",
    },
    not_open_yet: NoticeText {
        title: "Este cuestionario todavía no está abierto",
        text: "Vuelve más tarde. Entonces funcionará el mismo enlace.",
    },
    closed: NoticeText {
        title: "Este cuestionario está cerrado",
        text: "Ya no recibe respuestas. Si ya terminaste, tu enlace todavía muestra tu resultado.",
    },
    only_by_api: NoticeText {
        title: "Este cuestionario no se puede responder en esta página",
        text: "Pregunta de formas que esta página todavía no puede mostrar. Ábrelo en la aplicación que lo ofrece.",
    },
    link_not_valid: NoticeText {
        title: "Este enlace no funciona",
        text: "Puede que le falte una parte. Copia el enlace completo e inténtalo otra vez.",
    },
    session_missing: NoticeText {
        title: "No sabemos quién responde",
        text: "Abre el cuestionario desde la aplicación que lo ofrece.",
    },
    session_refused: NoticeText {
        title: "No sabemos quién responde",
        text: "La aplicación que ofrece este cuestionario nos dio un identificador que no podemos usar. Avisa a quienes la hacen.",
    },
    busy: NoticeText {
        title: "Hay mucha actividad en este momento",
        text: "No se perdió nada de lo que guardaste. Espera un minuto y vuelve a cargar esta página.",
    },
    too_many_requests: NoticeText {
        title: "Espera un momento",
        text: "Llegaron demasiadas solicitudes desde tu red. Espera un minuto y vuelve a cargar esta página.",
    },
    forbidden: NoticeText { title: "Tu enlace no abre esta página", text: "Revisa el enlace que te dieron." },
    bad_request: NoticeText {
        title: "No pudimos leer lo que enviaste",
        text: "Faltaba algo en lo que envió tu navegador. Regresa e inténtalo otra vez.",
    },
    error: NoticeText {
        title: "Algo falló de nuestro lado",
        text: "No es culpa tuya, y no se perdió nada de lo que guardaste. Inténtalo de nuevo en un minuto.",
    },
};
