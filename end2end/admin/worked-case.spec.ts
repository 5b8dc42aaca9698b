// The worked case of docs/worked-case.md: 60 people, four fortnightly occasions, 11 who drop out, one alert each week and
// three versions. Every figure of the service is compared with those that worked-case/case.py reckons by itself.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../support/dashboard.ts";
import { mailFolder, sent } from "../support/mail.ts";
import { MovedServer } from "../support/moved-clock.ts";
import { makeWebhook, receive } from "../support/receiver.ts";
import { NAMESPACE } from "../support/server.ts";
import { countsOf, FOLDER, type Of, STATES, type Step, tables } from "../worked-case/expected.ts";
import { expectExport } from "../worked-case/export.ts";
import {
  acceptOffer, acknowledge, answerInBrowser, expectPages, IN_BROWSER, OWNER, revoke, signInAsOwner,
} from "../worked-case/pages.ts";
import { Case, CATEGORIES, each, QUICK, sorted } from "../worked-case/service.ts";

test.beforeEach(({ scripted }) => test.skip(!scripted, "once is enough"));

/** Stores an answer that raises an early alert, and submits later. */
const EARLY = 25;

test("sixty people over seven weeks, with every figure from another program", async ({ browser, checkPage }) => {
  test.setTimeout(240_000);
  const worked = new Case();
  const { expected } = worked;
  const { folder, options } = mailFolder();
  const { server: receiver, host, received } = await receive();
  const server = new MovedServer(["--base-url", "http://quiz.example", "--webhook-allow", host, ...options]);
  const contexts: BrowserContext[] = [];
  const open = async () => {
    const context = await browser.newContext({ baseURL: worked.demo.url, locale: "en-GB" });
    contexts.push(context);
    return context.newPage();
  };
  const owner = async () => {
    const page = await open();
    await signInAsOwner(page);
    return page;
  };
  const events = (type: string) => {
    const all = received.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: Record<string, never> });
    return all.filter((event) => event.type === type);
  };
  const alertMails = () => sent(folder).filter(({ subject, to }) => to === OWNER.email && subject.startsWith("An alert in"));

  try {
    let told = 0;
    for (const step of expected.steps) {
      worked.demo = await server.at(`${step.on} 08:00:00`);
      await test.step(`day ${step.day}`, async () => {
        if (step.day === 0) {
          await makeWebhook(worked.demo, `http://${host}/hooks`, { events: ["occasion.due", "alert.raised", "alert.acknowledged"] });
          await acceptOffer(worked, await open());
          await invite(worked, folder);
        }
        await expect.poll(() => events("occasion.due").length, QUICK).toBe(told + step.told.length);
        expectTold(worked, step, events("occasion.due").slice(told));
        told += step.told.length;
        for (const { version, questions } of step.publish) {
          await worked.api.change(worked.quiz, { questions });
          expect((await worked.api.definition(worked.quiz)).version).toBe(version);
        }
        for (const person of step.revoke) await revoke(worked, person, await owner());
        await answer(worked, step, open);
        await expectAlerts(worked, step);
        await expect.poll(() => events("alert.raised").length, QUICK).toBe(worked.raised.length);
        await expect.poll(() => alertMails().length, QUICK).toBe(worked.raised.length);
        if (step.day === 0) await acknowledge(await owner(), worked);
        await expectOccasions(worked, step);
      });
    }
    expect(events("alert.acknowledged")).toHaveLength(1);
    expect(alertMails().map(({ plain }) => /It is the only one|In all, \d+/.exec(plain)?.[0])).toEqual([
      "It is the only one", "It is the only one", ...[2, 3, 4, 5, 6, 7].map((open) => `In all, ${open}`),
    ]);

    await test.step("records and figures of the API", async () => {
      const answered = expected.attempts.flatMap((attempts, index) => (attempts.length ? [index + 1] : []));
      await each(answered, (person) => expectAttempts(worked, person));
      for (const [by, all] of [["Attempt", expected.figures], ["Occasion", expected.figuresByOccasion]] as const) {
        for (const { from, to, ...figures } of all.filter(({ from, to }) => by === "Attempt" || from || to)) {
          const query = [from && `from${by}=${from}`, to && `to${by}=${to}`].filter(Boolean).join("&");
          expect(await worked.call(`/insights/changes?${query}`), `changes ${query}`).toEqual(figures);
        }
      }
      const { questions } = await worked.api.definition(worked.quiz);
      const option = questions[0]!.options![1]!.id;
      expect(await worked.call(`/insights/changes?answer=age:${option}`)).toEqual(expected.figuresFrom30);
      await expectScores(worked);
    });
    await test.step("the export", () => expectExport(worked));
    await test.step("pages", async () => {
      const page = await owner();
      await expectPages(worked, page, checkPage);
    });
    await test.step("a trial rescoring", async () => {
      expect(await worked.call("/rescore", { version: 3 })).toEqual(expected.trial);
    });
    await test.step("the manual", () => expectManual(worked));
  } finally {
    for (const context of contexts) await context.close();
    receiver.close();
    await server.end();
  }
});

