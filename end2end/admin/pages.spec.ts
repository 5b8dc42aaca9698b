// Pages and states that the other specs do not reach: each passes axe on a desktop and on a phone, in light and dark,
// and none exceeds its size budget.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Api } from "../support/api.ts";
import { EXAMPLE } from "../support/assessments.ts";
import { expect, expectToFit, PHONE, signIn, test } from "../support/dashboard.ts";
import { ADMINISTRATOR, launch, NAMESPACE, program } from "../support/server.ts";
import { codeOf } from "../support/totp.ts";

const AT = `/admin/ns/${NAMESPACE}`;
const BEST = [1, 1, 1, 1, 1, 1, 1, 1];
/** Bytes of a page's HTML. */
const LARGEST = 40 * 1024;

test.describe.configure({ timeout: 180_000 });

/** Opens each address, expects its heading, and returns the sizes of the HTML. */
async function visit(page: Page, check: (page: Page) => Promise<void>, pages: Record<string, string>): Promise<void> {
  for (const [address, heading] of Object.entries(pages)) {
    const reply = await page.goto(address);
    await expect(page.getByRole("heading", { name: heading }).first(), address).toBeVisible();
    expect((await reply!.body()).length, `bytes of ${address}`).toBeLessThan(LARGEST);
    await check(page);
  }
}

test("the pages of a namespace and of the account, and the questions that they ask", async ({ page, checkPage, watch }) => {
  watch.allow(/status of 404/);
  await visit(page, checkPage, {
    "/admin": "Namespaces",
    [AT]: "Quizzes",
    [`${AT}?search=nothing+of+this+name`]: "No matching quizzes",
    [`${AT}/members`]: "Members",
    [`${AT}/keys`]: "API keys",
    [`${AT}/webhooks`]: "Webhooks",
    [`${AT}/webhooks/new`]: "New webhook",
    [`${AT}/webhooks/held`]: "Held events",
    [`${AT}/settings`]: "Settings",
    [`${AT}/audit?action=quiz.create`]: "Audit log",
    "/admin/account/sessions/end": "Sign out everywhere else?",
    "/admin/nowhere": "Not found",
  });
  await page.goto("/admin/account");
  await page.getByRole("link", { name: "Sign out this browser" }).click();
  await expect(page.getByRole("heading", { name: "Sign out of this browser?" })).toBeVisible();
  await checkPage(page);
  await page.goto(`${AT}/settings`);
  await page.getByRole("checkbox", { name: /^Require / }).check();
  await page.getByRole("button", { name: "Save setting" }).click();
  await expect(page.getByRole("heading", { name: "Require two-factor authentication?" })).toBeVisible();
  await checkPage(page);
});

