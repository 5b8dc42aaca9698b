// The JSON API: makes quizzes for the tests and reads what the server holds.
import { type Demo, NAMESPACE } from "./server.ts";
import type { Language } from "./words.ts";

export interface Option {
  id: string;
  code: number;
  label: string;
}

export interface Question {
  id: string;
  text: string;
  help: string | null;
  required: boolean;
  options: Option[];
}

export interface PublicQuiz {
  id: string;
  name: string;
  questions: Question[];
}

export interface Card {
  id: string;
  title: string;
  show_required: boolean;
  steps: string[];
}

/** A person's answers record, as far as the tests look at it. */
export interface AnswersRecord {
  completionStatus: number;
  isCompleted: boolean;
  qAnswers: Record<string, string>;
  customData?: string;
  score?: number;
  spend_score?: number;
  save_score?: number;
  borrow_score?: number;
  plan_score?: number;
  recommendations?: Card[];
}

export interface Invitation {
  id: string;
  link: string;
}

/** A quiz and the addresses of its pages. */
export class Quiz {
  constructor(
    readonly base: string,
    readonly namespace: string,
    readonly id: string,
  ) {}

  get startPage(): string {
    return `${this.base}/aq/${this.namespace}/${this.id}`;
  }

  pageOf(user: string): string {
    return `${this.startPage}/${user}`;
  }

  pageInApp(session: string, more = ""): string {
    return `${this.base}/app/${this.namespace}/${this.id}?sessionId=${session}${more}`;
  }
}

export class Api {
  constructor(private readonly demo: Demo) {}

  /** The demo's open quiz: the eight built-in questions. */
  get openQuiz(): Quiz {
    return this.quizAt(this.demo.open);
  }

  get inAppQuiz(): Quiz {
    return this.quizAt(this.demo.inapp);
  }

  async create(quiz: object): Promise<Quiz> {
    const { id } = await this.call<{ id: string }>("POST", `/${NAMESPACE}/quizzes`, quiz);
    return new Quiz(this.demo.url, NAMESPACE, id);
  }

  async change(quiz: Quiz, changes: object): Promise<void> {
    await this.call("PATCH", at(quiz), changes);
  }

  async invite(quiz: Quiz, person: object): Promise<Invitation> {
    const { users } = await this.call<{ users: Invitation[] }>("POST", `${at(quiz)}/users`, { users: [person] });
    return users[0]!;
  }

  /** How many have begun, and how many have handed in. */
  async responses(quiz: Quiz): Promise<{ started: number; completed: number }> {
    const record = await this.call<{ responses: { started: number; completed: number } }>("GET", at(quiz));
    return record.responses;
  }

  async publicQuiz(quiz: Quiz, language: Language): Promise<PublicQuiz> {
    return this.call("GET", `${at(quiz)}/public?language=${language}`);
  }

  /** Somebody new, with a record of their own: their `anon_id`. */
  async begin(quiz: Quiz, language: Language): Promise<string> {
    const { anon_id } = await this.call<{ anon_id: string }>("POST", `${at(quiz)}/users/anonymous/genId`);
    await this.call("POST", `${at(quiz)}/users/anonymous/initQuiz`, { anon_id, language });
    return anon_id;
  }

  /** Somebody new who has handed in these answers, by the codes of the options in the quiz's order. */
  async submit(quiz: Quiz, language: Language, codes: number[]): Promise<string> {
    const anon_id = await this.begin(quiz, language);
    const { questions } = await this.publicQuiz(quiz, language);
    const answers = Object.fromEntries(codes.map((code, index) => [questions[index]!.id, code]));
    await this.call("POST", `${at(quiz)}/users/anonymous/answers/submit`, { anon_id, answers });
    return anon_id;
  }

  /** Get User's Answer, in full. */
  async record(quiz: Quiz, user: string): Promise<AnswersRecord> {
    const path = `${at(quiz)}/users/${encodeURIComponent(user)}/answers?recommendations_type=full`;
    const { answers } = await this.call<{ answers: AnswersRecord }>("GET", path);
    return answers;
  }

  /** What the server holds of a person's answers: the codes in the quiz's order, `null` where there is none. */
  async savedCodes(quiz: Quiz, user: string): Promise<(number | null)[]> {
    const [{ questions }, { qAnswers }] = await Promise.all([this.publicQuiz(quiz, "en"), this.record(quiz, user)]);
    return questions.map(({ id, options }) => options.find((option) => option.id === qAnswers[id])?.code ?? null);
  }

  private quizAt(page: string): Quiz {
    const { origin, pathname } = new URL(page);
    const [, , namespace, id] = pathname.split("/");
    return new Quiz(origin, namespace!, id!);
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.demo.url}/api/v1/namespaces${path}`, {
      method,
      headers: { "x-api-key": this.demo.key, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

function at(quiz: Quiz): string {
  return `/${quiz.namespace}/quizzes/${quiz.id}`;
}
