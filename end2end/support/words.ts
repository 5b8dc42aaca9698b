// The pages' words that the tests look for. Questions and cards come from the API.

export type Language = "en" | "es";

export interface Words {
  start: string;
  startAnew: string;
  greeting: (name: string) => string;
  progress: (number: number, total: number) => string;
  proceed: string;
  finish: string;
  sendAnswers: string;
  skip: string;
  tapping: string;
  filter: string;
  filterShown: string;
  resume: string;
  back: string;
  otherLanguage: string;
  errorPrefix: string;
  errorChoose: string;
  saved: string;
  notSaved: RegExp;
  resultWaits: RegExp;
  notYou: string;
  keepPlace: string;
  leave: string;
  continueThese: string;
  startNew: string;
  seeResult: string;
  retry: string;
  refused: RegExp;
  reload: string;
  result: string;
  score: (score: number) => string;
  bands: [string, string, string];
  startHere: string;
  moreSteps: RegExp;
  remind: string;
  remindTomorrow: string;
  because: (answer: string) => string;
  findHelp: string;
  sinceLastTime: string;
  changed: (before: number, now: number) => RegExp;
  areas: string;
  categories: [string, string, string, string];
  noScore: string;
  noCategoryScore: string;
  focus: string;
  strengths: string;
  thanks: string;
  answers: string;
  notAnswered: string;
  takeItAgain: string;
  againFrom: RegExp;
  underWay: RegExp;
  earlierResult: string;
  isEarlier: RegExp;
  latest: string;
  copy: string;
  copied: string;
  share: string;
  plan: string;
  planCopy: string;
  passOn: string;
  passOnCopy: string;
  meaning: string;
  erase: string;
  eraseTitle: string;
  eraseNot: string;
  erasedTitle: string;
  send: string;
  closed: string;
  closedMidway: RegExp;
  notFound: string;
  quizNotFound: string;
  linkNotValid: string;
  sessionMissing: string;
  home: string;
}

