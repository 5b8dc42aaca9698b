// A definition with every field, for clients generated from the API document, and answers to it.
import type { NewQuiz } from "./api.ts";

/** Explicit option ids, so that the reply equals the request. */
const option = (question: number, number: number) => `0000000${question}-0000-4000-8000-00000000000${number}`;
const both = (en: string, es: string) => ({ en, es });

/**
 * The worked example of the model, surrounded by a question of each kind that is not scored. `kind` is optional for
 * a choice.
 */
export const WHOLE = {
  name: both("Team health", "Salud del equipo"),
  description: both("How the team does", "Cómo está el equipo"),
  language: "en",
  anonymous: true,
  inapp: false,
  respondentsMayErase: true,
  resultByMail: true,
  showProgress: true,
  fields: [{ id: "region", name: "Region", type: "text", fromCustomData: true }, { id: "joined", type: "date" }],
  retryAfterDays: 30,
  primaryColor: "#004488",
  allowedOrigins: ["https://app.example.com"],
  opensAt: "2026-01-01T00:00:00Z",
  closesAt: "2199-01-01T00:00:00Z",
  closingGrace: true,
  timeZone: "Europe/Madrid",
  review: true,
  showResults: true,
  alerts: [{ id: "worn_out", name: both("Worn out", "Agotamiento"), early: true, when: { question: "energy", atMost: 1 }, help: both("Rest.", "Descansa.") }],
  places: { most: 500, text: both("We have heard enough.", "Ya tenemos bastante.") },
  start: { text: both("Five minutes.", "Cinco minutos.") },
  end: { text: both("Thanks!", "¡Gracias!"), next: { label: both("Back", "Volver"), url: "https://example.org/" } },
  about: {
    runBy: "Example Ltd",
    seenBy: both("Your coach", "Tu coach"),
    kept: both("two years", "dos años"),
    contact: "mailto:coach@example.org",
    privacy: "https://example.org/privacy",
    help: [{ label: both("Talk to someone", "Habla con alguien"), url: "tel:+15550100" }],
  },
  questions: [
    {
      id: "remote",
      part: both("Your place", "Tu lugar"),
      display: "buttons",
      shuffle: true,
      text: both("Where do you work?", "¿Dónde trabajas?"),
      help: both("Most of the time", "La mayor parte del tiempo"),
      options: [
        { id: option(1, 1), label: both("At home", "En casa"), places: 300 },
        { id: option(1, 2), label: both("In an office", "En una oficina"), last: true },
        { id: option(1, 3), label: both("Elsewhere", "En otro sitio"), other: true },
      ],
    },
    {
      id: "energy",
      kind: "scale",
      text: both("How much energy do you have?", "¿Cuánta energía tienes?"),
      from: 1,
      to: 5,
      labels: { "1": both("None", "Ninguna"), "5": both("Plenty", "Mucha") },
      category: "body",
      points: "linear",
    },
    { id: "tired", kind: "statement", ends: true, text: both("Rest first.", "Primero descansa."), showIf: { question: "energy", atMost: 1 } },
    {
      id: "desk",
      text: both("Is your desk comfortable?", "¿Es cómodo tu escritorio?"),
      category: "body",
      weight: 2,
      showIf: { question: "remote", is: [option(1, 1)] },
      options: [
        { id: option(2, 1), label: both("Yes", "Sí"), points: 100 },
        { id: option(2, 2), label: both("Mostly", "Casi siempre"), points: 60 },
        { id: option(2, 3), label: both("No", "No"), points: 0, showIf: { question: "energy", atMost: 4 } },
      ],
    },
    {
      id: "blockers",
      kind: "multiple",
      required: false,
      text: both("What gets in your way?", "¿Qué te frena?"),
      category: "work",
      min: 1,
      max: 2,
      options: [
        { id: option(3, 1), label: both("Meetings", "Reuniones"), points: -40 },
        { id: option(3, 2), label: both("Noise", "El ruido"), points: -30 },
        { id: option(3, 3), label: both("Nothing", "Nada"), points: 100, exclusive: true },
      ],
    },
    {
      id: "hours",
      kind: "number",
      text: both("Hours of sleep?", "¿Horas de sueño?"),
      min: 0,
      max: 24,
      decimals: 1,
      unit: both("hours", "horas"),
      category: "body",
      ranges: [{ below: 5, points: 0 }, { below: 7, points: 50 }, { points: 100 }],
    },
    { id: "wish", kind: "text", required: false, long: true, maxLength: 1000, text: both("One wish?", "¿Un deseo?") },
    { id: "mail", kind: "text", required: false, format: "email", maxLength: 100, text: both("Your address?", "¿Tu correo?") },
    { id: "since", kind: "date", min: "1990-01-01", max: "2030-12-31", text: both("Here since?", "¿Desde cuándo?") },
    {
      id: "order",
      kind: "ranking",
      text: both("What matters most?", "¿Qué importa más?"),
      options: [
        { id: option(4, 1), label: both("Light", "La luz") },
        { id: option(4, 2), label: both("Room", "El espacio") },
      ],
    },
    {
      id: "rooms",
      kind: "matrix",
      text: both("How good are these?", "¿Qué tal son?"),
      rows: [{ id: "kitchen", text: both("The kitchen", "La cocina") }],
      options: [
        { id: option(5, 1), label: both("Poor", "Mal") },
        { id: option(5, 2), label: both("Good", "Bien") },
      ],
    },
    {
      id: "rates",
      kind: "matrix",
      text: both("How often?", "¿Con qué frecuencia?"),
      rows: [{ id: "late", text: both("I work late", "Trabajo tarde") }],
      from: 0,
      to: 2,
      labels: { "0": both("Never", "Nunca") },
    },
    { id: "agreed", kind: "consent", text: both("You may keep this.", "Pueden guardarlo."), link: "https://example.org/privacy" },
    {
      id: "rest",
      kind: "statement",
      text: both("Sleep well!", "¡Que descanses!"),
      showIf: {
        all: [
          { answered: "hours" },
          { any: [{ question: "hours", atLeast: 3, atMost: 8 }, { question: "blockers", includes: [option(3, 2)] }] },
          { not: { language: ["es"] } },
        ],
      },
    },
  ],
  scoring: {
    method: "average",
    categories: [
      { id: "body", name: both("Body", "Cuerpo"), bands: [{ id: "any", from: 0, name: both("Any", "Cualquiera"), hue: "amber" }] },
      { id: "work", name: both("Work", "Trabajo") },
    ],
    bands: [
      { id: "low", from: 0, name: both("Running low", "Con poca energía"), text: both("Take care.", "Cuídate."), hue: "rose" },
      { id: "fine", from: 50, name: both("Fine", "Bien"), text: both("Go on.", "Sigue así."), hue: "leaf" },
    ],
    cards: [
      {
        id: "all",
        about: "score",
        title: both("All in all", "En conjunto"),
        focusBelow: 80,
        bands: {
          fine: {
            subTitle: both("You do well", "Vas bien"),
            stepsTitle: both("Today", "Hoy"),
            steps: [both("Take a walk", "Da un paseo")],
            boost: both("Well done", "Bien hecho"),
            links: [{ label: both("A map", "Un mapa"), url: "https://example.org/map" }],
          },
        },
      },
      { id: "working", about: { category: "work" }, title: both("Work", "Trabajo"), bands: { fine: {} } },
      { id: "sleep", about: { question: "hours" }, title: both("Sleep", "Sueño"), bands: { fine: {} } },
    ],
  },
} satisfies NewQuiz;

