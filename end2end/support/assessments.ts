// Quizzes with questions of every kind, and answers to them.
import type { NewQuestion, NewQuiz } from "./api.ts";

/** A respondent's input for a question. Codes count from 1, in the order on the page. */
export type Given =
  | { choose: number; beside?: string }
  | { tick: number[] }
  | { write: string }
  | { date: [day: string, month: string, year: string] }
  /** The rank of each option. */
  | { rank: number[] }
  /** The code for each row. */
  | { rows: number[] }
  | { read: true };

type Texts = [en: string, es: string, ar: string];

function text([en, es, ar]: Texts): { [tag: string]: string } {
  return { en, es, ar };
}

function options(...labels: Texts[]): { label: { [tag: string]: string } }[] {
  return labels.map((label) => ({ label: text(label) }));
}

const POINTS_OF_DESK = [100, 60, 0];
const POINTS_OF_BLOCKERS = [-40, -30, 100];

/** A health check of a team. The expected scores below were calculated by hand. */
export const EXAMPLE = {
  name: text(["Team health", "Salud del equipo", "صحة الفريق"]),
  language: "en",
  start: { text: text(["Five minutes, four times a year.", "Cinco minutos, cuatro veces al año.", "خمس دقائق، أربع مرات في السنة."]) },
  end: {
    text: text(["Until next time!", "¡Hasta la próxima!", "إلى اللقاء!"]),
    next: { label: text(["To the team’s page", "A la página del equipo", "إلى صفحة الفريق"]), url: "https://example.org/" },
  },
  questions: [
    {
      id: "remote",
      text: text(["Where do you work?", "¿Dónde trabajas?", "أين تعمل؟"]),
      options: options(["At home", "En casa", "في البيت"], ["In an office", "En una oficina", "في مكتب"]),
    },
    {
      id: "energy",
      kind: "scale",
      text: text(["How much energy do you have?", "¿Cuánta energía tienes?", "ما مقدار طاقتك؟"]),
      from: 1,
      to: 5,
      labels: { "1": text(["None", "Ninguna", "لا شيء"]), "5": text(["Plenty", "Mucha", "الكثير"]) },
      category: "body",
      points: "linear",
    },
    {
      id: "desk",
      text: text(["Is your desk comfortable?", "¿Es cómodo tu escritorio?", "هل مكتبك مريح؟"]),
      category: "body",
      weight: 2,
      showIf: { question: "remote", is: [1] },
      options: options(["Yes", "Sí", "نعم"], ["Mostly", "Casi siempre", "غالبًا"], ["No", "No", "لا"]).map((option, index) => ({
        ...option,
        points: POINTS_OF_DESK[index],
      })),
    },
    {
      id: "blockers",
      kind: "multiple",
      text: text(["What gets in your way?", "¿Qué te frena?", "ما الذي يعيقك؟"]),
      required: false,
      category: "work",
      max: 3,
      options: options(["Meetings", "Reuniones", "الاجتماعات"], ["Noise", "El ruido", "الضوضاء"], ["Nothing", "Nada", "لا شيء"]).map(
        (option, index) => ({ ...option, points: POINTS_OF_BLOCKERS[index], ...(index === 2 ? { exclusive: true } : {}) }),
      ),
    },
    {
      id: "hours",
      kind: "number",
      text: text(["How many hours do you sleep?", "¿Cuántas horas duermes?", "كم ساعة تنام؟"]),
      min: 0,
      max: 24,
      decimals: 1,
      category: "body",
      ranges: [{ below: 5, points: 0 }, { below: 7, points: 50 }, { points: 100 }],
    },
    {
      id: "wish",
      kind: "text",
      text: text(["One wish?", "¿Un deseo?", "أمنية واحدة؟"]),
      required: false,
      long: true,
      maxLength: 1000,
    },
  ],
  scoring: {
    method: "average",
    categories: [
      { id: "body", name: text(["Body", "Cuerpo", "الجسم"]) },
      { id: "work", name: text(["Work", "Trabajo", "العمل"]) },
    ],
    bands: [
      { id: "low", from: 0, name: text(["Running low", "Con pocas fuerzas", "طاقة منخفضة"]), hue: "rose" },
      { id: "fine", from: 50, name: text(["All right", "Vas bien", "بخير"]), hue: "leaf" },
    ],
    cards: [
      {
        id: "sleep",
        about: { question: "hours" },
        focusBelow: 80,
        title: text(["Sleep", "Sueño", "النوم"]),
        bands: {
          fine: {
            subTitle: text(["A little more would help.", "Un poco más te ayudaría.", "القليل من الزيادة مفيد."]),
            stepsTitle: text(["Tonight", "Esta noche", "الليلة"]),
            steps: [text(["Lights out at ten.", "Apaga la luz a las diez.", "أطفئ الضوء في العاشرة."])],
          },
        },
      },
    ],
  },
} satisfies NewQuiz;