test("a server that sleeps tells of an occasion once, and only while it is open", async () => {
  const { server: receiver, host, received } = await receive();
  const server = new MovedServer(["--webhook-allow", host]);
  const worked = new Case();
  const told = () => received.map(({ body }) => (JSON.parse(body) as { data: { occasion: number } }).data.occasion).sort();
  const states = async () => {
    const found = await worked.all<{ occasion: number; state: string }>("/occasions");
    return found.map(({ occasion, state }) => `${occasion} ${state}`).sort();
  };
  try {
    worked.demo = await server.at("2027-03-01 08:00:00");
    await makeWebhook(worked.demo, `http://${host}/hooks`, { events: ["occasion.due"] });
    const series = { every: "P7D", times: 4, open: "P5D" };
    worked.quiz = await worked.api.create({ name: "Weekly", anonymous: false, series });
    await worked.call("/users", { users: [{ name: "Ana" }, { name: "Ben" }] });
    await expect.poll(told, QUICK).toEqual([1, 1]);
    // The second occasion has come the day before; the windows of the others pass unseen.
    server.sleepUntil("2027-03-09 08:00:00");
    await expect.poll(told, QUICK).toEqual([1, 1, 2, 2]);
    expect(await states()).toEqual(["1 missed", "1 missed", "2 due", "2 due"]);
    server.sleepUntil("2027-03-28 08:00:00");
    await expect.poll(async () => (await states()).length, QUICK).toBe(8);
    expect(new Set(await states())).toEqual(new Set(["1 missed", "2 missed", "3 missed", "4 missed"]));
    worked.demo = await server.at("2027-03-28 08:01:00");
    // The first look at what is due comes within a second of the start.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(told()).toEqual([1, 1, 2, 2]);
  } finally {
    receiver.close();
    await server.end();
  }
});

/** Creates the quiz and invites everyone by mail. */
async function invite(worked: Case, folder: string): Promise<void> {
  const { quiz, people } = worked.expected;
  worked.quiz = await worked.api.create(quiz);
  const { users } = await worked.call<{ users: { id: string }[] }>("/users", { users: people });
  worked.ids.push(...users.map(({ id }) => id));
  await worked.call("/mails", { kind: "invitation" });
  const invitations = () => sent(folder).filter(({ subject }) => subject === "Fortnightly check: your personal link");
  await expect.poll(() => invitations().length, QUICK).toBe(people.length);
  for (const { to, plain } of invitations()) {
    const person = people.findIndex(({ email }) => email === to) + 1;
    expect(plain, to).toContain(`http://quiz.example/aq/${NAMESPACE}/${worked.quiz.id}/${worked.idOf(person)}`);
  }
}

