//! The pages in Spanish.

use super::{NoticeText, Texts};

pub(super) static ES: Texts = Texts {
    product: "Quiz Answers",
    skip_to_content: "Ir al contenido",
    language_label: "Idioma",
    no_cookies: "Estas páginas no usan cookies.",

    home_title: "Unas preguntas sobre el dinero, y qué hacer después",
    home_lead: "Responde a tu ritmo. Verás con claridad cómo estás y qué pequeños pasos puedes dar esta semana.",
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
    start_nameless: "No te pediremos tu nombre ni tu correo electrónico.",
    start_saved: "Cada respuesta se guarda al momento, y puedes cambiarla hasta el final.",
    start_link: "Tendrás un enlace propio. Guárdalo si quieres parar y volver después.",
    start_end: "No hay respuestas buenas ni malas. Basta con una idea aproximada.",
    start_button: "Empezar",

    progress: |number, total| format!("Pregunta {number} de {total}"),
    back: "Atrás",
    proceed: "Continuar",
    finish: "Ver mi resultado",
    skip: "Saltar esta pregunta",
    optional: "Puedes saltar esta pregunta.",
    error_title: "Falta una cosa",
    error_prefix: "Error:",
    error_choose: "Elige la respuesta que mejor te describe",

    saving: "Guardando…",
    saved: "Guardado",
    not_saved: "Aún sin guardar; seguimos intentándolo. Tus respuestas siguen en esta página.",
    retry: "Intentar ahora",
    refused: "Esta respuesta no se pudo guardar. Recarga la página para ver cómo quedó todo.",
    reload: "Recargar",
    finishing: "Preparando tu resultado…",

    result_title: "Tu resultado",
    result_date: |date| format!("Según tus respuestas del {date}"),
    out_of_100: "de 100",
    gauge_label: |score| format!("Tu puntuación es {score} de 100."),
    band_title: ["Ahora mismo el dinero aprieta", "Vas saliendo adelante", "Pisas terreno firme"],
    band_text: [
        "Este número describe una situación, no a ti. Nadie tiene que arreglarlo todo de golpe: empieza por el primer paso.",
        "Algunas cosas van bien y otras cuestan más. Los pasos de abajo muestran dónde un pequeño cambio ayuda más.",
        "Casi todo te va bien. Abajo verás qué puede ser aún más seguro y qué conviene mantener.",
    ],
    band_short: ["Mira aquí primero", "En camino", "Va bien"],
    category: ["Gastos", "Ahorro", "Deudas", "Planes"],
    categories_title: "En cuatro áreas",
    no_score_title: "Esta vez no hay puntuación general",
    no_score_text: "Dejaste sin responder una pregunta que hace falta para calcularla, y no pasa nada. Abajo cuenta todo lo que sí respondiste.",
    no_category_score: "Faltan respuestas para la puntuación",
    focus_title: "Tus próximos pasos",
    focus_lead: "Primero lo más urgente. Un solo paso ya es un buen comienzo.",
    strengths_title: "Lo que va bien",
    strengths_lead: "Puedes apoyarte en esto.",
    thanks_title: "Gracias por tus respuestas",
    thanks_text: "Están guardadas y entregadas. Abajo puedes volver a leerlas.",
    answers_title: "Tus respuestas",
    not_answered: "Sin respuesta",
    link_title: "Guarda tu resultado",
    link_text: "Con este enlace puedes volver a esta página. Quien lo tenga puede leer tu resultado: compártelo con cuidado.",
    copy: "Copiar el enlace",
    copied: "Copiado",
    print: "Imprimir o guardar",
    not_advice: "Esto es orientación general, no asesoramiento financiero.",

    notice_home: "Ir a la página de inicio",
    not_found: NoticeText {
        title: "Esta página no existe",
        text: "Puede que la dirección esté mal escrita o ya no sirva. Revisa el enlace que te dieron.",
    },
    quiz_not_found: NoticeText {
        title: "Este cuestionario no existe",
        text: "Puede que lo hayan retirado o que falte una parte del enlace. Pregunta a quien te lo dio.",
    },
    not_open_yet: NoticeText {
        title: "Este cuestionario aún no está abierto",
        text: "Vuelve más tarde. Entonces funcionará el mismo enlace.",
    },
    closed: NoticeText {
        title: "Este cuestionario está cerrado",
        text: "Ya no admite respuestas. Si entregaste las tuyas, tu enlace aún muestra tu resultado.",
    },
    link_not_valid: NoticeText {
        title: "Este enlace no funciona",
        text: "Puede que le falte una parte. Copia otra vez el enlace completo o empieza de nuevo el cuestionario.",
    },
    session_missing: NoticeText {
        title: "El cuestionario no sabe quién responde",
        text: "Ábrelo desde la aplicación que lo ofrece. Para quien la desarrolla: hay que pasar en la dirección un sessionId de al menos 5 caracteres.",
    },
    busy: NoticeText {
        title: "Hay mucha actividad en este momento",
        text: "No se ha perdido nada de lo que guardaste. Espera un minuto y vuelve a cargar esta página.",
    },
    too_many_requests: NoticeText {
        title: "Has ido muy rápido",
        text: "Han llegado demasiadas peticiones desde tu red. Espera un minuto y vuelve a cargar esta página.",
    },
    forbidden: NoticeText { title: "Tu enlace no abre esta página", text: "Revisa el enlace que te dieron." },
    bad_request: NoticeText {
        title: "No hemos podido leerlo",
        text: "Faltaba algo en lo que envió tu navegador. Vuelve atrás e inténtalo otra vez.",
    },
    error: NoticeText {
        title: "Algo ha fallado aquí",
        text: "No es culpa tuya, y lo que guardaste no se ha perdido. Inténtalo de nuevo en un minuto.",
    },
};