/** Answers of a person who works at home. Calculated by hand: (75 + 2 · 60 + 50) / 4, 60, (75 + 120 + 50 + 60) / 5. */
export const AT_HOME: Record<string, Given> = {
  remote: { choose: 1 },
  energy: { choose: 4 },
  desk: { choose: 2 },
  blockers: { tick: [1] },
  hours: { write: "6,5" },
  wish: { write: "A plant" },
};
export const AT_HOME_SCORES = { score: 61, band: "fine", category_scores: { body: 61, work: 60 } };
/** In an office the desk question is skipped: (75 + 50) / 2, 60, (75 + 50 + 60) / 3. */
export const IN_OFFICE_SCORES = { score: 62, band: "fine", category_scores: { body: 63, work: 60 } };

interface Question {
  id: string;
  kind: string;
  text: { [tag: string]: string };
  required?: boolean;
}

function of(id: string, kind: string, words: [en: string, ar: string], more: object = {}): Question {
  return { id, kind, text: { en: words[0], ar: words[1] }, ...more } as Question;
}

function labels(...words: [en: string, ar: string][]): { label: { [tag: string]: string } }[] {
  return words.map(([en, ar]) => ({ label: { en, ar } }));
}

const YES_AND_NO = labels(["Yes", "نعم"], ["No", "لا"]);
const PLACES = labels(["The kitchen", "المطبخ"], ["The garden", "الحديقة"], ["Another place", "مكان آخر"]);

/** Questions of every kind and display, in English and Arabic, with an answer to each. */
export const KINDS: [question: Question, given: Given][] = [
  [of("statement", "statement", ["Now a few words about your home.", "الآن بعض الكلمات عن بيتك."]), { read: true }],
  [
    of("choice", "choice", ["Where do you like to sit?", "أين تحب أن تجلس؟"], {
      help: { en: "Choose the place where you are most.", ar: "اختر المكان الذي تكون فيه أكثر." },
      options: PLACES.map((option, index) => (index === 2 ? { ...option, other: true } : option)),
    }),
    { choose: 3, beside: "The attic" },
  ],
  [of("dropdown", "choice", ["Which day suits you?", "أي يوم يناسبك؟"], { display: "dropdown", options: labels(["Monday", "الاثنين"], ["Friday", "الجمعة"]) }), { choose: 2 }],
  [of("buttons", "choice", ["Do you have a balcony?", "هل لديك شرفة؟"], { display: "buttons", options: YES_AND_NO }), { choose: 1 }],
  [
    of("multiple", "multiple", ["What do you grow?", "ماذا تزرع؟"], {
      max: 2,
      options: [...labels(["Tomatoes", "طماطم"], ["Herbs", "أعشاب"], ["Flowers", "زهور"]), { ...labels(["Nothing", "لا شيء"])[0]!, exclusive: true }],
    }),
    { tick: [1, 2] },
  ],
  [
    of("scale", "scale", ["How quiet is it?", "ما مدى الهدوء؟"], {
      from: 0,
      to: 10,
      labels: { "0": { en: "Very loud", ar: "صاخب جدًا" }, "10": { en: "Silent", ar: "صامت" } },
    }),
    { choose: 8 },
  ],
  [of("number", "number", ["How large is it?", "ما مساحته؟"], { min: 0, max: 500, decimals: 1, unit: { en: "square metres", ar: "متر مربع" } }), { write: "42.5" }],
  [of("text", "text", ["What would you change?", "ماذا تغير؟"], { long: true, maxLength: 200 }), { write: "More light" }],
  [of("email", "text", ["Where may we write to?", "إلى أين نكتب؟"], { format: "email", maxLength: 100, required: false }), { write: "ana@example.org" }],
  [of("date", "date", ["When did you move in?", "متى انتقلت؟"], { min: "1950-01-01", max: "2030-12-31" }), { date: ["3", "4", "2021"] }],
  [of("ranking", "ranking", ["Put these in your order.", "رتب هذه."], { options: labels(["Light", "الضوء"], ["Room", "المساحة"], ["Quiet", "الهدوء"]) }), { rank: [2, 3, 1] }],
  [
    of("matrix", "matrix", ["How good is each of these?", "ما مدى جودة كل منها؟"], {
      rows: [
        { id: "roof", text: { en: "The roof", ar: "السقف" } },
        { id: "stairs", text: { en: "The stairs", ar: "الدرج" } },
      ],
      options: labels(["Poor", "سيئ"], ["Fair", "مقبول"], ["Good", "جيد"]),
    }),
    { rows: [3, 1] },
  ],
  [of("consent", "consent", ["You may keep these answers.", "يمكنكم الاحتفاظ بهذه الإجابات."], { link: "https://example.org/privacy" }), { tick: [1] }],
];

