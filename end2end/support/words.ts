// The words on the pages that the tests look for. Questions and cards come from the API.

export type Language = "en" | "es";

export interface Words {
  start: string;
  greeting: (name: string) => string;
  progress: (number: number, total: number) => string;
  proceed: string;
  finish: string;
  skip: string;
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
    skip: "Skip this question",
    back: "Back",
    otherLanguage: "Español",
    errorTitle: "One thing is missing",
    errorPrefix: "Error:",
    errorChoose: "Choose the answer that fits you best",
    saved: "Saved",
    notSaved: /^Not saved yet/,
    retry: "Try now",
    refused: /could not be saved/,
    reload: "Reload",
    result: "Your result",
    score: (score) => `Your score is ${score} of 100.`,
    bands: ["Money is tight right now", "You are getting by", "You are on firm ground"],
    areas: "In four areas",
    categories: ["Spending", "Saving", "Borrowing", "Planning"],
    noScore: "No overall score this time",
    noCategoryScore: "Not enough answers for a score",
    focus: "Your next steps",
    strengths: "What works well",
    thanks: "Thank you for your answers",
    answers: "Your answers",
    notAnswered: "Not answered",
    takeItAgain: "Take it again",
    againFrom: /take this quiz again from \d+ \w+ \d{4}\./,
    underWay: /nothing is lost/,
    earlierResult: "See your earlier result",
    isEarlier: /earlier result\./,
    latest: "Go to the latest",
    copy: "Copy the link",
    copied: "Copied",
    closed: "This quiz is closed",
    notFound: "This page does not exist",
    quizNotFound: "This quiz does not exist",
    linkNotValid: "This link does not work",
    sessionMissing: "The quiz cannot tell who is answering",
    home: "Go to the home page",
  },
  es: {
    start: "Empezar",
    greeting: (name) => `Hola, ${name}.`,
    progress: (number, total) => `Pregunta ${number} de ${total}`,
    proceed: "Continuar",
    finish: "Ver mi resultado",
    skip: "Saltar esta pregunta",
    back: "Atrás",
    otherLanguage: "English",
    errorTitle: "Falta una cosa",
    errorPrefix: "Error:",
    errorChoose: "Elige la respuesta que mejor te describe",
    saved: "Guardado",
    notSaved: /^Aún sin guardar/,
    retry: "Intentar ahora",
    refused: /no se pudo guardar/,
    reload: "Recargar",
    result: "Tu resultado",
    score: (score) => `Tu puntuación es ${score} de 100.`,
    bands: ["Ahora mismo el dinero aprieta", "Vas saliendo adelante", "Pisas terreno firme"],
    areas: "En cuatro áreas",
    categories: ["Gastos", "Ahorro", "Deudas", "Planes"],
    noScore: "Esta vez no hay puntuación general",
    noCategoryScore: "Faltan respuestas para la puntuación",
    focus: "Tus próximos pasos",
    strengths: "Lo que va bien",
    thanks: "Gracias por tus respuestas",
    answers: "Tus respuestas",
    notAnswered: "Sin respuesta",
    takeItAgain: "Hacerlo otra vez",
    againFrom: /otra vez a partir del \d+ de \w+ de \d{4}\./,
    underWay: /no se pierde nada/,
    earlierResult: "Ver tu resultado anterior",
    isEarlier: /resultado anterior\./,
    latest: "Ir al más reciente",
    copy: "Copiar el enlace",
    copied: "Copiado",
    closed: "Este cuestionario está cerrado",
    notFound: "Esta página no existe",
    quizNotFound: "Este cuestionario no existe",
    linkNotValid: "Este enlace no funciona",
    sessionMissing: "El cuestionario no sabe quién responde",
    home: "Ir a la página de inicio",
  },
};
