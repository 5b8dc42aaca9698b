// Random quizzes with an answer to each question; deterministic for a seed.
import type { NewQuestion, NewQuiz } from "./api.ts";
import type { Given } from "./assessments.ts";

type Fields = Record<string, unknown> & { id: string; kind: string; showIf?: object };

export class Random {
  constructor(private state: number) {}

  /** An integer from 0 to `end` - 1. */
  below(end: number): number {
    // Mulberry32.
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  pick<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }
}

const KINDS = ["choice", "multiple", "scale", "number", "text", "date", "ranking", "matrix", "statement", "consent"] as const;

export function randomQuiz(seed: number): { quiz: NewQuiz; given: Record<string, Given> } {
  const random = new Random(seed);
  const questions: Fields[] = [];
  const given: Record<string, Given> = {};
  // Shuffled, so that a dozen quizzes contain each kind often.
  const kinds = KINDS.map((kind) => ({ kind, at: random.below(1000) })).sort((a, b) => a.at - b.at);
  for (const { kind } of [...kinds, { kind: "choice" as const }]) {
    const question: Fields = { id: `${kind}${questions.length}`, kind, text: `What about ${kind} ${questions.length}?` };
    // Conditions refer to unconditional questions only, so none is always true.
    const known = questions.filter((earlier) => !earlier.showIf && ["choice", "scale"].includes(earlier.kind));
    if (known.length > 0 && random.below(2) === 0) {
      const { id, kind: earlier } = random.pick(known);
      question.showIf = earlier === "choice" ? { question: id, is: [1 + random.below(3)] } : { question: id, atLeast: 2 + random.below(3) };
    }
    given[question.id] = complete(question, random);
    questions.push(question);
  }
  const scoring = {
    method: random.pick(["average", "sum"] as const),
    categories: [{ id: "body", name: "Body" }],
    bands: [
      { id: "low", from: 0, name: "Low", hue: "rose" as const },
      { id: "high", from: 60, name: "High", hue: "leaf" as const },
    ],
    cards: [{ id: "all", about: "score" as const, title: "In all", bands: { low: { steps: ["Rest."] }, high: { steps: ["Go on."] } } }],
  };
  return { quiz: { name: `Random ${seed}`, review: random.below(2) === 0, questions: questions as NewQuestion[], scoring }, given };
}

/** Adds the fields of the question's kind, and returns an answer. */
function complete(question: Fields, random: Random): Given {
  const options = (count: number, more: (index: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, index) => ({ label: `Option ${index + 1}`, ...more(index) }));
  const points = () => ({ points: random.below(101) });
  const isScored = random.below(3) > 0;
  if (isScored && ["choice", "multiple", "scale", "number"].includes(question.kind)) question.category = "body";
  switch (question.kind) {
    case "choice": {
      const isOther = random.below(3) === 0;
      question.options = options(3, (index) => ({ ...(isScored ? points() : {}), ...(isOther && index === 2 ? { other: true } : {}) }));
      const choose = 1 + random.below(3);
      return isOther && choose === 3 ? { choose, beside: "Something else" } : { choose };
    }
    case "multiple": {
      question.options = options(4, (index) => ({ ...(isScored ? points() : {}), ...(index === 3 ? { exclusive: true } : {}) }));
      return { tick: random.pick([[1], [1, 3], [2, 3], [4], [1, 2, 3]]) };
    }
    case "scale":
      Object.assign(question, { from: 1, to: 5 }, isScored ? { points: random.pick(["linear", "reversed"]) } : {});
      return { choose: 1 + random.below(5) };
    case "number":
      Object.assign(question, { min: 0, max: 99, decimals: 1 }, isScored ? { ranges: [{ below: 40, points: 20 }, { points: 90 }] } : {});
      return { write: `${random.below(99)}.${1 + random.below(9)}` };
    case "text":
      return { write: random.pick(["é", "two words", "<b>&", "日本"]) };
    case "date":
      return { date: [`${1 + random.below(28)}`, `${1 + random.below(12)}`, `${1990 + random.below(40)}`] };
    case "ranking":
      question.options = options(3);
      return { rank: random.pick([[1, 2, 3], [3, 1, 2], [2, 1, 3], [3, 2, 1]]) };
    case "matrix":
      question.rows = [1, 2].map((row) => ({ id: `row${row}`, text: `Row ${row}` }));
      question.options = options(3);
      return { rows: [1 + random.below(3), 1 + random.below(3)] };
    case "consent":
      return { tick: [1] };
    default:
      return { read: true };
  }
}

/** The answers in the API's form. */
export function answersOf({ questions }: NewQuiz, given: Record<string, Given>): Record<string, unknown> {
  return Object.fromEntries((questions as unknown as Fields[]).flatMap((question) => valuesOf(question, given[question.id]!)));
}

function valuesOf({ id, kind, from }: Fields, given: Given): [string, unknown][] {
  if ("choose" in given) {
    const chosen = kind === "scale" ? given.choose - 1 + (from as number) : given.choose;
    return [[id, chosen], ...(given.beside === undefined ? [] : [[`${id}_other`, given.beside] satisfies [string, unknown]])];
  }
  if ("tick" in given) return [[id, kind === "consent" ? true : given.tick]];
  if ("write" in given) return [[id, kind === "number" ? Number(given.write) : given.write]];
  if ("date" in given) {
    const [day, month, year] = given.date;
    return [[id, `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`]];
  }
  if ("rank" in given) return [[id, given.rank.map((_, place) => given.rank.indexOf(place + 1) + 1)]];
  if ("rows" in given) return given.rows.map((code, row) => [`${id}_row${row + 1}`, code]);
  return [];
}
