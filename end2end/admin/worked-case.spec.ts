// The worked case of docs/worked-case.md: 60 people, four fortnightly occasions, 11 who drop out, one alert each week and
// three versions. Every figure of the service is compared with those that worked-case/case.py reckons by itself.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { Api, type Quiz } from "../support/api.ts";
import { ADMINISTRATOR, expect, signIn, test } from "../support/dashboard.ts";
import { mailFolder, sent } from "../support/mail.ts";
import { MovedServer } from "../support/moved-clock.ts";
import { Person } from "../support/person.ts";
import { makeWebhook, receive } from "../support/receiver.ts";
import { type Demo, NAMESPACE } from "../support/server.ts";
import { WORDS } from "../support/words.ts";
import { type Answers, type Attempt, type Change, type Figures, FOLDER, type Norm, type Of, reckon, type Step, tables } from "../worked-case/expected.ts";

test.beforeEach(({ scripted }) => test.skip(!scripted, "once is enough"));

const OWNER = { email: "owner@example.com", password: ADMINISTRATOR.password };
/** Answers through the pages on the first two occasions. */
const IN_BROWSER = 6;
/** Stores an answer that raises an early alert, and submits later. */
const EARLY = 25;
const QUICK = { intervals: [50], timeout: 15_000 };
const CATEGORIES = ["mind", "body"] as const;