function expectTold(worked: Case, step: Step, events: { timestamp: string; data: Record<string, never> }[]): void {
  const found = events.map(({ data }) => [worked.personOf(data.userId!), data.occasion, data.reminder ?? null]);
  expect(sorted(found)).toEqual(sorted(step.told));
  for (const { timestamp, data } of events) {
    const { dueOn, opensAt, closesAt, link } = data;
    expect({ dueOn, opensAt, closesAt }).toEqual(worked.expected.windows[data.occasion! - 1]);
    expect(link).toBe(`http://quiz.example/aq/${NAMESPACE}/${worked.quiz.id}/${data.userId}`);
    expect(timestamp.slice(0, 10), "told on the day on which a server works").toBe(step.on);
  }
}

async function answer(worked: Case, step: Step, open: () => Promise<Page>): Promise<void> {
  const isBrowsing = (person: number) => person === IN_BROWSER && step.day < 28;
  const submits = new Map(step.submit);
  await each(step.begin.filter(([person]) => !isBrowsing(person)), async ([person]) => {
    await worked.begin(person);
    const answers = submits.get(person);
    if (answers) await worked.submit(person, answers);
  });
  const begun = new Set(step.begin.map(([person]) => person));
  for (const [person, answers] of step.submit.filter(([person]) => !begun.has(person))) {
    const early = person === EARLY ? step.alerts : [];
    if (early.length) {
      await worked.call(`/users/${worked.idOf(person)}/answers`, { questionId: "safe", answer: answers.safe });
      await expectAlerts(worked, step);
    }
    await worked.submit(person, answers);
  }
  if (submits.has(IN_BROWSER) && isBrowsing(IN_BROWSER)) await answerInBrowser(worked, step, await open());
}

/** Each alert rises once, on the day and for the attempt that it is expected of. */
async function expectAlerts(worked: Case, step: Step): Promise<void> {
  const before = worked.expected.steps.filter(({ day }) => day < step.day).flatMap(({ alerts }) => alerts);
  const found = await worked.all<{ id: string; userId: string; alert: string; attempt: number; raisedAt: string }>("/alerts");
  const now = found.map(({ userId, alert }) => [worked.personOf(userId), alert]);
  expect(sorted(now)).toEqual(sorted([...before, ...step.alerts]));
  const fresh = found.filter(({ raisedAt }) => raisedAt.startsWith(step.on));
  expect(fresh.map(({ userId }) => worked.personOf(userId)).sort()).toEqual(step.alerts.map(([person]) => person).sort());
  for (const { id, userId, alert, attempt } of fresh) {
    const person = worked.personOf(userId);
    expect(attempt).toBe(worked.expected.attempts[person - 1]!.find(({ submittedOn }) => submittedOn === step.day)!.attempt);
    if (!worked.raised.some((raised) => raised.id === id)) worked.raised.push({ id, person, alert });
  }
}

async function expectOccasions(worked: Case, step: Step): Promise<void> {
  const found = await worked.all<{ userId: string; occasion: number; dueOn: string; state: string; attempt?: number }>("/occasions");
  const now = found.map(({ userId, occasion, state, attempt }) => [worked.personOf(userId), occasion, state, attempt ?? null]);
  expect(sorted(now)).toEqual(sorted(step.occasions));
  for (const { occasion, dueOn } of found) expect(dueOn).toBe(worked.expected.windows[occasion - 1]!.dueOn);
  const due = await worked.all<unknown>("/occasions?state=due");
  expect(due).toHaveLength(step.occasions.filter(([, , state]) => state === "due").length);
  type Counted = { occasions: (Record<string, number> & { occasion: number })[] };
  const { occasions } = await worked.call<Counted>("/insights/occasions");
  const numbers = [...new Set(step.occasions.map(([, number]) => number))].sort().reverse();
  const counts = occasions.map((counted) => [counted.occasion, ...STATES.map((state) => counted[state]!)]);
  expect(counts).toEqual(numbers.map((number) => [number, ...countsOf(step, number)]));
}

