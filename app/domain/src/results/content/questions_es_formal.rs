//! The eight built-in questions in Spanish, addressing the reader as “usted”, first edition.

use super::QuestionText;

pub(crate) static QUESTIONS: [QuestionText; 8] = [
    QuestionText {
        text: "En el último año, ¿gastó usted menos o más dinero del que recibió?",
        help: "Incluya a las personas con quienes comparte el dinero. Basta con una idea aproximada.",
        options: &[
            "Gasté mucho menos",
            "Gasté un poco menos",
            "Gasté más o menos lo mismo",
            "Gasté un poco más",
            "Gasté mucho más",
        ],
    },
    QuestionText {
        text: "En el último año, ¿cuántas de sus cuentas pagó a tiempo?",
        help: "Piense en vivienda, luz, agua, teléfono, tarjetas y préstamos. Responda según lo que recuerde.",
        options: &[
            "Todas, sin excepción",
            "Casi todas",
            "Más de la mitad",
            "Algunas, menos de la mitad",
            "Casi ninguna",
        ],
    },
    QuestionText {
        text: "Si hoy se quedara sin ingresos, ¿durante cuánto tiempo podría cubrir sus gastos?",
        help: "Cuente el efectivo y lo que pueda retirar en pocos días, sin pensiones, préstamos ni tarjetas de crédito.",
        options: &["Medio año o más", "De 3 a 5 meses", "De 1 a 2 meses", "De 1 a 3 semanas", "Unos días, o nada"],
    },
    QuestionText {
        text: "¿Confía en que va por buen camino para cumplir sus metas a largo plazo?",
        help: "Por ejemplo, una casa, estudios o su jubilación. Responda lo primero que sienta.",
        options: &["Confío mucho", "Confío bastante", "Confío a medias", "Confío poco", "No confío nada"],
    },
    QuestionText {
        text: "¿Cuánto le pesan sus deudas en este momento?",
        help: "Cuente todo lo que debe: casa, auto, estudios, tarjetas, préstamos, familia y cuentas sin pagar.",
        options: &[
            "No tengo deudas",
            "Tengo deudas y puedo con ellas",
            "Me cuesta un poco pagarlas",
            "No puedo con ellas",
        ],
    },
    QuestionText {
        text: "Hasta donde sabe, ¿cómo es su puntaje de crédito?",
        help: "Es el número que se mira antes de prestarle dinero. Si nunca ha visto el suyo, elija “No lo sé”.",
        options: &["Es excelente", "Es muy bueno", "Es bueno", "Es regular", "Es malo", "No lo sé"],
    },
    QuestionText {
        text: "Si sufriera una enfermedad, un accidente o un robo, ¿confía en que su seguro pagaría lo suficiente?",
        help: "También cuenta lo que le cubre por su trabajo, su familia o el Estado.",
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
        text: "¿Planea sus gastos más allá de este mes?",
        help: "Por ejemplo, aparta un poco para un gasto que llega una vez al año.",
        options: &["Sí, totalmente", "Sí, en gran parte", "A medias", "Más bien no", "No, para nada"],
    },
];
