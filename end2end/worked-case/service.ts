// The server of the worked case, as its test reaches it over the API.
import { Api, type Quiz } from "../support/api.ts";
import { type Demo, NAMESPACE } from "../support/server.ts";
import { type Answers, reckon } from "./expected.ts";

export const CATEGORIES = ["mind", "body"] as const;
/** How a test waits for what takes the server about a second. */
export const QUICK = { intervals: [50], timeout: 15_000 };

/** What the test knows of the server as it goes. */
export class Case {
  readonly expected = reckon();
  readonly ids: string[] = [];
  readonly raised: { id: string; person: number; alert: string }[] = [];
  demo!: Demo;
  quiz!: Quiz;

  idOf(person: number): string {
    return this.ids[person - 1]!;
  }

  personOf(id: string): number {
    return this.ids.indexOf(id) + 1;
  }

  get api(): Api {
    return new Api(this.demo);
  }

  /** A call with the key, below the address of the quiz. */
  async call<T>(path: string, body?: unknown): Promise<T> {
    const headers = { "x-api-key": this.demo.key, "content-type": "application/json" };
    const address = `${this.demo.url}/api/v1/namespaces/${NAMESPACE}/quizzes/${this.quiz.id}${path}`;
    const reply = await fetch(address, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }

  /** All items of a list, page by page. */
  async all<T>(path: string): Promise<T[]> {
    const found: T[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const piece: { items: T[]; nextCursor: string | null } = await this.call(`${path}${path.includes("?") ? "&" : "?"}limit=200${more}`);
      found.push(...piece.items);
      cursor = piece.nextCursor;
    }
    return found;
  }

  begin(person: number): Promise<unknown> {
    return this.call(`/users/invited/${this.idOf(person)}/initQuiz`, { retake: true });
  }

  submit(person: number, answers: Answers): Promise<unknown> {
    return this.call(`/users/${this.idOf(person)}/answers/submit`, { answers });
  }
}

/** Runs a task for each item, eight at a time. */
export async function each<T>(items: T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

export function sorted<T>(items: T[]): T[] {
  return [...items].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
