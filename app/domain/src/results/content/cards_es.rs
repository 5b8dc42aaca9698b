//! The eight recommendation cards in Spanish, each in the bands vulnerable, coping, healthy.

use super::{BandText, CardText};

pub(super) static CARDS: [CardText; 8] = [
    CardText {
        title: "Gastos e ingresos",
        bands: [
            BandText {
                sub_title: "En el último año salió más dinero del que entró. Le pasa a mucha gente cuando suben los precios o bajan los ingresos.",
                steps_title: "Por dónde empezar esta semana",
                steps: &[
                    "Anota lo que entra y lo que tiene que salir este mes, con números aproximados.",
                    "Paga comida, vivienda, luz y medicinas antes que todo lo demás.",
                    "Si este mes no podrás pagar una cuenta, llama antes de la fecha y pide más plazo.",
                    "Pregunta en tu municipio o en un grupo de tu comunidad qué ayuda hay para comida, alquiler o luz.",
                    "Pide a un servicio gratuito de ayuda con deudas que revise contigo tus números.",
                ],
                help_step: Some(4),
                boost: "Empieza con una lista y una llamada.",
            },
            BandText {
                sub_title: "Te alcanza con lo que entra. Un poco más de margen ayudaría cuando surge un imprevisto.",
                steps_title: "Hábitos que te dan margen",
                steps: &[
                    "Dedica 15 minutos, el mismo día de cada semana, a ver en qué gastaste.",
                    "Elige un gasto, como el teléfono o las compras, y ponle un límite semanal que puedas cumplir.",
                    "Aparta una cantidad fija y pequeña cuando te llega dinero, aunque sea muy poco.",
                    "Revisa cada tres meses tus pagos fijos y cancela lo que ya no usas.",
                ],
                help_step: None,
                boost: "Elige un gasto para vigilar esta semana.",
            },
            BandText {
                sub_title: "Gastas mucho menos de lo que recibes. Eso te da margen para imprevistos y para tus planes.",
                steps_title: "Para seguir así",
                steps: &[
                    "Decide para qué es el dinero que sobra cada mes y apártalo el mismo día que te pagan.",
                    "Haz una prueba: anota qué recortarías primero si te faltara una quinta parte de tus ingresos.",
                    "Cuando ganes más, aparta la mitad del aumento antes de acostumbrarte a gastarlo.",
                ],
                help_step: None,
                boost: "Dale hoy un destino al dinero que te sobra.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Pagar las cuentas a tiempo",
        bands: [
            BandText {
                sub_title: "Te ha costado pagar muchas cuentas a tiempo. Cuando no alcanza para todas, lo que más importa es cuál pagas primero.",
                steps_title: "Primeros pasos con las cuentas",
                steps: &[
                    "Anota las cuentas que estén atrasadas, primero alquiler y luz.",
                    "Paga primero lo que te asegura comida, techo y luz.",
                    "Llama a quien te alquila o a la empresa de luz, di cuánto puedes pagar y pide un plan de pagos.",
                    "Acepta solo una cantidad que puedas mantener y pide el acuerdo por escrito.",
                    "Lleva tus cartas a un servicio gratuito de ayuda con deudas, aunque no las hayas abierto.",
                ],
                help_step: Some(4),
                boost: "Una llamada puede darte más tiempo.",
            },
            BandText {
                sub_title: "No todas tus cuentas se pagan a tiempo. Con las atrasadas, mira qué falta: un aviso o el dinero.",
                steps_title: "Para que pagar a tiempo sea más fácil",
                steps: &[
                    "Anota cada fecha de pago en tu teléfono, con un aviso cinco días antes.",
                    "Pide a las empresas que cambien tus fechas de pago a la semana después del día que te pagan.",
                    "Reserva 20 minutos cada semana para pagar lo que vence en los próximos siete días.",
                    "Si ves que no llegarás a tiempo con una cuenta, llama antes de la fecha y pide más plazo.",
                ],
                help_step: None,
                boost: "Anota ahora la próxima fecha en tu teléfono.",
            },
            BandText {
                sub_title: "Pagas todas tus cuentas a tiempo. Eso te ahorra recargos y preocupaciones.",
                steps_title: "Mantén el ritmo",
                steps: &[
                    "Revisa una vez al mes que los pagos automáticos se hicieron y que los montos son correctos.",
                    "Junta poco a poco, como reserva, lo que suman tus cuentas de un mes.",
                    "Anota cómo se paga cada cuenta, para que alguien de confianza pueda hacerlo si te enfermas.",
                ],
                help_step: None,
                boost: "Revisa hoy un pago automático.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Ahorrar para imprevistos",
        bands: [
            BandText {
                sub_title: "Sin ingresos, tu dinero duraría menos de un mes. Mucha gente vive así, con lo justo.",
                steps_title: "Lo que puede ayudarte ahora",
                steps: &[
                    "Anota lo que vence en las próximas cuatro semanas, con comida, vivienda y luz al principio.",
                    "Si falta comida, acude a un banco de alimentos y deja tu dinero para vivienda y luz.",
                    "Si no te alcanza para todo, llama antes de la fecha y pide más plazo.",
                    "Averigua si te deben dinero: impuestos a tu favor, sueldos, un depósito o una ayuda pública.",
                    "Anota a quién acudir en una mala semana: familia, trabajo, sindicato o un servicio de ayuda gratuito.",
                ],
                help_step: Some(1),
                boost: "Empieza por la lista. No hace falta que sea exacta.",
            },
            BandText {
                sub_title: "Tienes una reserva que te alcanzaría un tiempo. Con más, tendrías más tiempo si te quedas sin ingresos.",
                steps_title: "Cómo hacer crecer tu reserva",
                steps: &[
                    "Suma un mes de vivienda, comida, luz y transporte, para saber cuánto te cuesta un mes.",
                    "Ponte como meta un mes más de lo que tienes hoy y elige una fecha.",
                    "Aparta una cantidad fija el día que te pagan; 5 de cada 100 es un buen comienzo.",
                    "Guarda en tu reserva la mitad de cualquier dinero extra, como un bono o un reembolso.",
                ],
                help_step: None,
                boost: "Decide cuánto apartar la próxima vez que te paguen.",
            },
            BandText {
                sub_title: "Podrías cubrir medio año o más. Es un buen respaldo si dejas de recibir ingresos.",
                steps_title: "Ten tu reserva lista",
                steps: &[
                    "Una vez al año, comprueba que todavía cubre seis meses, porque los precios cambian.",
                    "Haz una prueba: averigua cuántos días tardarías en tener el dinero en la mano.",
                    "Acuerda con quienes viven contigo qué cuenta como emergencia.",
                    "Con seis meses cubiertos, destina el ahorro nuevo a metas de más años.",
                ],
                help_step: None,
                boost: "Averigua en cuántos días podrías disponer de tus ahorros.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Ahorrar a largo plazo",
        bands: [
            BandText {
                sub_title: "Tus metas a largo plazo se sienten lejos. Es lógico cuando el día a día se lleva todo el dinero y la atención.",
                steps_title: "Cuida tus metas sin gastar nada",
                steps: &[
                    "Escribe algo que quieras lograr en cinco años o más y por qué te importa.",
                    "Si este mes te preocupa una cuenta, pide un plan de pagos y deja la meta para después.",
                    "Pregunta en tu trabajo o sindicato si ya se aparta dinero para tu jubilación.",
                    "Busca pensiones o cuentas de trabajos anteriores, y escribe o llama para preguntar por ellas.",
                    "Pregunta en un servicio gratuito de orientación sobre dinero qué paso dar primero.",
                ],
                help_step: Some(4),
                boost: "Escribe una meta. Ya es un comienzo.",
            },
            BandText {
                sub_title: "Ya recorriste parte del camino hacia lo que quieres. Un monto y una fecha lo hacen más claro.",
                steps_title: "Ponle números a una meta",
                steps: &[
                    "Elige la meta que más te importa y anota cuánto cuesta y para cuándo.",
                    "Divide ese costo entre los meses que faltan para ver cuánto haría falta cada mes.",
                    "Aparta una parte el día que te pagan, aunque sea solo la cuarta parte de esa cantidad.",
                    "Sube un poco la cantidad cada seis meses o cada vez que ganes más.",
                    "Si tienes empleo, pregunta si aportan dinero cuando ahorras para la jubilación.",
                ],
                help_step: None,
                boost: "Anota una meta, un monto y una fecha.",
            },
            BandText {
                sub_title: "Confías mucho en que vas por buen camino hacia lo que quieres dentro de unos años.",
                steps_title: "Mantén el rumbo",
                steps: &[
                    "Elige un día al año para revisar cada meta: cuánto tienes, cuánto falta y para cuándo.",
                    "Haz una prueba: calcula qué cambiaría si no pudieras ahorrar durante seis meses.",
                    "Revisa qué comisiones pagas por tus ahorros y pensiones, y pregunta cómo bajarlas.",
                ],
                help_step: None,
                boost: "Elige el día de tu revisión anual.",
            },
        ],
        by_option: &[],
    },
    CardText {
        title: "Manejar las deudas",
        bands: [
            BandText {
                sub_title: "Debes mucho más de lo que puedes pagar ahora. Hay salidas, y no tienes que buscarlas sin ayuda.",
                steps_title: "Primero, un respiro",
                steps: &[
                    "Acude a un servicio gratuito de ayuda con deudas, aunque no tengas los papeles en orden.",
                    "Sigue pagando comida, vivienda y luz antes que tarjetas y otros préstamos.",
                    "Antes de aceptar algo sobre una deuda vieja o una carta de un juzgado, consulta con un servicio gratuito. En los demás casos, llama a quienes debes dinero, di que no puedes pagar lo acordado y pide cuotas más bajas o una pausa.",
                    "Antes de pedir un préstamo para pagar otro, consulta con un servicio gratuito.",
                    "Si alguien te amenaza para cobrarte, puedes acudir a la policía o pedir ayuda, aunque debas el dinero.",
                ],
                help_step: Some(0),
                boost: "Pide ayuda gratuita. No tienes que llevar nada preparado.",
            },
            BandText {
                sub_title: "Debes un poco más de lo que puedes pagar con calma. Unos cambios ahora pueden frenar la deuda.",
                steps_title: "Aligera la carga",
                steps: &[
                    "Toma 30 minutos para anotar cada deuda: cuánto falta, qué interés tiene y cuánto pagas al mes.",
                    "Paga el mínimo de cada deuda y suma lo que puedas a la que tiene el interés más alto.",
                    "Llama a quien te cobra ese interés y pide que lo baje, o cuotas que puedas pagar cada mes.",
                    "Guarda una tarjeta durante 30 días y paga solo con el dinero que tienes.",
                    "Si el próximo mes no te alcanza, consulta con un servicio gratuito de ayuda con deudas antes de atrasarte.",
                ],
                help_step: Some(4),
                boost: "Anota hoy lo que debes. Con media hora basta.",
            },
            BandText {
                sub_title: "Tienes deudas y puedes con lo que debes.",
                steps_title: "Que la carga siga ligera",
                steps: &[
                    "Anota cuándo terminas de pagar cada deuda y revísalo una vez al año.",
                    "Usa lo que te sobra para la deuda con el interés más alto.",
                    "Antes de pedir más dinero prestado, suma todo lo que devolverías y espera tres días para decidir.",
                    "Haz una prueba: calcula cómo harías tus pagos si recibieras menos dinero durante dos meses.",
                ],
                help_step: None,
                boost: "Haz un presupuesto de prueba para dos meses.",
            },
        ],
        by_option: &[(
            1,
            BandText {
                sub_title: "No tienes préstamos ni tarjetas que pagar. Así es más fácil ordenar lo demás.",
                steps_title: "Para seguir con libertad",
                steps: &[
                    "Dale un destino al dinero que no se va en pagar deudas: ahorra una parte el día que te pagan.",
                    "Antes de pedir prestado, suma todo lo que devolverías y espera tres días para decidir.",
                    "Antes de firmar por el préstamo de otra persona, comprueba que tú podrías pagarlo.",
                ],
                help_step: None,
                boost: "Elige algo para ahorrar en vez de pedir prestado.",
            },
        )],
    },
    CardText {
        title: "Mejorar tu historial de crédito",
        bands: [
            BandText {
                sub_title: "Tu puntaje de crédito es bajo por ahora. Puede recuperarse, y lo primero es ver qué hay registrado sobre ti.",
                steps_title: "Averigua qué lo baja",
                steps: &[
                    "Averigua quién lleva los registros de crédito donde vives y pide tu informe, que suele ser gratis.",
                    "Busca errores en el informe, como deudas ya pagadas o préstamos que nunca pediste.",
                    "Si algo está mal, pide por escrito que lo corrijan y guarda una copia.",
                    "Si tienes atrasos, cubre primero comida, vivienda y luz, y pide un plan de pagos para lo demás.",
                    "Di que no a quien te cobre por arreglar tu puntaje y acude a un servicio gratuito.",
                ],
                help_step: Some(4),
                boost: "Pide tu informe de crédito esta semana.",
            },
            BandText {
                sub_title: "Tu puntaje de crédito es regular o bueno. Con hábitos constantes puede subir en unos meses.",
                steps_title: "Hábitos que ayudan a tu puntaje",
                steps: &[
                    "Lee tu informe de crédito una vez al año y pide que corrijan los errores.",
                    "Pon un aviso cinco días antes de cada pago de tarjeta o préstamo.",
                    "Si usas tarjetas, trata de deber menos de un tercio del límite de cada una.",
                    "Deja pasar al menos seis meses entre una solicitud de crédito y otra.",
                ],
                help_step: None,
                boost: "Pon un aviso para tu próximo pago.",
            },
            BandText {
                sub_title: "Tu puntaje de crédito es muy bueno o excelente. Si un día pides prestado, puede costarte menos.",
                steps_title: "Protege lo que has logrado",
                steps: &[
                    "Lee tu informe una vez al año y busca nombres o préstamos que no conozcas.",
                    "Pon un aviso para cada pago, para que una semana complicada no acabe en un atraso.",
                    "Si debes dinero, pide que te bajen el interés y menciona tu puntaje.",
                    "Antes de firmar por el préstamo de otra persona, comprueba que tú podrías pagarlo.",
                ],
                help_step: None,
                boost: "Anota en tu calendario una revisión al año.",
            },
        ],
        by_option: &[(
            6,
            BandText {
                sub_title: "Todavía no conoces tu puntaje de crédito. Puede ser mejor de lo que crees, y consultarlo tú no lo baja.",
                steps_title: "Averigua cómo estás",
                steps: &[
                    "Averigua quién lleva los registros de crédito donde vives y pide tu informe, que suele ser gratis.",
                    "Busca errores en el informe, como deudas ya pagadas o préstamos que nunca pediste.",
                    "Si algo está mal, pide por escrito que lo corrijan y guarda una copia.",
                    "Si aún no tienes historial, no es culpa tuya. Hay quienes alquilan y empresas de teléfono que aceptan otras pruebas de que pagas a tiempo.",
                ],
                help_step: None,
                boost: "Pide tu informe de crédito esta semana.",
            },
        )],
    },
    CardText {
        title: "Contar con un seguro",
        bands: [
            BandText {
                sub_title: "Dudas de que tu seguro alcance. Puede que tengas más protección de la que crees.",
                steps_title: "Descubre qué te cubre ya",
                steps: &[
                    "Mira las pólizas que tengan tú o tu familia: a quién cubren, qué pagan y qué dejan fuera.",
                    "Escribe las tres cosas que más te afectarían y quién podría ayudarte con cada una.",
                    "Si no puedes pagar un seguro que ya tienes, pide cuotas más bajas antes de que venza.",
                    "Pregunta en tu trabajo o sindicato qué recibirías por enfermedad, accidente o pérdida del empleo.",
                    "Pregunta en un centro público de salud o de ayuda social qué atención puedes recibir gratis.",
                ],
                help_step: None,
                boost: "Pregunta esta semana a alguien: “¿Qué cubre mi seguro?”",
            },
            BandText {
                sub_title: "Tienes algo de protección. Saber qué paga tu seguro, y qué no, puede darte calma.",
                steps_title: "Conoce bien lo que tienes",
                steps: &[
                    "Dedica 30 minutos a cada póliza: anota qué cubre, hasta cuánto y qué parte pagarías tú.",
                    "Llama y pregunta: “¿Qué recibo si me enfermo tres meses?”, y anota la respuesta.",
                    "Haz una lista de tus riesgos, como salud, casa e ingresos, y marca los que nada cubre.",
                    "Aparta un poco cada vez que te pagan para la parte que tendrías que cubrir tú.",
                    "Revisa si pagas dos veces por lo mismo, por ejemplo en el trabajo y por tu cuenta.",
                ],
                help_step: None,
                boost: "Lee una póliza esta semana.",
            },
            BandText {
                sub_title: "Confías mucho en que tu seguro respondería en una emergencia.",
                steps_title: "Mantén tu protección al día",
                steps: &[
                    "Revisa tus seguros una vez al año y tras un gran cambio, como una mudanza, un bebé u otro empleo.",
                    "Haz una prueba: piensa en una emergencia y anota a quién llamarías y qué recibirías.",
                    "Toma fotos de tus cosas y de tus pólizas, y guarda una copia fuera de casa.",
                    "Cuéntale a alguien de confianza dónde están tus pólizas y cómo se usan.",
                ],
                help_step: None,
                boost: "Prepárate para una emergencia.",
            },
        ],
        by_option: &[(
            6,
            BandText {
                sub_title: "No tienes un seguro propio. Aun así puede haber otras ayudas para ti en una emergencia.",
                steps_title: "Descubre con qué ayuda cuentas",
                steps: &[
                    "Escribe las tres cosas que más te afectarían y quién podría ayudarte con cada una.",
                    "Pregunta en un centro público de salud o de ayuda social qué atención puedes recibir gratis.",
                    "Pregunta a tu familia si alguno de sus seguros te cubre también.",
                    "Pregunta en tu trabajo o sindicato qué recibirías por enfermedad, accidente o pérdida del empleo.",
                ],
                help_step: None,
                boost: "Pregunta esta semana a alguien: “¿Quién me ayudaría?”",
            },
        )],
    },
    CardText {
        title: "Planear con tiempo",
        bands: [
            BandText {
                sub_title: "Es difícil pensar en el futuro cuando cada día ya trae bastante. Un plan para una semana ya es un plan.",
                steps_title: "Empieza por los próximos siete días",
                steps: &[
                    "Anota lo que vence en los próximos siete días, con comida, vivienda y luz al principio.",
                    "Si no puedes pagar algo, llama antes de la fecha y pide un plan de pagos.",
                    "Anota cuándo te vuelve a llegar dinero y cuántos días faltan.",
                    "Elige diez minutos tranquilos a la semana para mirar los siete días que vienen.",
                    "Muestra tu lista a alguien de confianza o a un servicio gratuito de ayuda con deudas.",
                ],
                help_step: Some(4),
                boost: "Planea solo esta semana. Por ahora es suficiente.",
            },
            BandText {
                sub_title: "Casi siempre piensas en lo que viene. Mirar un poco más lejos hace más llevaderos los gastos grandes.",
                steps_title: "Mira un poco más lejos",
                steps: &[
                    "Al empezar cada mes, dedica 20 minutos a anotar lo que viene en los próximos tres.",
                    "Suma los gastos que llegan una o dos veces al año y divide el total entre doce.",
                    "Aparta esa cantidad cada mes, separada del dinero diario.",
                    "Si compartes tu dinero con otras personas, hablen de él media hora cada mes.",
                ],
                help_step: None,
                boost: "Anota los gastos grandes de los próximos tres meses.",
            },
            BandText {
                sub_title: "Planear es parte de tu forma de manejar el dinero. Te da más opciones cuando algo cambia.",
                steps_title: "Pon a prueba tu plan",
                steps: &[
                    "Una vez al año, imagina tres meses sin ingresos y anota qué harías.",
                    "Cada seis meses, revisa tus metas y cambia lo que ya no encaja.",
                    "Resume tu plan en una página y cuéntale a alguien de confianza dónde está.",
                    "Escribe quién debería cuidar tu dinero si tú no puedes, y habla con esa persona.",
                ],
                help_step: None,
                boost: "Resume tu plan en una sola página.",
            },
        ],
        by_option: &[],
    },
];