test("the pages of a quiz, and the questions that they ask", async ({ page, api, checkPage }) => {
  const quiz = await api.create({ name: "Looked at from all sides" });
  const submitted = await api.submit(quiz, "en", BEST);
  const started = await api.begin(quiz, "es");
  const at = `${AT}/quizzes/${quiz.id}`;
  await page.goto(`${at}/answers?state=started`);
  await page.getByText("Views", { exact: true }).click();
  await page.getByLabel("Save this view as").fill("Under way");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.goto(`${at}/insights/reports`);
  await checkPage(page);
  await visit(page, checkPage, {
    [at]: "Open",
    [`${at}/close`]: "Close Looked at from all sides?",
    [`${at}/delete`]: "Delete",
    [`${at}/rescore`]: "Rescore",
    [`${at}/edit/publish`]: "Publish",
    [`${at}/answers`]: "Answers",
    [`${at}/answers?state=started&cursor=none`]: "Answers",
    [`${at}/answers/${submitted}`]: submitted.slice(0, 12),
    [`${at}/answers/${started}`]: started.slice(0, 12),
    [`${at}/table`]: "Columns",
    [`${at}/table/views/delete?name=Under+way`]: "Delete the view Under way?",
    [`${at}/exports?state=started`]: "Exports",
  });
  await page.goto(`${at}/preview`);
  await checkPage(page);
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await expect(page).toHaveURL(new RegExp(`${at}$`));
  await page.goto(`${at}/answers?state=completed`);
  await page.getByText("Views", { exact: true }).click();
  await page.getByLabel("Save this view as").fill("Under way");
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("heading", { name: "Replace the view Under way?" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Replace view" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The view is saved" })).toBeVisible();
  await page.getByText("Views", { exact: true }).click();
  await page.getByRole("button", { name: "Delete the view Under way" }).click();
  await page.getByRole("button", { name: "Delete view" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The view is deleted." })).toBeVisible();
});

test("the pages of quizzes of other kinds", async ({ page, api, checkPage }) => {
  const embedded = await api.create({ name: "In an app", anonymous: false, inapp: true });
  const invited = await api.create({ name: "For members", anonymous: false });
  const ana = await api.invite(invited, { name: "Ana López", email: "ana@example.com", customData: "branch 12" });
  await api.submitInvited(invited, ana.id, BEST);
  const every = await api.create(EXAMPLE);
  await page.goto(`${AT}/quizzes/${embedded.id}/share`);
  await page.getByRole("button", { name: "Create secret" }).click();
  await checkPage(page);
  const share = `${AT}/quizzes/${invited.id}/share`;
  await visit(page, checkPage, {
    [`${AT}/quizzes/${embedded.id}/share/secret`]: "secret",
    [`${AT}/quizzes/${embedded.id}/share/secret/end`]: "Turn",
    [`${share}/invited/${ana.id}/renew`]: "link",
    [`${AT}/quizzes/${invited.id}/answers/${ana.id}`]: "Ana López",
    [`${AT}/quizzes/${invited.id}/answers/${ana.id}/erase`]: "Erase this person?",
    [`${AT}/quizzes/${every.id}/answers`]: "No answers yet",
    [`${AT}/quizzes/${every.id}/exports`]: "Exports",
  });
});

test("exports under way, cancelled and failed, another role, and a rule that erases at once", async ({
  browser,
  checkPage,
  scripted,
}) => {
  const { demo, end } = await launch();
  const size = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted, viewport: size });
  const page = await context.newPage();
  try {
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await expect(page.getByRole("heading", { name: "Namespaces" })).toBeVisible();
    const api = new Api(demo);
    const quiz = await api.create({ name: "Exported again and again" });
    const exports = `${AT}/quizzes/${quiz.id}/exports`;
    const made = async (number: number) => {
      await page.goto(exports);
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await expect(page.getByRole("status").filter({ hasText: "under way" })).toBeVisible();
      await expect(async () => {
        await page.goto(exports);
        await expect(page.getByRole("link", { name: /^Download \(/ })).toHaveCount(number, { timeout: 500 });
      }).toPass();
    };
    await made(1);
    // Looks like a job that another server is running.
    setJobs(demo.folder, `state = 'running', outcome = NULL, finished_at = NULL, due_at = ${Number.MAX_SAFE_INTEGER}000`);
    await page.goto(exports);
    await expect(page.getByText("waiting", { exact: true })).toBeVisible();
    await checkPage(page);
    await page.getByRole("link", { name: "Cancel…" }).click();
    await expect(page.getByRole("heading", { name: "Cancel this export?" })).toBeVisible();
    await checkPage(page);
    await page.getByRole("button", { name: "Cancel export" }).click();
    await expect(page.getByText("cancelled", { exact: true })).toBeVisible();
    await made(1);
    setJobs(demo.folder, "state = 'failed', error = 'The disk is full.', outcome = NULL WHERE is_cancelled = 0");
    await page.goto(exports);
    await expect(page.getByText("The disk is full.")).toBeVisible();
    await checkPage(page);

    // This rule erases existing answers.
    const command = ["demo-data", "--namespace", NAMESPACE, "--quiz", quiz.id, "--responses", "20", "--data-dir", demo.folder];
    execFileSync(program, command);
    await page.goto(`${AT}/settings`);
    await page.getByLabel("Days to keep submitted answers").fill("5");
    await page.getByRole("button", { name: "Save rule" }).click();
    await expect(page.getByRole("button", { name: "Save rule and erase them" })).toBeVisible();
    await checkPage(page);

    // A viewer becomes an editor.
    const email = "viewer@example.com";
    await page.goto(`${AT}/members`);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("radio", { name: "Viewer", exact: true }).check();
    await page.getByRole("button", { name: "Offer the role" }).click();
    const link = await page.getByLabel("One-time link").inputValue();
    const other = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted });
    const viewer = await other.newPage();
    await viewer.goto(link);
    await viewer.getByLabel("Password", { exact: true }).fill("a password that is long");
    await viewer.getByRole("button", { name: "Accept and sign in" }).click();
    await expect(viewer.getByRole("status")).toBeVisible();
    await other.close();
    await page.goto(`${AT}/members`);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("radio", { name: "Editor", exact: true }).check();
    await page.getByRole("button", { name: "Offer the role" }).click();
    await expect(page.getByRole("heading", { name: `${email} is already a viewer. Change to editor?` })).toBeVisible();
    await checkPage(page);
    await page.getByRole("button", { name: "Change role" }).click();
    await expect(page.getByRole("status")).toHaveText("The role is changed.");
  } finally {
    await context.close();
    await end();
  }
});

