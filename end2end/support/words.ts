// The words on the pages that the tests look for. Questions and cards come from the API.

export type Language = "en" | "es";

export interface Words {
  start: string;
  greeting: (name: string) => string;
  progress: (number: number, total: number) => string;
  proceed: string;
  finish: string;
  sendAnswers: string;
  skip: string;
  tapping: string;
  resume: string;
  back: string;
  otherLanguage: string;
  errorTitle: string;
  errorPrefix: string;
  errorChoose: string;
  saved: string;
  notSaved: RegExp;
  retry: string;
  refused: RegExp;
  reload: string;
  result: string;
  score: (score: number) => string;
  bands: [string, string, string];
  startHere: string;
  moreSteps: RegExp;
  remind: string;
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
  send: string;
  closed: string;
  notFound: string;
  quizNotFound: string;
  linkNotValid: string;
  sessionMissing: string;
  home: string;
}

export const WORDS: Record<Language, Words> = {
  en: {
    start: "Start",
    greeting: (name) => `Hello, ${name}.`,
    progress: (number, total) => `Question ${number} of ${total}`,
    proceed: "Continue",
    finish: "See my result",
    sendAnswers: "Send my answers",
    skip: "Skip this question",
    tapping: "Tapping an answer takes you to the next question",
    resume: "Continue where you stopped",
    back: "Back",
    otherLanguage: "Español",
    errorTitle: "Choose an answer",
    errorPrefix: "Error:",
    errorChoose: "Choose the answer that fits you best",
    saved: "Saved",
    notSaved: /^You may be offline/,
    retry: "Try now",
    refused: /couldn’t be saved/,
    reload: "Reload",
    result: "Your result",
    score: (score) => `Your score is ${score} of 100.`,
    bands: ["Money is tight right now", "You’re getting by", "You’re on firm ground"],
    startHere: "Start here",
    moreSteps: /^\d more steps$/,
    remind: "Add a reminder to my calendar",
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
    againFrom: /take this quiz again from \d+ \w+ \d{4}\./,
    underWay: /taking this quiz again/,
    earlierResult: "See your earlier result",
    isEarlier: /earlier result\./,
    latest: "See your latest result",
    copy: "Copy the link",
    copied: "Copied",
    share: "Share",
    send: "Send to myself",
    closed: "This quiz is closed",
    notFound: "This page doesn’t exist",
    quizNotFound: "This quiz doesn’t exist",
    linkNotValid: "This link doesn’t work",
    sessionMissing: "We can’t tell who’s answering",
    home: "Go to the home page",
  },
  es: {
    start: "Empezar",
    greeting: (name) => `Hola, ${name}.`,
    progress: (number, total) => `Pregunta ${number} de ${total}`,
    proceed: "Continuar",
    finish: "Ver mi resultado",
    sendAnswers: "Enviar mis respuestas",
    skip: "Saltar esta pregunta",
    tapping: "Al tocar una respuesta, pasas a la siguiente pregunta",
    resume: "Continuar donde quedaste",
    back: "Atrás",
    otherLanguage: "English",
    errorTitle: "Elige una respuesta",
    errorPrefix: "Error:",
    errorChoose: "Elige la respuesta que mejor te describe",
    saved: "Guardado",
    notSaved: /^Puede que no tengas conexión/,
    retry: "Intentar ahora",
    refused: /no se pudo guardar/,
    reload: "Recargar",
    result: "Tu resultado",
    score: (score) => `Tu puntaje es ${score} de 100.`,
    bands: ["Ahora el dinero está muy justo", "Vas saliendo adelante", "Pisas terreno firme"],
    startHere: "Empieza por aquí",
    moreSteps: /^\d pasos más$/,
    remind: "Recordármelo en mi calendario",
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
    againFrom: /otra vez a partir del \d+ de \w+ de \d{4}\./,
    underWay: /haciendo este cuestionario otra vez/,
    earlierResult: "Ver tu resultado anterior",
    isEarlier: /resultado anterior\./,
    latest: "Ver tu resultado más reciente",
    copy: "Copiar el enlace",
    copied: "Copiado",
    share: "Compartir",
    send: "Enviármelo",
    closed: "Este cuestionario está cerrado",
    notFound: "Esta página no existe",
    quizNotFound: "Este cuestionario no existe",
    linkNotValid: "Este enlace no funciona",
    sessionMissing: "No sabemos quién responde",
    home: "Ir a la página de inicio",
  },
};
