// Random definitions with every feature, in the form in which the server writes them; deterministic for a seed.
import type { NewQuiz } from "./api.ts";
import { Random } from "./random.ts";

type Fields = Record<string, unknown>;
type Question = Fields & { id: string; kind: string; options?: { id: string }[] };

const KINDS = ["choice", "multiple", "scale", "number", "text", "date", "ranking", "matrix", "statement", "consent"] as const;
const LANGUAGES = ["en", "es", "de", "ar", "it"] as const;
const WORDS = ["Why?", "é", "<b>&amp;", "“quoted”", "日本", "مرحبا", "a, b; c", 'back\\slash "x"', "{name}", "0"] as const;

/** The body of Create Quiz. */
export function randomDefinition(seed: number): NewQuiz {
  return new Author(seed).quiz() as NewQuiz;
}

class Author {
  private readonly random: Random;
  private readonly languages: string[];
  private readonly method: "average" | "sum" | "table";
  private readonly questions: Question[] = [];
  /** True once the only question scored by tables exists. */
  private isScored = false;
  private made = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.method = this.random.pick(["average", "sum", "table"]);
    const first = this.random.below(LANGUAGES.length);
    this.languages = [...LANGUAGES.slice(first), ...LANGUAGES.slice(0, first)].slice(0, 1 + this.random.below(3));
  }

  quiz(): Fields {
    const kinds = Array.from({ length: 3 + this.random.below(6) }, () => this.random.pick(KINDS));
    for (const kind of ["choice" as const, ...kinds]) this.questions.push(this.question(kind));
    const builtIn = this.method !== "table" && ["en", "es"].includes(this.languages[0]!) ? [{ id: "fhn3", required: this.one(2) }] : [];
    const who = this.random.pick([{ anonymous: true, inapp: false }, { anonymous: false, inapp: false }, { anonymous: false, inapp: true }]);
    const series = { every: "P2W", ...this.random.pick([{ times: 6 }, { until: "2031-06-30" }]), open: "P5D", ...this.some({ remind: ["P2D", "P4D"] }) };
    const again = !who.anonymous && this.one(2) ? { series } : this.some({ retryAfterDays: this.random.below(400) });
    return {
      ...who,
      ...again,
      ...this.some({ alerts: this.alerts() }),
      name: this.text(),
      language: this.languages[0],
      questions: [...this.questions, ...builtIn],
      scoring: this.scoring(),
      ...this.some({
        description: this.text(),
        primaryColor: "#336699",
        opensAt: "2026-01-02T03:04:05Z",
        closesAt: "2031-01-02T03:04:05Z",
        allowedOrigins: ["https://app.example.com", "https://example.org"],
        about: {
          runBy: this.text(),
          ...this.some({ seenBy: this.text(), kept: this.text(), contact: "mailto:a@example.com", privacy: "https://example.com/privacy" }),
          help: [{ label: this.text(), url: "tel:+123" }, { label: this.text(), url: "https://example.com/help" }],
        },
        start: { text: this.lines() },
        end: { text: this.lines(), ...this.some({ next: { label: this.text(), ...this.some({ url: "https://example.com/" }) } }) },
        review: true,
        showResults: true,
        // The server omits the default, `full`.
        ...this.random.pick([{}, { result: "categories" }, { result: "thanks" }] as const),
        ...(who.anonymous ? { respondentsMayErase: this.one(2) } : {}),
      }),
    };
  }

  private one(of: number): boolean {
    return this.random.below(of) === 0;
  }

  /** A random half of these fields. */
  private some(fields: Fields): Fields {
    return Object.fromEntries(Object.entries(fields).filter(() => this.one(2)));
  }

  private words(): string {
    this.made += 1;
    return `${this.random.pick(WORDS)} ${this.made}`;
  }

  /** A text: one string for all languages, or one in each of them. */
  private text(words = () => this.words()): unknown {
    return this.languages.length === 1 && this.one(2) ? words() : Object.fromEntries(this.languages.map((tag) => [tag, words()]));
  }

  private lines(): unknown {
    return this.text(() => `${this.words()}\n\n${this.words()}\n${this.words()}`);
  }

  /** Points that are valid for any method, sometimes with a decimal. */
  private points(most = 100): number {
    return this.random.below(most) + (this.one(3) ? 0.5 : 0);
  }

  private question(kind: (typeof KINDS)[number]): Question {
    const question: Question = { id: `q${this.questions.length}_${kind}`, kind, text: this.text() };
    // The server omits this default.
    if (kind === "choice") delete (question as Fields).kind;
    if (kind !== "statement") question.required = this.one(2);
    if (this.one(2)) question.help = this.lines();
    const condition = this.one(2) ? this.condition() : undefined;
    if (condition) question.showIf = condition;
    if (this.one(4)) question.part = this.text();
    const isScored = this.scores(kind);
    if (isScored) {
      const weight = this.method === "table" ? {} : { weight: 2 + this.random.below(3) };
      Object.assign(question, this.some({ category: this.random.pick(["body", "work"]), ...weight }));
    }
    this.isScored ||= isScored;
    Object.assign(question, this.ofKind(kind, isScored));
    return question;
  }

  private scores(kind: string): boolean {
    if (this.method === "table") return kind === "choice" && !this.isScored;
    return ["choice", "multiple", "scale", "number"].includes(kind) && !this.one(3);
  }

  private ofKind(kind: (typeof KINDS)[number], isScored: boolean): Fields {
    switch (kind) {
      case "choice":
        return {
          ...this.some({ display: this.random.pick(["dropdown", "buttons"]) }),
          options: this.options(3, (at) => ({
            ...(isScored ? { points: this.method === "table" ? at : this.points() } : {}),
            ...(this.one(4) ? { other: true } : {}),
          })),
        };
      case "multiple":
        return {
          ...this.some({ min: 1, max: 3 }),
          options: this.options(4, (at) => ({
            ...(isScored ? { points: this.method === "sum" ? this.points() - 50 : this.points(20) } : {}),
            ...(at === 3 && this.one(2) ? { exclusive: true } : this.one(4) ? { other: true } : {}),
          })),
        };
      case "scale":
        return {
          from: 1,
          to: 4,
          ...this.some({ labels: { "1": this.text(), "4": this.text() } }),
          ...(isScored ? { points: this.random.pick(["linear", "reversed", [this.points(), 0, 20.5, 100]]) } : {}),
        };
      case "number":
        return {
          min: this.random.below(5) - 2,
          max: 99.5,
          decimals: 1,
          ...this.some({ unit: this.text() }),
          ...(isScored ? { ranges: [{ below: 7.5, points: this.points() }, { below: 40, points: 20 }, { points: this.points() }] } : {}),
        };
      case "text":
        return { maxLength: 1 + this.random.below(4000), ...this.some({ long: true, format: "email" }) };
      case "date":
        return this.some({ min: "1950-01-01", max: "2030-12-31" });
      case "ranking":
        return { options: this.options(3) };
      case "matrix":
        return {
          rows: [1, 2, 3].map((row) => ({ id: `row${row}`, text: this.text() })),
          ...(this.one(2) ? { options: this.options(3) } : { from: 0, to: 3, labels: { "0": this.text() } }),
        };
      case "statement":
        return {};
      case "consent":
        return this.some({ link: "https://example.com/terms" });
    }
  }

  private options(count: number, more: (at: number) => Fields = () => ({})): { id: string }[] {
    const question = String(this.questions.length).padStart(8, "0");
    return Array.from({ length: count }, (_, at) => {
      const condition = at > 0 && this.one(6) ? this.condition(1) : undefined;
      const showIf = condition ? { showIf: condition } : {};
      return { id: `${question}-0000-4000-8000-${String(at).padStart(12, "0")}`, label: this.text(), ...more(at), ...showIf };
    });
  }

  /** A condition on unconditional questions only, so that it can be true or false; it names each question once. */
  private condition(deepest = 3, known = this.questions.filter(({ showIf }) => !showIf)): Fields | undefined {
    if (known.length > 1 && deepest > 1 && this.one(2)) {
      const half = Math.ceil(known.length / 2);
      const halves = [known.slice(0, half), known.slice(half)];
      const inner = halves.map((some) => this.condition(deepest - 1, some)).filter((one) => one !== undefined);
      const ways = [{ all: inner }, { any: inner }, { not: { all: inner } }, { any: [{ not: inner[0] }, inner[1]] }];
      if (inner.length === 2) return this.random.pick(ways);
    }
    const conditions = known.map((question) => this.conditionOn(question)).filter((one) => one !== undefined);
    return conditions.length > 0 ? this.random.pick(conditions) : undefined;
  }

  private conditionOn({ id, kind, options, required }: Question): Fields | undefined {
    switch (kind) {
      case undefined:
        return { question: id, is: options!.slice(1, 2 + this.random.below(2)).map((option) => option.id) };
      case "multiple":
        return { question: id, includes: [options![0]!.id] };
      case "scale":
      case "number":
        return this.random.pick([{ question: id, atLeast: 3 }, { question: id, atMost: 2 }, { question: id, atLeast: 2, atMost: 3 }]);
      case "text":
      case "date":
        return required ? undefined : { answered: id };
      default:
        return undefined;
    }
  }

  private alerts(): Fields[] {
    const band = { band: { of: this.random.pick(["overall", "body"]), is: ["band1", "band2"] } };
    const condition = this.condition();
    const rule = this.condition(1);
    const both = rule ? { not: { all: [band, rule] } } : band;
    const early = condition ? [{ id: "early", name: this.text(), when: condition, early: true, help: this.lines() }] : [];
    return [...early, { id: "late", name: this.text(), when: this.random.pick([band, both]), ...this.some({ help: this.lines() }) }];
  }

  private norms(): Fields[] {
    const condition = this.condition();
    const names = () => ({ name: this.text(), source: this.text() });
    const some = condition ? [{ ...names(), when: condition, mean: 50.5, sd: 10 }] : [];
    return [...some, { ...names(), percentiles: [[0, 1], [30.5, 50], [99, 99]] }];
  }

  private change(): Fields {
    const rule = this.random.pick([{ sd: 7.5, reliability: 0.8 }, { points: 5 }, { percent: 21, points: 2.5 }]);
    return { better: this.random.pick(["higher", "lower"]), ...rule, ...this.some({ cutoff: 50 }) };
  }

  private scoring(): Fields {
    const bands = (from: number[]) =>
      from.map((least, at) => ({
        id: `band${at}`,
        from: least,
        name: this.text(),
        hue: this.random.pick(["rose", "amber", "leaf", "sky"]),
        ...this.some({ text: this.lines() }),
      }));
    const card = (id: string, about: unknown) => ({
      id,
      about,
      title: this.text(),
      ...this.some({ focusBelow: this.points() }),
      bands: {
        band0: {},
        band1: this.some({
          subTitle: this.text(),
          stepsTitle: this.text(),
          steps: [this.text(), this.lines()],
          boost: this.text(),
          links: [{ label: this.text(), url: "https://example.com/more" }],
        }),
      },
    });
    const values = [this.points(), 20, 30.5];
    return {
      method: this.method,
      ...this.some({
        allowMissing: 1 + this.random.below(2),
        decimals: 1,
        change: this.change(),
        norms: this.norms(),
        cards: [card("all", "score"), card("body", { category: "body" }), card("first", { question: this.questions[0]!.id })],
      }),
      categories: [{ id: "body", name: this.text(), ...this.some({ change: this.change(), norms: this.norms() }) }, { id: "work", name: this.text(), bands: bands([0, 30]) }],
      bands: bands([0, 40, 70.5]),
      ...(this.method === "table" ? { tables: [{ when: this.condition() ?? { language: ["es"] }, values }, { values }] } : {}),
    };
  }
}
