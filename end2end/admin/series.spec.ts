// Series, change and alerts where several of them meet.
import { execFileSync } from "node:child_process";
import { Api, type NewQuiz, type Quiz } from "../support/api.ts";
import { expect, signIn, test } from "../support/dashboard.ts";
import { mailFolder } from "../support/mail.ts";
import { MovedServer } from "../support/moved-clock.ts";
import { ADMINISTRATOR, type Demo, launch, NAMESPACE, program } from "../support/server.ts";

test.beforeEach(({ scripted }) => test.skip(!scripted, "once is enough"));

const SCALE = { id: "state", kind: "scale", text: "How are you?", from: 0, to: 2, points: [0, 1, 2] } as const;
const SCORING = { method: "sum", change: { better: "higher", points: 1 } } as const;
const SERIES = { every: "P14D", times: 4, open: "P5D" } as const;
const AGAIN = { anonymous: false, inapp: true, retryAfterDays: 0 } as const;

async function call<T>(demo: Demo, quiz: Quiz, path: string, body?: unknown): Promise<T> {
  const headers = { "x-api-key": demo.key, "content-type": "application/json" };
  const address = `${demo.url}/api/v1/namespaces/${NAMESPACE}/quizzes/${quiz.id}${path}`;
  const reply = await fetch(address, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

/** An in-app quiz, with these answers of each session. */
async function taken(demo: Demo, definition: NewQuiz, answers: Record<string, number[]>): Promise<Quiz> {
  const quiz = await new Api(demo).create(definition);
  for (const [sessionId, states] of Object.entries(answers)) {
    for (const state of states) await take(demo, quiz, sessionId, state);
  }
  return quiz;
}

async function take(demo: Demo, quiz: Quiz, sessionId: string, state: number): Promise<void> {
  await call(demo, quiz, "/users/anonymous/initQuiz", { sessionId, retake: true });
  await call(demo, quiz, "/users/inapp/answers/submit", { sessionId, answers: { state } });
}

test("after a rescoring the next attempt compares with the one before, whether its score has changed or not", async () => {
  const { demo, end } = await launch();
  try {
    const definition = { name: "Rescored", ...AGAIN, questions: [SCALE], scoring: SCORING };
    const quiz = await taken(demo, definition, { "session-a": [0, 1], "session-b": [0, 0] });
    await new Api(demo).change(quiz, { questions: [{ ...SCALE, points: [0, 2, 2] }] });
    await call(demo, quiz, "/rescore", { version: 2, apply: true });
    for (const session of ["session-a", "session-b"]) {
      await take(demo, quiz, session, 2);
      const { items } = await call<{ items: { change: { previous: { verdict: string } } }[] }>(demo, quiz, `/users/${session}/attempts`);
      expect(items[0]!.change.previous.verdict, session).not.toBe("not_comparable");
    }
  } finally {
    await end();
  }
});

test("an export for people tells verdicts and alerts in words", async () => {
  const { demo, end } = await launch();
  try {
    const alerts = [{ id: "state_worse", name: "The state is worse", when: { change: { of: "overall", is: ["worse" as const] } } }];
    const definition = { name: "In words", ...AGAIN, questions: [SCALE], scoring: SCORING, alerts };
    const quiz = await taken(demo, definition, { "session-a": [2, 0], "session-b": [0] });
    await new Api(demo).change(quiz, { questions: [{ ...SCALE, points: [0, 2, 2] }] });
    await take(demo, quiz, "session-b", 1);
    await call(demo, quiz, "/exports", { form: "people", format: "csv" });
    const file = async () => (await call<{ items: { path?: string | null }[] }>(demo, quiz, "/exports")).items[0]?.path;
    await expect.poll(file).toBeTruthy();
    const text = await (await fetch((await file())!)).text();
    expect(text).not.toContain("not_comparable");
    expect(text).toContain("The state is worse");
  } finally {
    await end();
  }
});

test("those who are to be asked have a link that works, and are reminded while they can answer", async ({ browser }) => {
  const { options } = mailFolder();
  const server = new MovedServer(options);
  let demo = await server.at("2027-03-01 08:00:00");
  try {
    const made = ["admin", "create", "--email", ADMINISTRATOR.email, "--data-dir", demo.folder];
    execFileSync(program, made, { input: ADMINISTRATOR.password, stdio: ["pipe", "ignore", "ignore"] });
    const quiz = await new Api(demo).create({ name: "Series", anonymous: false, questions: [SCALE], scoring: SCORING, series: SERIES });
    const people = ["ana", "ben", "cleo"].map((name) => ({ name, email: `${name}@example.com` }));
    const { users } = await call<{ users: { id: string }[] }>(demo, quiz, "/users", { users: people });
    await call(demo, quiz, `/users/invited/${users[0]!.id}/initQuiz`, {});
    await call(demo, quiz, `/users/${users[0]!.id}/answers/submit`, { answers: { state: 1 } });
    const reminded = async () => (await call<{ people: number }>(demo, quiz, "/mails", { kind: "reminder", dryRun: true })).people;

    demo = await server.at("2027-03-08 08:00:00");
    expect(await reminded(), "no occasion is open").toBe(0);
    demo = await server.at("2027-03-16 08:00:00");
    expect(await reminded(), "none has answered the second occasion").toBe(3);

    const due = async () => (await call<{ items: { userId: string }[] }>(demo, quiz, "/occasions?state=due")).items.map(({ userId }) => userId);
    await expect.poll(async () => (await due()).length).toBe(3);
    const page = await browser.newPage({ baseURL: demo.url });
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await expect(page.getByRole("button", { name: "Sign out" })).toBeAttached();
    await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/share`);
    await page.getByRole("link", { name: "Revoke the link of ben" }).click();
    await page.getByRole("button", { name: "Revoke link" }).click();
    await expect(page.getByRole("status")).toHaveText("The link is revoked.");
    await page.close();
    expect(await due()).not.toContain(users[1]!.id);
  } finally {
    await server.end();
  }
});