/** Changes the server's job rows, to show states that otherwise end before a page shows them. */
function setJobs(folder: string, change: string): void {
  const script = "import sqlite3, sys\nwith sqlite3.connect(sys.argv[1], timeout=10) as db: db.execute(sys.argv[2])";
  execFileSync("python3", ["-c", script, join(folder, "quiz-answers.db"), `UPDATE jobs SET ${change}`]);
}

test("a phone has a way back and all ways on, and the tab that is open is in view", async ({ page, api, checkPage }) => {
  const quiz = await api.create({ name: "A way back from a phone, in a quiz whose name is longer than a phone is wide" });
  const at = `${AT}/quizzes/${quiz.id}`;
  await page.setViewportSize(PHONE);
  for (const [address, tab] of [[`${at}/exports`, "Exports"], [`${at}/table`, "Answers"], [at, "Overview"]] as const) {
    await page.goto(address);
    const box = (await page.getByRole("link", { name: tab, exact: true }).boundingBox())!;
    expect(box.x, tab).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, tab).toBeLessThanOrEqual(PHONE.width);
    await expectToFit(page);
  }
  await page.goto(`${at}/share`);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await crumbs.getByRole("link", { name: /^A way back/ }).click();
  await expect(page).toHaveURL(new RegExp(`${at}$`));
  await page.locator("#menu summary").click();
  await checkPage(page);
  await page.setViewportSize(PHONE);
  for (const name of ["All namespaces", "Search", "Help", "Account"]) {
    await expect(page.locator("#menu").getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(page.locator("#menu").getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.locator("#menu").getByRole("link", { name: "Help", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Help", exact: true })).toBeVisible();
  await checkPage(page);
  await page.getByRole("link", { name: "Back", exact: false }).first().click();
  await expect(page, "where help was asked for").toHaveURL(new RegExp(`${at}$`));
  await crumbs.getByRole("link", { name: "Tests" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Quizzes" })).toBeVisible();
});

test("a shared report is ended after a question", async ({ page, api, checkPage }) => {
  const options = [{ label: { en: "A cat" } }, { label: { en: "A dog" } }];
  const quiz = await api.create({ name: "To be reported", questions: [{ id: "pet", text: { en: "A pet?" }, options }] });
  const reports = `${AT}/quizzes/${quiz.id}/insights/reports`;
  await page.goto(reports);
  await page.getByLabel("Title").fill("For the board");
  await page.getByRole("button", { name: "Create report" }).click();
  await checkPage(page);
  await page.goto(reports);
  await page.getByRole("button", { name: "Publish the report: For the board" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Nothing was published" })).toBeVisible();
  await page.getByRole("link", { name: "End the report For the board" }).click();
  await expect(page.getByRole("heading", { name: "End the report For the board?" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "End report" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The report is ended." })).toBeVisible();
});

test("the account with two-factor authentication, and an offer to an account", async ({ browser, checkPage, scripted }) => {
  const { demo, end } = await launch();
  const size = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted, viewport: size });
  const page = await context.newPage();
  try {
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(`${AT}/members`);
    await page.getByLabel("E-mail address").fill(ADMINISTRATOR.email);
    await page.getByRole("button", { name: "Offer the role" }).click();
    const offer = page.getByLabel("One-time link");
    if (await offer.count()) {
      await page.goto(await offer.inputValue());
      await checkPage(page);
      await page.getByRole("link", { name: "Decline…" }).click();
      await expect(page.getByRole("heading", { name: "Decline the offer of Tests?" })).toBeVisible();
      await checkPage(page);
      await page.getByRole("button", { name: "Decline offer" }).click();
      await expect(page.getByRole("status")).toHaveText("The offer is declined.");
    }
    await page.goto("/admin/account");
    await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
    await page.getByLabel("Code").fill(codeOf(await page.locator(".secret").innerText()));
    await page.locator("#factor-password").fill(ADMINISTRATOR.password);
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    await checkPage(page);
  } finally {
    await context.close();
    await end();
  }
});
