//! The lowest band of seven cards in Spanish, for respondents who are not in hardship.

use super::BandText;
use crate::Indicator;

pub(super) static CARDS: [(Indicator, BandText); 7] = [
    (
        Indicator::Fhn1,
        BandText {
            sub_title: "En el último año salió más dinero del que entró. Conviene saber si fue una vez o pasa cada mes.",
            steps_title: "Mira qué hubo detrás",
            steps: &[
                "Anota los tres gastos más grandes del último año y marca los que se van a repetir.",
                "Compara lo que entra cada mes con lo que sale, con números aproximados.",
                "Elige un gasto que llega cada mes y ponle un límite que puedas cumplir.",
                "Si la diferencia salió de tus ahorros, decide cuánto de ellos puede gastarse este año.",
            ],
            help_step: None,
            boost: "Anota tres gastos. Bastan diez minutos.",
        },
    ),
    (
        Indicator::Fhn2,
        BandText {
            sub_title: "En el último año pagaste tarde muchas cuentas. Una lista y un día fijo pueden cambiarlo.",
            steps_title: "Ponte al día y sigue así",
            steps: &[
                "Anota las cuentas que estén atrasadas, primero alquiler y luz.",
                "Elige un día de la semana para pagar lo que vence en los próximos siete días.",
                "Anota cada fecha de pago en tu calendario, con un aviso cinco días antes.",
                "Pide a las empresas que cambien tus fechas de pago a la semana después del día que te pagan.",
                "Si una cuenta se va a atrasar, llama antes de la fecha y di cuándo pagarás.",
            ],
            help_step: None,
            boost: "Haz la lista hoy.",
        },
    ),
    (
        Indicator::Fhn3,
        BandText {
            sub_title: "Sin ingresos, tu dinero duraría menos de un mes. Una reserva puede empezar con poco y crecer poco a poco.",
            steps_title: "Cómo empezar una reserva",
            steps: &[
                "Elige una cantidad pequeña y apártala cada vez que te llega dinero, aunque sea muy poco.",
                "Guárdala separada del dinero del día a día, donde puedas retirarla en pocos días.",
                "Suma un mes de vivienda, comida, luz y transporte, y ponte esa cifra como primera meta.",
                "Averigua si te deben dinero, como impuestos a tu favor o un depósito, y guarda la mitad.",
            ],
            help_step: None,
            boost: "Decide cuánto apartar la próxima vez que te paguen.",
        },
    ),
    (
        Indicator::Fhn4,
        BandText {
            sub_title: "Tus metas a largo plazo se sienten lejos. Se acercan cuando ves qué haría falta para lograrlas.",
            steps_title: "Acerca una meta",
            steps: &[
                "Escribe algo que quieras lograr en cinco años o más, cuánto puede costar y para cuándo.",
                "Pregunta en tu trabajo o sindicato si ya se aparta dinero para tu jubilación.",
                "Busca pensiones o cuentas de trabajos anteriores, y escribe o llama para preguntar por ellas.",
                "Elige una cantidad para apartar el día que te pagan, por pequeña que sea.",
            ],
            help_step: None,
            boost: "Escribe una meta. Ya es un comienzo.",
        },
    ),
    (
        Indicator::Fhn6,
        BandText {
            sub_title: "Tu puntaje de crédito es bajo por ahora. Puede recuperarse, y lo primero es ver qué hay registrado sobre ti.",
            steps_title: "Averigua qué lo baja",
            steps: &[
                "Averigua quién lleva los registros de crédito donde vives y pide tu informe, que suele ser gratis.",
                "Busca errores en el informe, como deudas ya pagadas o préstamos que nunca pediste.",
                "Si algo está mal, pide por escrito que lo corrijan y guarda una copia.",
                "Di que no a quien te cobre por arreglar tu puntaje: todo esto lo puedes hacer tú.",
            ],
            help_step: None,
            boost: "Pide tu informe de crédito esta semana.",
        },
    ),
    (
        Indicator::Fhn7,
        BandText {
            sub_title: "Dudas de que tu seguro alcance. Puede que tengas más protección de la que crees.",
            steps_title: "Descubre qué te cubre ya",
            steps: &[
                "Mira las pólizas que tengan tú o tu familia: a quién cubren, qué pagan y qué dejan fuera.",
                "Pregunta en tu trabajo o sindicato qué recibirías por enfermedad, accidente o pérdida del empleo.",
                "Llama y pregunta: “¿Qué recibo si me enfermo tres meses?”, y anota la respuesta.",
                "Escribe las tres cosas que más te afectarían y quién podría ayudarte con cada una.",
            ],
            help_step: None,
            boost: "Pregunta esta semana a alguien: “¿Qué cubre mi seguro?”",
        },
    ),
    (
        Indicator::Fhn8,
        BandText {
            sub_title: "Mirar lo que viene todavía no es una costumbre tuya. Un plan para una semana ya es un plan.",
            steps_title: "Empieza por los próximos siete días",
            steps: &[
                "Anota los gastos de los próximos siete días y cuánto será cada uno.",
                "Elige diez minutos tranquilos a la semana para mirar los siete días que vienen.",
                "Anota los gastos grandes de los próximos tres meses, como el colegio, un arreglo o un pago anual.",
                "Cuando lo hagas cada semana sin pensarlo, mira un mes hacia delante.",
            ],
            help_step: None,
            boost: "Planea solo esta semana. Por ahora es suficiente.",
        },
    ),
];