/** Those of the categories that have a value. */
function byCategory<T>(values: Record<Of, T | null>): Record<string, T> {
  const found = CATEGORIES.flatMap((of) => (values[of] === null ? [] : [[of, values[of]] as const]));
  return Object.fromEntries(found) as Record<string, T>;
}

const MEASURED = [
  "attempt", "occasion", "quizVersion", "score", "band", "category_scores", "category_bands",
  "norm", "category_norms", "change", "category_changes",
];

/** A person's submitted attempts, newest first, with scores, bands, norms and changes. */
async function expectAttempts(worked: Case, person: number): Promise<void> {
  const attempts = worked.expected.attempts[person - 1]!;
  const found = await worked.all<Record<string, unknown>>(`/users/${worked.idOf(person)}/attempts`);
  const submitted = found.filter(({ isCompleted }) => isCompleted);
  const measured = (record: Record<string, unknown>) => {
    const alerts = [...((record.alerts as string[] | undefined) ?? [])].sort();
    return { ...Object.fromEntries(MEASURED.map((field) => [field, record[field]])), alerts };
  };
  const wanted = attempts.map((attempt) => ({
    attempt: attempt.attempt,
    occasion: attempt.occasion,
    quizVersion: attempt.version,
    score: attempt.scores.overall,
    band: attempt.bands.overall,
    category_scores: byCategory(attempt.scores),
    category_bands: byCategory(attempt.bands),
    norm: attempt.norms.overall,
    category_norms: byCategory(attempt.norms),
    change: attempt.changes.overall,
    category_changes: attempt.changes.overall ? byCategory(attempt.changes as Record<Of, object>) : undefined,
    alerts: attempt.alerts,
  }));
  expect(submitted.map(measured), `person ${person}`).toEqual(wanted.reverse());
}

async function expectScores(worked: Case): Promise<void> {
  const { ownScores } = await worked.api.insights(worked.quiz);
  const found = ownScores!.map(({ bands, total, least, median, mean, greatest }) => {
    return { total, least, median, mean, greatest, bands: Object.fromEntries(bands.map(({ id, count }) => [id, count])) };
  });
  expect(found).toEqual(worked.expected.scores);
}

/** The manual shows the quiz as it is and the tables as they are reckoned, and its commands print what it says. */
function expectManual(worked: Case): void {
  const manual = readFileSync(join(FOLDER, "../../docs/worked-case.md"), "utf8");
  const shown = /```json\n([^]*?)```/.exec(manual)![1]!;
  expect(JSON.parse(shown)).toEqual(worked.expected.quiz);
  for (const table of tables()) expect(manual).toContain(table);
  const blocks = [...manual.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block!);
  const lines = blocks.join("").split("\n").filter((line) => line.startsWith("# → "));
  // The first block makes a quiz, and the others ask about that of the case.
  const script = [blocks[0], "QUIZ_URL=$CASE_URL\n", ...blocks.slice(1)].join("").replace(/^# → .*$/gm, "echo");
  const base = `${worked.demo.url}/api/v1/namespaces/${NAMESPACE}/quizzes/${worked.quiz.id}`;
  const env = { ...process.env, BASE: worked.demo.url, NS: NAMESPACE, KEY: worked.demo.key, CASE_URL: base };
  const printed = execFileSync("bash", ["-euo", "pipefail", "-c", script], { cwd: FOLDER, env, encoding: "utf8" });
  const found = printed.split("\n").filter((line) => line !== "");
  expect(found.map((line, index) => shortened(line, lines[index] ?? ""))).toEqual(lines);
}

/** A line of output as the manual gives it, which may leave out the end. */
function shortened(line: string, wanted: string): string {
  const start = wanted.replace(/^# → /, "").replace(/…$/, "");
  return wanted.endsWith("…") && line.startsWith(start) ? wanted : `# → ${line}`;
}
