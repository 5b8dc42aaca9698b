// The pages of the worked case: those of a respondent and those of the owner.
import { expect, type Locator, type Page } from "@playwright/test";
import { ADMINISTRATOR, signIn } from "../support/dashboard.ts";
import { Person } from "../support/person.ts";
import { NAMESPACE } from "../support/server.ts";
import { WORDS } from "../support/words.ts";
import { type Change, countsOf, type Figures, type Norm, type Step } from "./expected.ts";
import { type Case, sorted } from "./service.ts";

export const OWNER = { email: "owner@example.com", password: ADMINISTRATOR.password };
/** The number of the person who answers through the pages on the first two occasions. */
export const IN_BROWSER = 6;

export async function acceptOffer(worked: Case, page: Page): Promise<void> {
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

export async function signInAsOwner(page: Page): Promise<void> {
  await page.goto("/admin/sign-in");
  await signIn(page, OWNER.email, OWNER.password);
  await expect(page.getByRole("button", { name: "Sign out" })).toBeAttached();
}

/** The link of the invitation, the questions, the help of the early alert, and the result with verdict and norm. */
export async function answerInBrowser(worked: Case, step: Step, page: Page): Promise<void> {
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
  same: /About the same as on 1 March 2027: a difference this small may be chance\./,
  better: /Better than on .*, by more than chance would explain\.$/,
  recovered: /Better than on .*, by more than chance would explain, and past the mark/,
};
const JUDGED: Record<string, string> = { same: "about the same", better: "better", worse: "worse", recovered: "better, past the mark" };

function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
}

export async function acknowledge(page: Page, worked: Case): Promise<void> {
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${worked.quiz.id}/answers`);
  await page.getByRole("link", { name: "Alerts (1)" }).click();
  const row = page.getByRole("row", { name: /Not safe at home/ });
  await expect(row).toContainText("Person 06");
  await row.getByRole("textbox").fill("Called: she is with her sister");
  await row.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText("The alert is acknowledged.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Alerts", exact: true }).first()).toBeVisible();
}

export async function revoke(worked: Case, person: number, page: Page): Promise<void> {
  const { name } = worked.expected.people[person - 1]!;
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${worked.quiz.id}/share?search=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: `Revoke the link of ${name}`, exact: true }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await expect(page.getByRole("status")).toHaveText("The link is revoked.");
}

export async function expectPages(worked: Case, page: Page, checkPage: (page: Page) => Promise<void>): Promise<void> {
  const at = `/admin/ns/${NAMESPACE}/quizzes/${worked.quiz.id}`;
  for (const [from, to] of [[null, null], [1, 2], [1, 3]] as const) {
    const figures = worked.expected.figures.find((each) => each.from === from && each.to === to)!;
    await page.goto(`${at}/insights/changes?fromAttempt=${from ?? ""}&toAttempt=${to ?? ""}`);
    const { both, onlyEarlier } = figures;
    const lead = `${both} respondents have submitted both attempts. ${onlyEarlier} have submitted the earlier one alone.`;
    await expect(page.getByText(lead)).toBeVisible();
    await expectRows(page, figures);
  }
  await page.goto(`${at}/insights/changes`);
  await page.getByLabel("From occasion").fill("1");
  await page.getByLabel("To occasion").fill("3");
  await page.getByRole("button", { name: "Compare" }).click();
  const { both, onlyEarlier } = worked.expected.figuresByOccasion.find(({ from, to }) => from === 1 && to === 3)!;
  const lead = `${both} respondents have answered on both occasions. ${onlyEarlier} have answered on the earlier one alone.`;
  await expect(page.getByText(lead)).toBeVisible();
  await checkPage(page);
  await expectOccasionPages(worked, page, at);
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

/** The occasions by state, and the people and figures that a row leads to. */
async function expectOccasionPages(worked: Case, page: Page, at: string): Promise<void> {
  const last = worked.expected.steps.at(-1)!;
  await page.goto(`${at}/insights`);
  await page.getByRole("link", { name: "Occasions", exact: true }).click();
  const table = named(page, "Occasions by number");
  for (const [index, { dueOn }] of worked.expected.windows.entries()) {
    const cells = [String(index + 1), dueOn, ...countsOf(last, index + 1).map(String)];
    await expect(table.locator("tbody tr").filter({ hasText: dueOn }).locator("th, td")).toHaveText(cells);
  }
  await page.getByRole("link", { name: "Occasion 3, missed: " }).click();
  const missed = last.occasions.filter(([, of, is]) => of === 3 && is === "missed").map(([person]) => worked.expected.people[person - 1]!.name);
  const people = named(page, "Occasion 3, missed").locator("tbody th");
  expect((await people.allTextContents()).sort()).toEqual(missed.sort());
  await page.getByRole("link", { name: "Insights of occasion 1" }).click();
  const first = worked.expected.attempts.flat().filter(({ occasion }) => occasion === 1);
  await expect(page.getByText("Each attempt counts")).toBeVisible();
  await expect(page.locator(".numbers div").filter({ hasText: "Completed" }).locator("dd").first()).toHaveText(String(first.length));
  await page.goto(`${at}/insights/occasions?occasion=3&state=missed`);
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