/** Answers of each kind in the form that clients write; options are named by id. */
export const ANSWERS: Record<string, unknown> = {
  remote: option(1, 1),
  energy: 4,
  desk: option(2, 2),
  blockers: [option(3, 1)],
  hours: 6.5,
  wish: "A plant\nor two",
  mail: "ana@example.org",
  since: "2021-04-03",
  order: [option(4, 2), option(4, 1)],
  rooms_kitchen: option(5, 2),
  rates_late: 2,
  agreed: true,
};

/** Calculated by hand: (75 + 2 · 60 + 50) / 4 is 61.25, and (75 + 120 + 50 + 60) / 5 is 61. */
export const SCORES = { score: 61, band: "fine", category_scores: { body: 61, work: 60 }, category_bands: { body: "any", work: "fine" } };

/** A table turns the sum into the score: 3 points are 72.5 in English. */
export const BY_TABLE = {
  name: "By table",
  language: "en",
  questions: [
    { id: "calm", kind: "scale", text: both("Calm?", "¿Calma?"), from: 0, to: 2, points: [0, 1, 2] },
    { id: "glad", kind: "scale", required: false, text: both("Glad?", "¿Alegría?"), from: 0, to: 2, points: [0, 1, 2] },
  ],
  scoring: {
    method: "table",
    decimals: 1,
    allowMissing: 1,
    tables: [{ when: { language: ["es"] }, values: [0, 20, 40, 80, 100] }, { values: [0, 25, 50, 72.5, 100] }],
  },
} satisfies NewQuiz;
