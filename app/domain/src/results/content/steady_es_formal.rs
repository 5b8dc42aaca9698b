//! The lowest band of seven cards in Spanish, addressing the reader as “usted”, for those who are not in hardship.

use super::BandText;
use crate::Indicator;

pub(super) static CARDS: [(Indicator, BandText); 7] = [
    (
        Indicator::Fhn1,
        BandText {
            sub_title: "En el último año salió más dinero del que entró. Conviene saber si fue una vez o pasa cada mes.",
            steps_title: "Mire qué hubo detrás",
            steps: &[
                "Anote los tres gastos más grandes del último año y marque los que se van a repetir.",
                "Compare lo que entra cada mes con lo que sale, con números aproximados.",
                "Elija un gasto que llega cada mes y póngale un límite que pueda cumplir.",
                "Si la diferencia salió de sus ahorros, decida cuánto de ellos puede gastarse este año.",
            ],
            help_step: None,
            boost: "Anote tres gastos. Bastan diez minutos.",
        },
    ),
    (
        Indicator::Fhn2,
        BandText {
            sub_title: "En el último año usted pagó tarde muchas cuentas. Una lista y un día fijo pueden cambiarlo.",
            steps_title: "Póngase al día y siga así",
            steps: &[
                "Anote las cuentas que estén atrasadas, primero alquiler y luz.",
                "Elija un día de la semana para pagar lo que vence en los próximos siete días.",
                "Anote cada fecha de pago en su calendario, con un aviso cinco días antes.",
                "Pida a las empresas que le cambien las fechas de pago a la semana después del día que le pagan.",
                "Si una cuenta se va a atrasar, llame antes de la fecha y diga cuándo pagará.",
            ],
            help_step: None,
            boost: "Haga la lista hoy.",
        },
    ),
    (
        Indicator::Fhn3,
        BandText {
            sub_title: "Sin ingresos, su dinero duraría menos de un mes. Una reserva puede empezar con poco y crecer poco a poco.",
            steps_title: "Cómo empezar una reserva",
            steps: &[
                "Elija una cantidad pequeña y apártela cada vez que le llega dinero, aunque sea muy poco.",
                "Guárdela separada del dinero del día a día, donde pueda retirarla en pocos días.",
                "Sume un mes de vivienda, comida, luz y transporte, y póngase esa cifra como primera meta.",
                "Averigüe si le deben dinero, como impuestos a su favor o un depósito, y guarde la mitad.",
            ],
            help_step: None,
            boost: "Decida cuánto apartar la próxima vez que le paguen.",
        },
    ),
    (
        Indicator::Fhn4,
        BandText {
            sub_title: "Sus metas a largo plazo se sienten lejos. Se acercan cuando usted ve qué haría falta para lograrlas.",
            steps_title: "Acerque una meta",
            steps: &[
                "Escriba algo que quiera lograr en cinco años o más, cuánto puede costar y para cuándo.",
                "Pregunte en su trabajo o sindicato si ya se aparta dinero para su jubilación.",
                "Busque pensiones o cuentas de trabajos anteriores, y escriba o llame para preguntar por ellas.",
                "Elija una cantidad para apartar el día que le pagan, por pequeña que sea.",
            ],
            help_step: None,
            boost: "Escriba una meta. Ya es un comienzo.",
        },
    ),
    (
        Indicator::Fhn6,
        BandText {
            sub_title: "Su puntaje de crédito es bajo por ahora. Puede recuperarse, y lo primero es ver qué hay registrado sobre usted.",
            steps_title: "Averigüe qué lo baja",
            steps: &[
                "Averigüe quién lleva los registros de crédito donde usted vive y pida su informe, que suele ser gratis.",
                "Busque errores en el informe, como deudas ya pagadas o préstamos que usted nunca pidió.",
                "Si algo está mal, pida por escrito que lo corrijan y guarde una copia.",
                "Diga que no a quien le cobre por arreglar su puntaje: todo esto lo puede hacer usted.",
            ],
            help_step: None,
            boost: "Pida su informe de crédito esta semana.",
        },
    ),
    (
        Indicator::Fhn7,
        BandText {
            sub_title: "Usted duda de que su seguro alcance. Puede que tenga más protección de la que cree.",
            steps_title: "Descubra qué tiene cubierto ya",
            steps: &[
                "Mire las pólizas que tengan usted o su familia: a quién cubren, qué pagan y qué dejan fuera.",
                "Pregunte en su trabajo o sindicato qué recibiría por enfermedad, accidente o pérdida del empleo.",
                "Llame y pregunte: “¿Qué recibo si me enfermo tres meses?”, y anote la respuesta.",
                "Escriba las tres cosas que más le afectarían y quién podría ayudarle con cada una.",
            ],
            help_step: None,
            boost: "Pregunte esta semana a alguien: “¿Qué cubre mi seguro?”",
        },
    ),
    (
        Indicator::Fhn8,
        BandText {
            sub_title: "Mirar lo que viene todavía no es una costumbre suya. Un plan para una semana ya es un plan.",
            steps_title: "Empiece por los próximos siete días",
            steps: &[
                "Anote los gastos de los próximos siete días y cuánto será cada uno.",
                "Elija diez minutos tranquilos a la semana para mirar los siete días que vienen.",
                "Anote los gastos grandes de los próximos tres meses, como el colegio, un arreglo o un pago anual.",
                "Cuando lo haga cada semana sin pensarlo, mire un mes hacia delante.",
            ],
            help_step: None,
            boost: "Planee solo esta semana. Por ahora es suficiente.",
        },
    ),
];
