//! The eight built-in questions in Spanish, first edition.

use super::QuestionText;

pub(crate) static QUESTIONS: [QuestionText; 8] = [
    QuestionText {
        text: "En el último año, ¿gastaste menos o más dinero del que recibiste?",
        help: "Incluye a las personas con quienes compartes el dinero. Basta con una idea aproximada.",
        options: &[
            "Gasté mucho menos",
            "Gasté un poco menos",
            "Gasté más o menos lo mismo",
            "Gasté un poco más",
            "Gasté mucho más",
        ],
    },
    QuestionText {
        text: "En el último año, ¿cuántas de tus cuentas pagaste a tiempo?",
        help: "Piensa en vivienda, luz, agua, teléfono, tarjetas y préstamos. Responde según lo que recuerdes.",
        options: &[
            "Todas, sin excepción",
            "Casi todas",
            "Más de la mitad",
            "Algunas, menos de la mitad",
            "Casi ninguna",
        ],
    },
    QuestionText {
        text: "Si hoy te quedaras sin ingresos, ¿durante cuánto tiempo podrías cubrir tus gastos?",
        help: "Cuenta el efectivo y lo que puedas retirar en pocos días, sin pensiones, préstamos ni tarjetas de crédito.",
        options: &["Medio año o más", "De 3 a 5 meses", "De 1 a 2 meses", "De 1 a 3 semanas", "Unos días, o nada"],
    },
    QuestionText {
        text: "¿Confías en que vas por buen camino para cumplir tus metas a largo plazo?",
        help: "Por ejemplo, una casa, estudios o tu jubilación. Responde lo primero que sientas.",
        options: &["Confío mucho", "Confío bastante", "Confío a medias", "Confío poco", "No confío nada"],
    },
    QuestionText {
        text: "¿Cuánto te pesan tus deudas en este momento?",
        help: "Cuenta todo lo que debes: casa, auto, estudios, tarjetas, préstamos, familia y cuentas sin pagar.",
        options: &[
            "No tengo deudas",
            "Tengo deudas y puedo con ellas",
            "Me cuesta un poco pagarlas",
            "No puedo con ellas",
        ],
    },
    QuestionText {
        text: "Hasta donde sabes, ¿cómo es tu puntaje de crédito?",
        help: "Es el número que se mira antes de prestarte dinero. Si nunca has visto el tuyo, elige “No lo sé”.",
        options: &["Es excelente", "Es muy bueno", "Es bueno", "Es regular", "Es malo", "No lo sé"],
    },
    QuestionText {
        text: "Si sufrieras una enfermedad, un accidente o un robo, ¿confías en que tu seguro pagaría lo suficiente?",
        help: "También cuenta lo que te cubre por tu trabajo, tu familia o el Estado.",
        options: &[
            "Confío mucho",
            "Confío bastante",
            "Confío a medias",
            "Confío poco",
            "No confío nada",
            "No tengo ningún seguro",
        ],
    },
    QuestionText {
        text: "¿Planeas tus gastos más allá de este mes?",
        help: "Por ejemplo, apartas un poco para un gasto que llega una vez al año.",
        options: &["Sí, totalmente", "Sí, en gran parte", "A medias", "Más bien no", "No, para nada"],
    },
];
