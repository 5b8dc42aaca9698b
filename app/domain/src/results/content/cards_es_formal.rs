//! The eight recommendation cards in Spanish, addressing the reader as “usted”: bands vulnerable, coping, healthy.

use super::{BandText, CardText};

pub(super) static CARDS: [CardText; 8] = [
    CardText {
        title: "Gastos e ingresos",
        bands: [
            BandText {
                sub_title: "En el último año salió más dinero del que entró. Le pasa a mucha gente cuando suben los precios o bajan los ingresos.",
                steps_title: "Por dónde empezar esta semana",
                steps: &[
                    "Anote lo que entra y lo que tiene que salir este mes, con números aproximados.",
                    "Pague comida, vivienda, luz y medicinas antes que todo lo demás.",
                    "Si este mes no podrá pagar una cuenta, llame antes de la fecha y pida más plazo.",
                    "Pregunte en su municipio o en un grupo de su comunidad qué ayuda hay para comida, alquiler o luz.",
                    "Pida a un servicio gratuito de ayuda con deudas que revise los números con usted.",
                ],
                help_step: Some(4),
                boost: "Empiece con una lista y una llamada.",
            },
            BandText {
                sub_title: "Le alcanza con lo que entra. Un poco más de margen ayudaría cuando surge un imprevisto.",
                steps_title: "Hábitos que le dan margen",
                steps: &[
                    "Dedique 15 minutos, el mismo día de cada semana, a ver en qué gastó.",
                    "Elija un gasto, como el teléfono o las compras, y póngale un límite semanal que pueda cumplir.",
                    "Aparte una cantidad fija y pequeña cuando le llega dinero, aunque sea muy poco.",
                    "Revise cada tres meses sus pagos fijos y cancele lo que ya no usa.",
                ],
                help_step: None,
                boost: "Elija un gasto para vigilar esta semana.",
            },
            BandText {
                sub_title: "Usted gasta mucho menos de lo que recibe. Eso le da margen para imprevistos y para sus planes.",
                steps_title: "Para seguir así",
                steps: &[
                    "Decida para qué es el dinero que sobra cada mes y apártelo el mismo día que le pagan.",
                    "Haga una prueba: anote qué recortaría primero si le faltara una quinta parte de sus ingresos.",
                    "Cuando gane más, aparte la mitad del aumento antes de acostumbrarse a gastarlo.",
                ],
                help_step: None,
                boost: "Dele hoy un destino al dinero que le sobra.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Pagar las cuentas a tiempo",
        bands: [
            BandText {
                sub_title: "Le ha costado pagar muchas cuentas a tiempo. Cuando no alcanza para todas, lo que más importa es cuál paga primero.",
                steps_title: "Primeros pasos con las cuentas",
                steps: &[
                    "Anote las cuentas que estén atrasadas, primero alquiler y luz.",
                    "Pague primero lo que le asegura comida, techo y luz.",
                    "Llame a quien le alquila o a la empresa de luz, diga cuánto puede pagar y pida un plan de pagos.",
                    "Acepte solo una cantidad que pueda mantener y pida el acuerdo por escrito.",
                    "Lleve sus cartas a un servicio gratuito de ayuda con deudas, aunque no las haya abierto.",
                ],
                help_step: Some(4),
                boost: "Una llamada puede darle más tiempo.",
            },
            BandText {
                sub_title: "No todas sus cuentas se pagan a tiempo. Con las atrasadas, mire qué falta: un aviso o el dinero.",
                steps_title: "Para que pagar a tiempo sea más fácil",
                steps: &[
                    "Anote cada fecha de pago en su teléfono, con un aviso cinco días antes.",
                    "Pida a las empresas que le cambien las fechas de pago a la semana después del día que le pagan.",
                    "Reserve 20 minutos cada semana para pagar lo que vence en los próximos siete días.",
                    "Si ve que no llegará a tiempo con una cuenta, llame antes de la fecha y pida más plazo.",
                ],
                help_step: None,
                boost: "Anote ahora la próxima fecha en su teléfono.",
            },
            BandText {
                sub_title: "Usted paga todas sus cuentas a tiempo. Eso le ahorra recargos y preocupaciones.",
                steps_title: "Mantenga el ritmo",
                steps: &[
                    "Revise una vez al mes que los pagos automáticos se hicieron y que los montos son correctos.",
                    "Junte poco a poco, como reserva, lo que suman sus cuentas de un mes.",
                    "Anote cómo se paga cada cuenta, para que alguien de confianza pueda hacerlo si usted se enferma.",
                ],
                help_step: None,
                boost: "Revise hoy un pago automático.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Ahorrar para imprevistos",
        bands: [
            BandText {
                sub_title: "Sin ingresos, su dinero duraría menos de un mes. Mucha gente vive así, con lo justo.",
                steps_title: "Lo que puede ayudarle ahora",
                steps: &[
                    "Anote lo que vence en las próximas cuatro semanas, con comida, vivienda y luz al principio.",
                    "Si falta comida, acuda a un banco de alimentos y deje su dinero para vivienda y luz.",
                    "Si no le alcanza para todo, llame antes de la fecha y pida más plazo.",
                    "Averigüe si le deben dinero: impuestos a su favor, sueldos, un depósito o una ayuda pública.",
                    "Anote a quién acudir en una mala semana: familia, trabajo, sindicato o un servicio de ayuda gratuito.",
                ],
                help_step: Some(1),
                boost: "Empiece por la lista. No hace falta que sea exacta.",
            },
            BandText {
                sub_title: "Usted tiene una reserva que le alcanzaría un tiempo. Con más, tendría más tiempo si se queda sin ingresos.",
                steps_title: "Cómo hacer crecer su reserva",
                steps: &[
                    "Sume un mes de vivienda, comida, luz y transporte, para saber cuánto le cuesta un mes.",
                    "Póngase como meta un mes más de lo que tiene hoy y elija una fecha.",
                    "Aparte una cantidad fija el día que le pagan; 5 de cada 100 es un buen comienzo.",
                    "Guarde en su reserva la mitad de cualquier dinero extra, como un bono o un reembolso.",
                ],
                help_step: None,
                boost: "Decida cuánto apartar la próxima vez que le paguen.",
            },
            BandText {
                sub_title: "Usted podría cubrir medio año o más. Es un buen respaldo si deja de recibir ingresos.",
                steps_title: "Tenga su reserva lista",
                steps: &[
                    "Una vez al año, compruebe que la reserva todavía cubre seis meses, porque los precios cambian.",
                    "Haga una prueba: averigüe cuántos días tardaría en tener el dinero en la mano.",
                    "Acuerde con quienes viven con usted qué cuenta como emergencia.",
                    "Con seis meses cubiertos, destine el ahorro nuevo a metas de más años.",
                ],
                help_step: None,
                boost: "Averigüe en cuántos días podría disponer de sus ahorros.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Ahorrar a largo plazo",
        bands: [
            BandText {
                sub_title: "Sus metas a largo plazo se sienten lejos. Es lógico cuando el día a día se lleva todo el dinero y la atención.",
                steps_title: "Cuide sus metas sin gastar nada",
                steps: &[
                    "Escriba algo que quiera lograr en cinco años o más y por qué le importa.",
                    "Si este mes le preocupa una cuenta, pida un plan de pagos y deje la meta para después.",
                    "Pregunte en su trabajo o sindicato si ya se aparta dinero para su jubilación.",
                    "Busque pensiones o cuentas de trabajos anteriores, y escriba o llame para preguntar por ellas.",
                    "Pregunte en un servicio gratuito de orientación sobre dinero qué paso dar primero.",
                ],
                help_step: Some(4),
                boost: "Escriba una meta. Ya es un comienzo.",
            },
            BandText {
                sub_title: "Usted ya recorrió parte del camino hacia lo que quiere. Un monto y una fecha lo hacen más claro.",
                steps_title: "Póngale números a una meta",
                steps: &[
                    "Elija la meta que más le importa y anote cuánto cuesta y para cuándo.",
                    "Divida ese costo entre los meses que faltan para ver cuánto haría falta cada mes.",
                    "Aparte una parte el día que le pagan, aunque sea solo la cuarta parte de esa cantidad.",
                    "Suba un poco la cantidad cada seis meses o cada vez que gane más.",
                    "Si tiene empleo, pregunte si aportan dinero cuando usted ahorra para la jubilación.",
                ],
                help_step: None,
                boost: "Anote una meta, un monto y una fecha.",
            },
            BandText {
                sub_title: "Usted confía mucho en que va por buen camino hacia lo que quiere dentro de unos años.",
                steps_title: "Mantenga el rumbo",
                steps: &[
                    "Elija un día al año para revisar cada meta: cuánto tiene, cuánto falta y para cuándo.",
                    "Haga una prueba: calcule qué cambiaría si no pudiera ahorrar durante seis meses.",
                    "Revise qué comisiones paga por sus ahorros y pensiones, y pregunte cómo bajarlas.",
                ],
                help_step: None,
                boost: "Elija el día de su revisión anual.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Manejar las deudas",
        bands: [
            BandText {
                sub_title: "Usted debe mucho más de lo que puede pagar ahora. Hay salidas, y no tiene que buscarlas sin ayuda.",
                steps_title: "Primero, un respiro",
                steps: &[
                    "Acuda a un servicio gratuito de ayuda con deudas, aunque no tenga los papeles en orden.",
                    "Siga pagando comida, vivienda y luz antes que tarjetas y otros préstamos.",
                    "Antes de aceptar algo sobre una deuda vieja o una carta de un juzgado, consulte con un servicio gratuito. En los demás casos, llame a quienes debe dinero, diga que no puede pagar lo acordado y pida cuotas más bajas o una pausa.",
                    "Antes de pedir un préstamo para pagar otro, consulte con un servicio gratuito.",
                    "Si alguien le amenaza para cobrarle, usted puede acudir a la policía o pedir ayuda, aunque deba el dinero.",
                ],
                help_step: Some(0),
                boost: "Pida ayuda gratuita. No tiene que llevar nada preparado.",
            },
            BandText {
                sub_title: "Usted debe un poco más de lo que puede pagar con calma. Unos cambios ahora pueden frenar la deuda.",
                steps_title: "Aligere la carga",
                steps: &[
                    "Tome 30 minutos para anotar cada deuda: cuánto falta, qué interés tiene y cuánto paga usted al mes.",
                    "Pague el mínimo de cada deuda y sume lo que pueda a la que tiene el interés más alto.",
                    "Llame a quien le cobra ese interés y pida que lo baje, o cuotas que usted pueda pagar cada mes.",
                    "Guarde una tarjeta durante 30 días y pague solo con el dinero que tiene.",
                    "Si el próximo mes no le alcanza, consulte con un servicio gratuito de ayuda con deudas antes de atrasarse.",
                ],
                help_step: Some(4),
                boost: "Anote hoy lo que debe. Con media hora basta.",
            },
            BandText {
                sub_title: "Usted tiene deudas y puede con lo que debe.",
                steps_title: "Que la carga siga ligera",
                steps: &[
                    "Anote cuándo termina de pagar cada deuda y revíselo una vez al año.",
                    "Use lo que le sobra para la deuda con el interés más alto.",
                    "Antes de pedir más dinero prestado, sume todo lo que devolvería y espere tres días para decidir.",
                    "Haga una prueba: calcule cómo haría sus pagos si recibiera menos dinero durante dos meses.",
                ],
                help_step: None,
                boost: "Haga un presupuesto de prueba para dos meses.",
            },
        ],
        by_option: &[(
            1,
            BandText {
                sub_title: "Usted no tiene préstamos ni tarjetas que pagar. Así es más fácil ordenar lo demás.",
                steps_title: "Para seguir con libertad",
                steps: &[
                    "Dele un destino al dinero que no se va en pagar deudas: ahorre una parte el día que le pagan.",
                    "Antes de pedir prestado, sume todo lo que devolvería y espere tres días para decidir.",
                    "Antes de firmar por el préstamo de otra persona, compruebe que usted podría pagarlo.",
                ],
                help_step: None,
                boost: "Elija algo para ahorrar en vez de pedir prestado.",
            },
        )],
    },
    CardText {
        title: "Mejorar su historial de crédito",
        bands: [
            BandText {
                sub_title: "Su puntaje de crédito es bajo por ahora. Puede recuperarse, y lo primero es ver qué hay registrado sobre usted.",
                steps_title: "Averigüe qué lo baja",
                steps: &[
                    "Averigüe quién lleva los registros de crédito donde usted vive y pida su informe, que suele ser gratis.",
                    "Busque errores en el informe, como deudas ya pagadas o préstamos que usted nunca pidió.",
                    "Si algo está mal, pida por escrito que lo corrijan y guarde una copia.",
                    "Si tiene atrasos, cubra primero comida, vivienda y luz, y pida un plan de pagos para lo demás.",
                    "Diga que no a quien le cobre por arreglar su puntaje y acuda a un servicio gratuito.",
                ],
                help_step: Some(4),
                boost: "Pida su informe de crédito esta semana.",
            },
            BandText {
                sub_title: "Su puntaje de crédito es regular o bueno. Con hábitos constantes puede subir en unos meses.",
                steps_title: "Hábitos que ayudan a su puntaje",
                steps: &[
                    "Lea su informe de crédito una vez al año y pida que corrijan los errores.",
                    "Ponga un aviso cinco días antes de cada pago de tarjeta o préstamo.",
                    "Si usa tarjetas, trate de deber menos de un tercio del límite de cada una.",
                    "Deje pasar al menos seis meses entre una solicitud de crédito y otra.",
                ],
                help_step: None,
                boost: "Ponga un aviso para su próximo pago.",
            },
            BandText {
                sub_title: "Su puntaje de crédito es muy bueno o excelente. Si un día pide prestado, puede costarle menos.",
                steps_title: "Proteja lo que ha logrado",
                steps: &[
                    "Lea su informe una vez al año y busque nombres o préstamos que no conozca.",
                    "Ponga un aviso para cada pago, para que una semana complicada no acabe en un atraso.",
                    "Si debe dinero, pida que le bajen el interés y mencione su puntaje.",
                    "Antes de firmar por el préstamo de otra persona, compruebe que usted podría pagarlo.",
                ],
                help_step: None,
                boost: "Anote en su calendario una revisión al año.",
            },
        ],
        by_option: &[(
            6,
            BandText {
                sub_title: "Todavía no conoce su puntaje de crédito. Puede ser mejor de lo que cree, y que usted lo consulte no lo baja.",
                steps_title: "Averigüe cómo está",
                steps: &[
                    "Averigüe quién lleva los registros de crédito donde usted vive y pida su informe, que suele ser gratis.",
                    "Busque errores en el informe, como deudas ya pagadas o préstamos que usted nunca pidió.",
                    "Si algo está mal, pida por escrito que lo corrijan y guarde una copia.",
                    "Si aún no tiene historial, no es culpa suya. Hay quienes alquilan y empresas de teléfono que aceptan otras pruebas de que usted paga a tiempo.",
                ],
                help_step: None,
                boost: "Pida su informe de crédito esta semana.",
            },
        )],
    },
    CardText {
        title: "Contar con un seguro",
        bands: [
            BandText {
                sub_title: "Usted duda de que su seguro alcance. Puede que tenga más protección de la que cree.",
                steps_title: "Descubra qué tiene cubierto ya",
                steps: &[
                    "Mire las pólizas que tengan usted o su familia: a quién cubren, qué pagan y qué dejan fuera.",
                    "Escriba las tres cosas que más le afectarían y quién podría ayudarle con cada una.",
                    "Si no puede pagar un seguro que ya tiene, pida cuotas más bajas antes de que venza.",
                    "Pregunte en su trabajo o sindicato qué recibiría por enfermedad, accidente o pérdida del empleo.",
                    "Pregunte en un centro público de salud o de ayuda social qué atención puede recibir gratis.",
                ],
                help_step: None,
                boost: "Pregunte esta semana a alguien: “¿Qué cubre mi seguro?”",
            },
            BandText {
                sub_title: "Usted tiene algo de protección. Saber qué paga su seguro, y qué no, puede darle calma.",
                steps_title: "Conozca bien lo que tiene",
                steps: &[
                    "Dedique 30 minutos a cada póliza: anote qué cubre, hasta cuánto y qué parte pagaría usted.",
                    "Llame y pregunte: “¿Qué recibo si me enfermo tres meses?”, y anote la respuesta.",
                    "Haga una lista de sus riesgos, como salud, casa e ingresos, y marque los que nada cubre.",
                    "Aparte un poco cada vez que le pagan para la parte que tendría que cubrir usted.",
                    "Revise si paga dos veces por lo mismo, por ejemplo en el trabajo y por su cuenta.",
                ],
                help_step: None,
                boost: "Lea una póliza esta semana.",
            },
            BandText {
                sub_title: "Usted confía mucho en que su seguro respondería en una emergencia.",
                steps_title: "Mantenga su protección al día",
                steps: &[
                    "Revise sus seguros una vez al año y tras un gran cambio, como una mudanza, un bebé u otro empleo.",
                    "Haga una prueba: piense en una emergencia y anote a quién llamaría y qué recibiría.",
                    "Tome fotos de sus cosas y de sus pólizas, y guarde una copia fuera de casa.",
                    "Cuéntele a alguien de confianza dónde guarda usted sus pólizas y cómo se usan.",
                ],
                help_step: None,
                boost: "Prepárese para una emergencia.",
            },
        ],
        by_option: &[(
            6,
            BandText {
                sub_title: "No tiene un seguro propio. Aun así puede haber otras ayudas para usted en una emergencia.",
                steps_title: "Descubra con qué ayuda cuenta",
                steps: &[
                    "Escriba las tres cosas que más le afectarían y quién podría ayudarle con cada una.",
                    "Pregunte en un centro público de salud o de ayuda social qué atención puede recibir gratis.",
                    "Pregunte a su familia si alguno de los seguros que tienen le cubre también a usted.",
                    "Pregunte en su trabajo o sindicato qué recibiría por enfermedad, accidente o pérdida del empleo.",
                ],
                help_step: None,
                boost: "Pregunte esta semana a alguien: “¿Quién me ayudaría?”",
            },
        )],
    },
    CardText {
        title: "Planear con tiempo",
        bands: [
            BandText {
                sub_title: "Es difícil pensar en el futuro cuando cada día ya trae bastante. Un plan para una semana ya es un plan.",
                steps_title: "Empiece por los próximos siete días",
                steps: &[
                    "Anote lo que vence en los próximos siete días, con comida, vivienda y luz al principio.",
                    "Si no puede pagar algo, llame antes de la fecha y pida un plan de pagos.",
                    "Anote cuándo le vuelve a llegar dinero y cuántos días faltan.",
                    "Elija diez minutos tranquilos a la semana para mirar los siete días que vienen.",
                    "Muestre su lista a alguien de confianza o a un servicio gratuito de ayuda con deudas.",
                ],
                help_step: Some(4),
                boost: "Planee solo esta semana. Por ahora es suficiente.",
            },
            BandText {
                sub_title: "Usted casi siempre piensa en lo que viene. Mirar un poco más lejos hace más llevaderos los gastos grandes.",
                steps_title: "Mire un poco más lejos",
                steps: &[
                    "Al empezar cada mes, dedique 20 minutos a anotar lo que viene en los próximos tres.",
                    "Sume los gastos que llegan una o dos veces al año y divida el total entre doce.",
                    "Aparte esa cantidad cada mes, separada del dinero diario.",
                    "Si comparte su dinero con otras personas, hablen de él media hora cada mes.",
                ],
                help_step: None,
                boost: "Anote los gastos grandes de los próximos tres meses.",
            },
            BandText {
                sub_title: "Planear es parte de su forma de manejar el dinero. Le da más opciones cuando algo cambia.",
                steps_title: "Ponga a prueba su plan",
                steps: &[
                    "Una vez al año, imagine tres meses sin ingresos y anote qué haría.",
                    "Cada seis meses, revise sus metas y cambie lo que ya no encaja.",
                    "Resuma su plan en una página y cuéntele a alguien de confianza dónde está.",
                    "Escriba quién debería cuidar su dinero si usted no puede, y hable con esa persona.",
                ],
                help_step: None,
                boost: "Resuma su plan en una sola página.",
            },
        ],
        by_option: &[],
    },
];