/** What the test knows of the server as it goes. */
class Case {
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
async function each<T>(items: T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

function sorted<T>(items: T[]): T[] {
  return [...items].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

test("sixty people over seven weeks, with every figure from another program", async ({ browser, checkPage }) => {
  test.setTimeout(180_000);
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
    await page.goto("/admin/sign-in");
    await signIn(page, OWNER.email, OWNER.password);
    await expect(page.getByRole("link", { name: "Sign out" }).or(page.getByRole("button", { name: "Sign out" })).first()).toBeAttached();
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
      await each(expected.attempts.flatMap((attempts, index) => (attempts.length ? [index + 1] : [])), (person) => expectAttempts(worked, person));
      for (const { from, to, ...figures } of expected.figures) {
        const query = [from && `fromAttempt=${from}`, to && `toAttempt=${to}`].filter(Boolean).join("&");
        expect(await worked.call(`/insights/changes?${query}`), `changes ${query}`).toEqual(figures);
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

async function acceptOffer(worked: Case, page: Page): Promise<void> {
  const reply = await fetch(`${worked.demo.url}/api/v1/namespaces/${NAMESPACE}/members`, {
    method: "PUT",
    headers: { "x-api-key": worked.demo.key, "content-type": "application/json" },
    body: JSON.stringify({ email: OWNER.email, role: "owner" }),
  });
  const { link } = (await reply.json()) as { link: string };
  await page.goto(new URL(link).pathname);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(page.getByRole("heading", { name: "No quiz yet" })).toBeVisible();
}

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

/** The link of the invitation, the questions, the help of the early alert, and the result with verdict and norm. */
async function answerInBrowser(worked: Case, step: Step, page: Page): Promise<void> {
  const words = WORDS.en;
  // Help over answers has each question as a page of its own, which no script changes.
  const person = new Person(page, words, false);
  await page.goto(`/aq/${NAMESPACE}/${worked.quiz.id}/${worked.idOf(IN_BROWSER)}`);
  if (step.day === 0) await expect(page.getByText(words.greeting("Person 06"))).toBeVisible();
  await page.getByRole("button", { name: step.day === 0 ? words.start : words.takeItAgain }).click();
  const answers = new Map(step.submit).get(IN_BROWSER)!;
  const codes = Object.entries(answers).map(([question, answer]) => (["age", "safe"].includes(question) ? answer : answer + 1));
  await person.answers(codes.slice(0, 2));
  await person.sees(3);
  await expect(page.getByRole("link", { name: "tel:+15550100" })).toHaveCount(answers.safe === 2 ? 1 : 0);
  await person.answers(codes.slice(2), 3);
  await person.seesResult();
  const attempt = worked.expected.attempts[IN_BROWSER - 1]!.find(({ submittedOn }) => submittedOn === step.day)!;
  for (const norm of Object.values(attempt.norms)) {
    if (!norm) continue;
    await expect(page.getByText(`${norm.name}: about ${norm.percentile} of 100 in this group score lower`)).toBeVisible();
    await expect(page.getByText(norm.source)).toBeVisible();
  }
  if (!attempt.changes.overall) return;
  const { verdict } = attempt.changes.overall.previous;
  const since = page.locator(".changes");
  await expect(since.getByText(SINCE[verdict]!)).toBeVisible();
  for (const [name, of] of [["Mind", "mind"], ["Body", "body"]] as const) {
    const { difference, verdict } = attempt.changes[of]!.previous;
    await expect(since.getByRole("listitem").filter({ hasText: name })).toContainText(`${signed(difference!)} (${JUDGED[verdict]})`);
  }
  expect(await page.content()).not.toContain("Not safe at home");
}

const SINCE: Record<string, RegExp> = {
  same: /About the same as on .*: a difference this small may be chance\./,
  better: /Better than on .*, by more than chance would explain\.$/,
  recovered: /Better than on .*, by more than chance would explain, and past the mark/,
};
const JUDGED: Record<string, string> = { same: "about the same", better: "better", worse: "worse", recovered: "better, past the mark" };

function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
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

async function acknowledge(page: Page, worked: Case): Promise<void> {
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${worked.quiz.id}/answers`);
  await page.getByRole("link", { name: "Alerts (1)" }).click();
  const row = page.getByRole("row", { name: /Not safe at home/ });
  await expect(row).toContainText("Person 06");
  await row.getByRole("textbox").fill("Called: she is with her sister");
  await row.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText("The alert is acknowledged.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Alerts", exact: true }).first()).toBeVisible();
}

async function revoke(worked: Case, person: number, page: Page): Promise<void> {
  const { name } = worked.expected.people[person - 1]!;
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${worked.quiz.id}/share?search=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: `Revoke the link of ${name}`, exact: true }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await expect(page.getByRole("status")).toHaveText("The link is revoked.");
}

async function expectOccasions(worked: Case, step: Step): Promise<void> {
  const found = await worked.all<{ userId: string; occasion: number; dueOn: string; state: string; attempt?: number }>("/occasions");
  const now = found.map(({ userId, occasion, state, attempt }) => [worked.personOf(userId), occasion, state, attempt ?? null]);
  expect(sorted(now)).toEqual(sorted(step.occasions));
  for (const { occasion, dueOn } of found) expect(dueOn).toBe(worked.expected.windows[occasion - 1]!.dueOn);
  const due = await worked.all<unknown>("/occasions?state=due");
  expect(due).toHaveLength(step.occasions.filter(([, , state]) => state === "due").length);
}

type Of2 = (typeof CATEGORIES)[number];

function byCategory<T>(values: Record<Of, T | null>): Record<string, T> {
  const found = CATEGORIES.flatMap((of: Of2) => (values[of] === null ? [] : [[of, values[of]] as const]));
  return Object.fromEntries(found) as Record<string, T>;
}

/** A person's submitted attempts, newest first, with scores, bands, norms and changes. */
async function expectAttempts(worked: Case, person: number): Promise<void> {
  const attempts = worked.expected.attempts[person - 1]!;
  const found = await worked.all<Record<string, unknown>>(`/users/${worked.idOf(person)}/attempts`);
  const submitted = found.filter(({ isCompleted }) => isCompleted);
  const measured = (record: Record<string, unknown>) => {
    const { attempt, occasion, quizVersion, score, band, category_scores, category_bands, norm, category_norms, change, category_changes } = record;
    const alerts = [...((record.alerts as string[] | undefined) ?? [])].sort();
    return { attempt, occasion, quizVersion, score, band, category_scores, category_bands, norm, category_norms, change, category_changes, alerts };
  };
  const wanted = attempts.map((attempt: Attempt) => ({
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
  const { ownScores } = (await worked.api.insights(worked.quiz)) as { ownScores: { category?: string | null; bands: { id: string; count: number }[] }[] };
  const found = ownScores.map(({ bands, ...figures }) => {
    const { total, least, median, mean, greatest } = figures as Record<string, unknown>;
    return { total, least, median, mean, greatest, bands: Object.fromEntries(bands.map(({ id, count }) => [id, count])) };
  });
  expect(found).toEqual(worked.expected.scores);
}

async function expectExport(worked: Case): Promise<void> {
  await worked.call("/csvExport", {});
  type Export = { csvExportStatus: string | null; csvExportPath: string };
  const state = () => worked.call<Export>("");
  await expect.poll(async () => (await state()).csvExportStatus, QUICK).toBe("done");
  const { pathname, search } = new URL((await state()).csvExportPath);
  const text = await (await fetch(`${worked.demo.url}${pathname}${search}`)).text();
  const [head, ...lines] = text.trim().split("\r\n").map(cells);
  const rows = lines.map((line) => Object.fromEntries(head!.map((name, index) => [name, line[index] ?? ""])));
  const [unfinished, occasion] = worked.expected.unfinished;
  const wanted = worked.expected.attempts.flatMap((attempts, index) => {
    const person = index + 1;
    const last = attempts.at(-1);
    if (!last) return [];
    if (person === unfinished) return [rowOf(person, { attempt: attempts.length + 1, occasion })];
    return [rowOf(person, last)];
  });
  const found = rows.map((row) => {
    const person = worked.personOf(row.userId!);
    return Object.fromEntries(Object.keys(wanted[0]!).map((name) => [name, name === "person" ? String(person) : row[name]]));
  });
  expect(sorted(found)).toEqual(sorted(wanted));
}

/** The fields of a line of CSV. */
function cells(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!.replace(/^"|"$/g, "").replaceAll('""', '"'));
}

function rowOf(person: number, attempt: Pick<Attempt, "attempt" | "occasion"> & Partial<Attempt>): Record<string, string> {
  const text = (value: unknown) => (value === undefined || value === null ? "" : String(value));
  const row: Record<string, string> = {
    person: text(person),
    attempt: text(attempt.attempt),
    occasion: text(attempt.occasion),
    alerts: text(attempt.alerts?.join(" ")),
    score: text(attempt.scores?.overall),
    band: text(attempt.bands?.overall),
  };
  for (const of of ["overall", ...CATEGORIES] as const) {
    const before = of === "overall" ? "" : `category.${of}.`;
    if (of !== "overall") row[`category.${of}`] = text(attempt.scores?.[of]);
    const norm: Partial<Norm> | null | undefined = attempt.norms?.[of];
    if (of !== "body") {
      Object.assign(row, {
        [`${before}norm`]: text(norm?.name),
        [`${before}norm.z`]: text(norm?.z),
        [`${before}norm.t`]: text(norm?.t),
        [`${before}norm.percentile`]: text(norm?.percentile),
      });
    }
    for (const since of ["previous", "first"] as const) {
      const change = attempt.changes?.[of]?.[since];
      row[`${before}change.${since}`] = text(change?.verdict);
      row[`${before}change.${since}.difference`] = text(change?.difference);
    }
  }
  return row;
}

async function expectPages(worked: Case, page: Page, checkPage: (page: Page) => Promise<void>): Promise<void> {
  const at = `/admin/ns/${NAMESPACE}/quizzes/${worked.quiz.id}`;
  for (const [from, to] of [[null, null], [1, 2], [1, 3]] as const) {
    const figures = worked.expected.figures.find((each) => each.from === from && each.to === to)!;
    await page.goto(`${at}/insights/changes?fromAttempt=${from ?? ""}&toAttempt=${to ?? ""}`);
    await expect(page.getByText(`${figures.both} respondents have submitted both attempts. ${figures.onlyEarlier} have submitted the earlier one alone.`)).toBeVisible();
    await expectRows(page, figures);
  }
  await checkPage(page);
  await page.goto(`${at}/alerts`);
  await expect(page.getByRole("link", { name: `Alerts (${worked.raised.length - 1})` })).toBeVisible();
  await expect(named(page, "Open alerts").locator("tbody tr")).toHaveCount(worked.raised.length - 1);
  await expect(named(page, "Acknowledged alerts").locator("tbody tr")).toHaveCount(1);
  const latest = worked.expected.attempts.filter((attempts) => attempts.at(-1)?.occasion === 4);
  await page.goto(`${at}/answers?occasion=4`);
  await expect(page.getByText(`${latest.length + 1} of ${worked.expected.scores[0]!.total} responses`)).toBeVisible();
  for (const person of [60, IN_BROWSER]) await expectPersonPage(worked, page, person, at);
  await checkPage(page);
}

async function expectRows(page: Page, figures: Figures): Promise<void> {
  const isApart = figures.scores.some(({ notComparable }) => notComparable > 0);
  for (const { name, people, notComparable, verdicts, ...numbers } of figures.scores) {
    const { meanBefore, meanAfter, meanChange, sd, standardised } = numbers;
    const { better, same, worse, recovered } = verdicts!;
    const counts = [people, ...(isApart ? [notComparable] : [])];
    const cells = [...counts, meanBefore, meanAfter, meanChange, sd, standardised, better, same, worse, recovered].map(String);
    await expect(page.getByRole("row", { name: new RegExp(`^${name ?? "Overall"}`) }).getByRole("cell")).toHaveText(cells);
  }
}

/** A table, or the region that holds it. */
function named(page: Page, name: string): Locator {
  return page.getByRole("region", { name }).or(page.getByRole("table", { name })).first();
}

/** Occasions and the table of all attempts, as words. */
async function expectPersonPage(worked: Case, page: Page, person: number, at: string): Promise<void> {
  await page.goto(`${at}/answers/${worked.idOf(person)}`);
  const occasions = worked.expected.steps.at(-1)!.occasions.filter(([each]) => each === person);
  const lines = occasions.map(([, occasion, state, attempt]) => {
    return `${occasion} on ${worked.expected.windows[occasion - 1]!.dueOn}: ${state}${attempt ? `, attempt ${attempt}` : ""}`;
  });
  const listed = await page.getByRole("region", { name: "Occasions" }).getByRole("listitem").allInnerTexts();
  expect(sorted(listed)).toEqual(sorted(lines));
  const wanted = worked.expected.attempts[person - 1]!.flatMap((attempt) =>
    ([["Overall score", "overall"], ["Mind", "mind"], ["Body", "body"]] as const).flatMap(([name, of]) => {
      const { previous, first } = attempt.changes[of] ?? {};
      const norm = attempt.norms[of];
      if (!previous && !norm) return [];
      return [[name, `${attempt.attempt}`, `${attempt.scores[of]}`, said(previous), said(first), norm ? placed(norm) : ""].join("|")];
    }),
  );
  const rows = await named(page, "Scores over time").locator("tbody tr").all();
  const found = await Promise.all(rows.map(async (row) => (await row.locator("th, td").allInnerTexts()).map((cell) => cell.trim()).join("|")));
  expect(sorted(found)).toEqual(sorted(wanted));
}

function said(change?: Change): string {
  if (!change) return "";
  if (change.verdict === "not_comparable") return `Not comparable with attempt ${change.attempt}, scored by version ${change.scoredVersion}`;
  const verdict = { better: "Better", worse: "Worse", same: "No reliable change", recovered: "Better, past the cut-off" }[change.verdict];
  const index = change.rci === undefined ? "" : `; reliable change index ${number(change.rci)}`;
  return `${verdict}: ${signed(change.difference!)}${index}; from ${change.smallest} on it counts`;
}

function placed({ name, source, percentile, t, z }: Norm): string {
  return `${name}: percentile ${percentile}${t === undefined ? "" : `, T ${t}`}${z === undefined ? "" : `, z ${number(z)}`} (${source})`;
}

function number(value: number): string {
  return value < 0 ? `−${-value}` : `${value}`;
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
