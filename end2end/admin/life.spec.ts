// The whole life of a quiz: its author signs in for the first time, creates, edits, opens and shares it; three people
// answer; the author reads the answers, exports them and closes the quiz.
import type { Browser, Page, ViewportSize } from "@playwright/test";
import { expect, test } from "../support/dashboard.ts";
import { Person } from "../support/person.ts";
import { WORDS } from "../support/words.ts";

/** The eight built-in questions and one added. */
const QUESTIONS = 9;
const PASSWORD = "kestrels over the harbour";

/** Waits for the editor's automatic save, or presses the button where there are no scripts. */
async function saved(page: Page, scripted: boolean): Promise<void> {
  if (scripted) await expect(page.locator("#state")).toContainText("Saved");
  else await page.getByRole("button", { name: "Save draft" }).last().click();
}

test("a quiz is made, answered by three people, understood and closed", async ({
  browser,
  page,
  checkPage,
  javaScriptEnabled,
  watch,
}, { project }) => {
  test.setTimeout(240_000);
  watch.allow(/status of (404|410)/);
  const name = project.name.replace(/\W+/g, "-").toLowerCase();
  const namespace = `life-${name}`;
  const maker = `maker-${name}@example.com`;

  await test.step("the administrator makes a namespace and offers its maker a role", async () => {
    await page.goto("/admin");
    await page.getByLabel("Name", { exact: true }).fill("The life of a quiz");
    await page.getByLabel("Id", { exact: true }).fill(namespace);
    await page.getByRole("button", { name: "Create namespace" }).click();
    await page.getByRole("link", { name: "Members" }).click();
    await page.getByLabel("E-mail address").fill(maker);
    await page.getByRole("radio", { name: /Owner/ }).check();
    await page.getByRole("button", { name: "Offer the role" }).click();
    await checkPage(page);
  });
  const link = await page.getByLabel("One-time link").inputValue();

  await test.step("the maker accepts by choosing a password", async () => {
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Accept and sign in" }).click();
    await expect(page.getByRole("heading", { name: "No quiz yet" })).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not found");
  });

  await test.step("makes a quiz", async () => {
    await page.goto(`/admin/ns/${namespace}`);
    await page.getByRole("link", { name: "New quiz" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("How is your money?");
    await page.getByRole("button", { name: "Create quiz" }).click();
    await expect(page.locator(".pill").first()).toHaveText("draft");
  });
  const quiz = new URL(page.url()).pathname.split("/").slice(0, 6).join("/");

  await test.step("edits it, and sees it as respondents will", async () => {
    await page.goto(`${quiz}/edit/settings`);
    if (javaScriptEnabled ?? true) await expect(page.locator("#editor.ed-live")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("How is your money today?");
    await saved(page, javaScriptEnabled ?? true);
    await page.goto(`${quiz}/edit`);
    if (javaScriptEnabled ?? true) await expect(page.locator("#editor.ed-live")).toBeVisible();
    await page.getByRole("button", { name: "Add question", exact: true }).click();
    await page.getByRole("textbox", { name: "Question", exact: true }).fill("What would you like to learn?");
    await page.getByRole("textbox", { name: "Option 1", exact: true }).fill("To save");
    await page.getByRole("textbox", { name: "Option 2", exact: true }).fill("To invest");
    await checkPage(page);
    await saved(page, javaScriptEnabled ?? true);
    await page.getByRole("link", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Publish changes" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Changes published." })).toBeVisible();
    await page.goto(`${quiz}/preview`);
    await expect(page.getByRole("heading", { name: "How is your money today?" })).toBeVisible();
  });

  await test.step("opens it and takes its link", async () => {
    await page.goto(quiz);
    await checkPage(page);
    await page.getByRole("button", { name: /Open/ }).click();
    await expect(page.locator(".pill").first()).toHaveText("open");
    await page.goto(`${quiz}/share`);
    await checkPage(page);
  });
  const start = await page.getByLabel("Link", { exact: true }).inputValue();

  await test.step("three people answer, one of them on a phone", async () => {
    await answer(browser, start, { width: 360, height: 740 }, javaScriptEnabled ?? true, 1);
    await answer(browser, start, { width: 1280, height: 800 }, javaScriptEnabled ?? true, 2);
    await answer(browser, start, { width: 1280, height: 800 }, false, 2);
  });

  await test.step("sees what came in", async () => {
    await page.goto(`${quiz}/insights`);
    await expect(page.getByRole("heading", { name: "What would you like to learn?" })).toBeVisible();
    await checkPage(page);
    await page.goto(`${quiz}/answers`);
    await expect(page.locator("tbody tr")).toHaveCount(3);
    await checkPage(page);
    await page.locator("tbody tr").first().getByRole("link").first().click();
    await expect(page.getByText("To save").or(page.getByText("To invest")).first()).toBeVisible();
    await checkPage(page);
  });

  await test.step("takes the answers home", async () => {
    await page.goto(`${quiz}/exports`);
    await checkPage(page);
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.getByRole("link", { name: /^Download/ });
    await expect(async () => {
      if (javaScriptEnabled === false) await page.reload();
      await expect(download).toBeVisible({ timeout: 1000 });
    }).toPass();
    const file = await page.request.get((await download.getAttribute("href"))!);
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain("Started (UTC)");
    await checkPage(page);
  });

  await test.step("closes the quiz: nobody else begins it", async () => {
    await page.goto(quiz);
    await page.getByRole("link", { name: "Close quiz…" }).click();
    await checkPage(page);
    await page.getByRole("button", { name: "Close quiz" }).click();
    await expect(page.locator(".pill").first()).toHaveText("closed");
    const visitor = await browser.newPage();
    const reply = await visitor.goto(start);
    expect(reply?.status()).toBe(410);
    await visitor.close();
  });

  await test.step("finds all of it in the audit log", async () => {
    await page.goto(`/admin/ns/${namespace}/audit`);
    await expect(page.locator("tbody tr").filter({ hasText: maker })).not.toHaveCount(0);
    await checkPage(page);
  });
});

test("a viewer sees the quizzes and is offered nothing that changes them", async ({ page, checkPage, optionalQuiz }, { project }) => {
  const email = `${project.name.replace(/\W+/g, "-").toLowerCase()}.viewer@example.com`;
  await page.goto("/admin/ns/tests/members");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("radio", { name: /Viewer/ }).check();
  await page.getByRole("button", { name: "Offer the role" }).click();
  const link = await page.getByLabel("One-time link").inputValue();
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText("offers you the role Viewer in the namespace")).toBeVisible();
  await checkPage(page);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(page).toHaveURL(/\/admin\/ns\/tests(\?said=joined)?$/);
  await expect(page.getByRole("status")).toHaveText("You are a member of this namespace now.");
  await expect(page.getByRole("link", { name: "New quiz" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "API keys" })).toHaveCount(0);
  await page.goto(`/admin/ns/tests/quizzes/${optionalQuiz.id}`);
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Open|Close|Duplicate/ })).toHaveCount(0);
  await checkPage(page);
});

/** Answers all nine questions, each with the same option, in a browser without a session. */
async function answer(browser: Browser, start: string, size: ViewportSize, scripted: boolean, code: number): Promise<void> {
  const context = await browser.newContext({ viewport: size, javaScriptEnabled: scripted, locale: "en-GB" });
  const person = new Person(await context.newPage(), WORDS.en, scripted);
  await person.begins(start, QUESTIONS);
  await person.answers(new Array<number>(QUESTIONS).fill(code), 1, QUESTIONS);
  await person.seesResult();
  await context.close();
}
