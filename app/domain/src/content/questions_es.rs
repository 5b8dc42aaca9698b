//! The eight built-in questions in Spanish.

use super::QuestionText;

pub(super) static QUESTIONS: [QuestionText; 8] = [
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
        text: "En el último año, ¿cuántas de tus cuentas lograste pagar a tiempo?",
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
        text: "Si desde hoy no entrara más dinero, ¿cuánto tiempo podrías pagar tus gastos con lo que tienes a mano?",
        help: "Cuenta el efectivo y lo que puedas retirar en pocos días, sin pensiones, préstamos ni tarjetas de crédito.",
        options: &["Medio año o más", "De 3 a 5 meses", "De 1 a 2 meses", "De 1 a 3 semanas", "Unos días, o nada"],
    },
    QuestionText {
        text: "¿Cuánta confianza tienes en que lo que haces hoy con tu dinero te llevará a lo que quieres en unos años?",
        help: "Por ejemplo, una casa, estudios o dinero para la vejez. Responde lo primero que sientas.",
        options: &["Mucha confianza", "Bastante confianza", "Algo de confianza", "Poca confianza", "Ninguna confianza"],
    },
    QuestionText {
        text: "¿Cuánto te pesan tus deudas en este momento?",
        help: "Cuenta todo lo que debes: casa, auto, estudios, tarjetas, préstamos, familia y cuentas sin pagar.",
        options: &[
            "No tengo deudas",
            "Tengo deudas y puedo con ellas",
            "Un poco más de lo que puedo llevar",
            "Mucho más de lo que puedo llevar",
        ],
    },
    QuestionText {
        text: "Hasta donde sabes, ¿cómo es tu puntaje de crédito?",
        help: "Es el número que se mira antes de prestarte dinero. Si nunca has visto el tuyo, elige la última respuesta.",
        options: &["Es excelente", "Es muy bueno", "Es bueno", "Es regular", "Es malo", "No lo sé"],
    },
    QuestionText {
        text: "Si pasara algo grave, ¿cuánta confianza tienes en que tus seguros pagarían lo suficiente?",
        help: "Piensa en enfermedad, accidente, incendio o robo. También cuenta lo que te cubre por trabajo, familia o Estado.",
        options: &[
            "Mucha confianza",
            "Bastante confianza",
            "Algo de confianza",
            "Poca confianza",
            "Ninguna confianza",
            "No tengo ningún seguro",
        ],
    },
    QuestionText {
        text: "¿Dirías que con tu dinero miras más allá de este mes y te preparas para lo que viene?",
        help: "Por ejemplo, apartas un poco para un gasto que llega una vez al año.",
        options: &["Sí, totalmente", "Sí, en gran parte", "Ni sí ni no", "Más bien no", "No, para nada"],
    },
];