export const EVERY_KIND: NewQuiz = {
  name: { en: "At home", ar: "في البيت" },
  language: "en",
  review: true,
  questions: KINDS.map(([question]) => question) as NewQuestion[],
};

const COLOURS = ["Red", "Green", "Blue"].map((label) => ({ label }));

/** One question of each kind, three of them scored, to show every kind of figure. */
export const ALL_FIGURES = {
  name: { en: "Everything", ar: "كل شيء" },
  language: "en",
  questions: [
    {
      id: "colour",
      text: { en: "A colour?", ar: "لون؟" },
      category: "a",
      options: COLOURS.map((option, index) => ({ ...option, points: index * 50 })),
    },
    { id: "several", kind: "multiple", text: { en: "Several?", ar: "عدة؟" }, options: COLOURS },
    { id: "energy", kind: "scale", text: { en: "Energy?", ar: "طاقة؟" }, from: 1, to: 5, points: "linear", category: "a" },
    {
      id: "hours",
      kind: "number",
      text: { en: "Hours?", ar: "ساعات؟" },
      min: 0,
      max: 24,
      category: "a",
      ranges: [{ below: 7, points: 0 }, { points: 100 }],
    },
    { id: "day", kind: "date", text: { en: "A day?", ar: "يوم؟" } },
    { id: "rank", kind: "ranking", text: { en: "Order?", ar: "ترتيب؟" }, options: COLOURS },
    {
      id: "grid",
      kind: "matrix",
      text: { en: "A grid?", ar: "شبكة؟" },
      from: 1,
      to: 3,
      rows: [
        { id: "one", text: { en: "One", ar: "واحد" } },
        { id: "two", text: { en: "Two", ar: "اثنان" } },
      ],
    },
    { id: "agree", kind: "consent", required: false, text: { en: "Agree?", ar: "موافق؟" } },
    { id: "wish", kind: "text", text: { en: "A wish?", ar: "أمنية؟" } },
  ],
  scoring: {
    method: "average",
    categories: [{ id: "a", name: { en: "Area", ar: "مجال" } }],
    bands: [
      { id: "low", from: 0, name: { en: "Low", ar: "منخفض" }, hue: "rose" },
      { id: "high", from: 60, name: { en: "High", ar: "مرتفع" }, hue: "leaf" },
    ],
  },
} as unknown as NewQuiz;

/** Answers to all of these questions, which differ between respondents. */
export function answersOf(person: number): Record<string, unknown> {
  return {
    colour: 1 + (person % 3),
    several: person % 2 === 0 ? [1] : [1, 3],
    energy: 1 + (person % 5),
    hours: 4 + (person % 20),
    day: `2026-0${1 + (person % 3)}-1${person % 10}`,
    rank: person % 2 === 0 ? [1, 2, 3] : [3, 1, 2],
    grid_one: 1 + (person % 3),
    grid_two: 3,
    agree: true,
    wish: `Wish ${person}: أمنية`,
  };
}
