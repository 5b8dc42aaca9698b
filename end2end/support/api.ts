// Client of the JSON API: creates quizzes for the tests and reads the server's data.
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";
import { type Demo, NAMESPACE } from "./server.ts";

type Schemas = components["schemas"];
export type NewQuiz = Schemas["CreateQuiz"];
export type NewQuestion = Schemas["Question"];
export type PublicQuiz = Schemas["PublicQuiz"];
export type AnswersRecord = Schemas["AnswersBody"];

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
  private readonly client: Client<paths>;

  constructor(private readonly demo: Demo) {
    this.client = createClient<paths>({ baseUrl: demo.url, headers: { "x-api-key": demo.key } });
  }

  /** The demo's open quiz: the eight built-in questions. */
  get openQuiz(): Quiz {
    return this.quizAt(this.demo.open);
  }

  get inAppQuiz(): Quiz {
    return this.quizAt(this.demo.inapp);
  }

  async create(quiz: NewQuiz): Promise<Quiz> {
    const params = { path: { namespaceId: NAMESPACE } };
    const { id } = await sent(this.client.POST("/api/v1/namespaces/{namespaceId}/quizzes", { params, body: quiz }));
    return new Quiz(this.demo.url, NAMESPACE, id);
  }

  /** The complete definition of a quiz. */
  definition(quiz: Quiz): Promise<Schemas["QuizBody"]> {
    return sent(this.client.GET(QUIZ, { params: at(quiz) }));
  }

  async change(quiz: Quiz, changes: Schemas["ChangeQuiz"]): Promise<void> {
    await sent(this.client.PATCH(QUIZ, { params: at(quiz), body: changes }));
  }

  /** Adds a PNG picture to a quiz and returns its id. */
  async addPicture(quiz: Quiz, png: Buffer): Promise<string> {
    const address = `${this.demo.url}/api/v1/namespaces/${quiz.namespace}/quizzes/${quiz.id}/images`;
    const headers = { "x-api-key": this.demo.key, "content-type": "image/png" };
    const reply = await fetch(address, { method: "POST", headers, body: new Uint8Array(png) });
    if (!reply.ok) throw new Error(`no picture: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { id: string }).id;
  }

  async invite(quiz: Quiz, person: Schemas["InviteeBody"]): Promise<Schemas["InvitedBody"]> {
    const { users } = await sent(this.client.POST(`${QUIZ}/users`, { params: at(quiz), body: { users: [person] } }));
    return users[0]!;
  }

  /** The numbers of started and submitted responses. */
  async responses(quiz: Quiz): Promise<Schemas["Responses"]> {
    return (await sent(this.client.GET(QUIZ, { params: at(quiz) }))).responses;
  }

  publicQuiz(quiz: Quiz, language: string): Promise<PublicQuiz> {
    return sent(this.client.GET(`${QUIZ}/public`, { params: { ...at(quiz), query: { language } } }));
  }

  /** Starts an anonymous record and returns its `anon_id`. */
  async begin(quiz: Quiz, language: string): Promise<string> {
    const params = at(quiz);
    const { anon_id } = await sent(this.client.POST(`${QUIZ}/users/anonymous/genId`, { params }));
    await sent(this.client.POST(`${QUIZ}/users/anonymous/initQuiz`, { params, body: { anon_id, language } }));
    return anon_id;
  }

  /** Submits an anonymous record with these answers, option codes in the quiz's order, and returns its `anon_id`. */
  async submit(quiz: Quiz, language: string, codes: number[]): Promise<string> {
    const { questions } = await this.publicQuiz(quiz, language);
    return this.submitAll(quiz, language, Object.fromEntries(codes.map((code, index) => [questions[index]!.id, code])));
  }

  /** Like `submit`, with answers of every kind by question id. */
  async submitAll(quiz: Quiz, language: string, answers: Record<string, unknown>): Promise<string> {
    const anon_id = await this.begin(quiz, language);
    const body = { anon_id, answers: answers as Record<string, never> };
    await sent(this.client.POST(`${QUIZ}/users/anonymous/answers/submit`, { params: at(quiz), body }));
    return anon_id;
  }

  /** Submits an invited person's answers, as option codes in the quiz's order. */
  async submitInvited(quiz: Quiz, user: string, codes: number[]): Promise<void> {
    const { questions } = await this.publicQuiz(quiz, "en");
    const answers = Object.fromEntries(codes.map((code, index) => [questions[index]!.id, code]));
    const path = { ...at(quiz).path, invitedUserUUID: user };
    await sent(this.client.POST(`${QUIZ}/users/invited/{invitedUserUUID}/initQuiz`, { params: { path }, body: { language: "en" } }));
    const body = { answers: answers as Record<string, never> };
    await sent(this.client.POST(`${QUIZ}/users/{invitedUserUUID}/answers/submit`, { params: { path }, body }));
  }

  /** Get User's Answer, in full. */
  async record(quiz: Quiz, user: string): Promise<AnswersRecord> {
    const path = { ...at(quiz).path, invitedUserUUID: user };
    const params = { path, query: { recommendations_type: "full" as const } };
    return (await sent(this.client.GET(`${QUIZ}/users/{invitedUserUUID}/answers`, { params }))).answers;
  }

  /** The figures of all answers. Repeats the request until they are counted. */
  async insights(quiz: Quiz): Promise<Schemas["InsightsBody"]> {
    const figures = await sent(this.client.GET(`${QUIZ}/insights`, { params: at(quiz) }));
    return "questions" in figures ? figures : this.insights(quiz);
  }

  /** The codes of the saved answers in the quiz's order, `null` for unanswered questions. */
  async savedCodes(quiz: Quiz, user: string): Promise<(number | null)[]> {
    const [{ questions }, { qAnswers }] = await Promise.all([this.publicQuiz(quiz, "en"), this.record(quiz, user)]);
    return questions.map(({ id, options }) => options.find((option) => option.id === qAnswers[id])?.code ?? null);
  }

  private quizAt(page: string): Quiz {
    const { origin, pathname } = new URL(page);
    const [, , namespace, id] = pathname.split("/");
    return new Quiz(origin, namespace!, id!);
  }
}

const QUIZ = "/api/v1/namespaces/{namespaceId}/quizzes/{quizId}";

function at(quiz: Quiz): { path: { namespaceId: string; quizId: string } } {
  return { path: { namespaceId: quiz.namespace, quizId: quiz.id } };
}

/** The body of a reply. Throws on errors. */
async function sent<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await request;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data as T;
}