export const WORDS: Record<Language, Words> = {
  en: {
    start: "Start",
    startAnew: "Start again",
    greeting: (name) => `Hello, ${name}.`,
    progress: (number, total) => `Question ${number} of ${total}`,
    proceed: "Continue",
    finish: "See my result",
    sendAnswers: "Send my answers",
    skip: "Skip this question",
    tapping: "Go on when I choose an answer",
    filter: "Find an answer",
    filterShown: "Answers shown:",
    resume: "Continue where you stopped",
    back: "Back",
    otherLanguage: "Español",
    errorPrefix: "Error:",
    errorChoose: "Choose one answer to continue",
    saved: "Saved",
    notSaved: /^You may be offline\. Your answer is/,
    resultWaits: /^You may be offline\. Your result will/,
    notYou: "Not you? Start new",
    keepPlace: "Keep my place on this device for 7 days",
    leave: "Stop and come back later",
    continueThese: "Continue these answers?",
    startNew: "Start new",
    seeResult: "See my result",
    retry: "Try now",
    refused: /couldn’t be saved/,
    reload: "Reload",
    result: "Your result",
    score: (score) => `Your score is ${score} of 100.`,
    bands: ["Money is tight right now", "You’re getting by", "You’re on firm ground"],
    startHere: "Start here",
    moreSteps: /^\d more steps$/,
    remind: "Add a reminder to my calendar",
    remindTomorrow: "Remind me tomorrow",
    because: (answer) => `You answered: ${answer}`,
    findHelp: "How to find free help",
    sinceLastTime: "Since last time",
    changed: (before, now) => new RegExp(`your score was ${before}\\. Now it’s ${now}\\.`),
    areas: "Area by area",
    categories: ["Spending", "Saving", "Borrowing", "Planning"],
    noScore: "No overall score this time",
    noCategoryScore: "Not enough answers for a score",
    focus: "When you’re ready for more",
    strengths: "What’s going well",
    thanks: "Thank you for your answers",
    answers: "Your answers",
    notAnswered: "Not answered",
    takeItAgain: "Take it again",
    againFrom: /take this quiz again from .*\d{4}.*\./,
    underWay: /taking this quiz again/,
    earlierResult: "See your earlier result",
    isEarlier: /earlier result\./,
    latest: "See your latest result",
    copy: "Copy the link",
    copied: "Copied",
    share: "Share",
    plan: "My steps as text",
    planCopy: "Copy my steps",
    passOn: "Give this quiz to someone",
    passOnCopy: "Copy the quiz’s link",
    meaning: "What this number means",
    erase: "Delete my answers",
    eraseTitle: "Delete your answers?",
    eraseNot: "Keep my answers",
    erasedTitle: "Your answers are deleted",
    send: "Send to myself",
    closed: "This quiz is closed",
    closedMidway: /answers weren’t sent/,
    notFound: "This page doesn’t exist",
    quizNotFound: "This quiz doesn’t exist",
    linkNotValid: "This link doesn’t work",
    sessionMissing: "We can’t tell who’s answering",
    home: "Go to the home page",
  },
  es: {
    start: "Empezar",
    startAnew: "Empezar de nuevo",
    greeting: (name) => `Hola, ${name}.`,
    progress: (number, total) => `Pregunta ${number} de ${total}`,
    proceed: "Continuar",
    finish: "Ver mi resultado",
    sendAnswers: "Enviar mis respuestas",
    skip: "Saltar esta pregunta",
    tapping: "Avanzar cuando elijo una respuesta",
    filter: "Buscar una respuesta",
    filterShown: "Respuestas a la vista:",
    resume: "Continuar donde te quedaste",
    back: "Atrás",
    otherLanguage: "English",
    errorPrefix: "Error:",
    errorChoose: "Elige una respuesta para continuar",
    saved: "Guardado",
    notSaved: /^Puede que no tengas conexión\. Tu respuesta/,
    resultWaits: /^Puede que no tengas conexión\. Tu resultado/,
    notYou: "¿No eres tú? Empezar de nuevo",
    keepPlace: "Guardar mi lugar en este dispositivo 7 días",
    leave: "Parar y volver después",
    continueThese: "¿Continuar con estas respuestas?",
    startNew: "Empezar de nuevo",
    seeResult: "Ver mi resultado",
    retry: "Intentar ahora",
    refused: /no se pudo guardar/,
    reload: "Recargar",
    result: "Tu resultado",
    score: (score) => `Tu puntaje es ${score} de 100.`,
    bands: ["Ahora el dinero está muy justo", "Vas saliendo adelante", "Pisas terreno firme"],
    startHere: "Empieza por aquí",
    moreSteps: /^\d pasos más$/,
    remind: "Recordármelo en mi calendario",
    remindTomorrow: "Recordármelo mañana",
    because: (answer) => `Respondiste: ${answer}`,
    findHelp: "Cómo encontrar ayuda gratuita",
    sinceLastTime: "Desde la última vez",
    changed: (before, now) => new RegExp(`tu puntaje era ${before}\\. Ahora es ${now}\\.`),
    areas: "Área por área",
    categories: ["Gastos", "Ahorro", "Deudas", "Planificación"],
    noScore: "Esta vez no hay puntaje general",
    noCategoryScore: "Faltan respuestas para el puntaje",
    focus: "Cuando quieras seguir",
    strengths: "Lo que va bien",
    thanks: "Gracias por tus respuestas",
    answers: "Tus respuestas",
    notAnswered: "Sin respuesta",
    takeItAgain: "Hacerlo otra vez",
    againFrom: /otra vez a partir del \d+ de \w+ de \d{4}.*\./,
    underWay: /haciendo este cuestionario otra vez/,
    earlierResult: "Ver tu resultado anterior",
    isEarlier: /resultado anterior\./,
    latest: "Ver tu resultado más reciente",
    copy: "Copiar el enlace",
    copied: "Copiado",
    share: "Compartir",
    plan: "Mis pasos en texto",
    planCopy: "Copiar mis pasos",
    passOn: "Pasar este cuestionario a alguien",
    passOnCopy: "Copiar el enlace del cuestionario",
    meaning: "Qué significa este número",
    erase: "Borrar mis respuestas",
    eraseTitle: "¿Borrar tus respuestas?",
    eraseNot: "Conservar mis respuestas",
    erasedTitle: "Tus respuestas están borradas",
    send: "Enviármelo",
    closed: "Este cuestionario está cerrado",
    closedMidway: /respuestas no se enviaron/,
    notFound: "Esta página no existe",
    quizNotFound: "Este cuestionario no existe",
    linkNotValid: "Este enlace no funciona",
    sessionMissing: "No sabemos quién responde",
    home: "Ir a la página de inicio",
  },
};
