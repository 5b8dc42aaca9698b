// Creating and editing a quiz: with scripts and without, by mouse and by keyboard.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

const QUIZZES = `/admin/ns/${NAMESPACE}/quizzes`;

/** Creates an unpublished quiz with one question of its own. */
async function make(page: Page, name: string, scripted: boolean): Promise<void> {
  await page.goto(`${QUIZZES}/new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Questions of your own").check();
  await page.getByRole("button", { name: "Create quiz" }).click();
  await expect(page.getByRole("status").first()).toHaveText("Quiz created. It is a draft until you open it.");
  if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
  await page.getByRole("button", { name: "Add question", exact: true }).click();
  await question(page).fill("A pet?");
  await option(page, 1).fill("Cat");
  await option(page, 2).fill("Dog");
  await save(page, scripted);
}

const question = (page: Page): Locator => page.getByRole("textbox", { name: "Question", exact: true });
const option = (page: Page, number: number): Locator => page.getByRole("textbox", { name: `Option ${number}`, exact: true });

/** With scripts the draft is saved automatically. */
async function save(page: Page, scripted: boolean): Promise<void> {
  if (scripted) {
    await expect(page.locator("#state")).toContainText("Saved");
  } else {
    const loaded = page.waitForEvent("load");
    await page.getByRole("region", { name: "Question" }).getByRole("button", { name: "Save draft" }).click();
    await loaded;
  }
}

test("a quiz is made, opened and closed", async ({ page, checkPage, watch }) => {
  watch.allow(/status of 422/);
  await page.goto(`${QUIZZES}/new`);
  await checkPage(page);
  await page.getByLabel("Name", { exact: true }).fill(" ");
  await page.getByRole("button", { name: "Create quiz" }).click();
  await expect(page.getByRole("alert")).toContainText("must not be empty");
  await checkPage(page);
  await page.getByLabel("Name", { exact: true }).fill("Made in a browser");
  await page.getByRole("button", { name: "Create quiz" }).click();
  await expect(page.getByRole("heading", { name: "Draft" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Open the quiz" }).click();
  await expect(page.getByText("People can answer.")).toBeVisible();
  await page.getByRole("link", { name: "Close quiz…" }).click();
  await page.getByRole("button", { name: "Close quiz" }).click();
  await expect(page.getByRole("heading", { name: "Closed" })).toBeVisible();
  await checkPage(page);
});

test("a definition that is exported can be imported, and a wrong one says what is wrong", async ({ page, checkPage, watch }) => {
  watch.allow(/status of 422/);
  await page.goto(`${QUIZZES}/new`);
  await page.getByLabel("Definition as JSON").fill('{ "name": "x", "questions": [{ "id": "a" }] }');
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("alert")).toContainText("questions[0].options");
  await checkPage(page);
  const definition = { name: "Imported", questions: [{ id: "fhn1" }, { id: "fhn2", required: false }] };
  await page.getByLabel("Definition as JSON").fill("");
  await page.getByLabel("Or a file").setInputFiles({
    name: "quiz.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(definition)),
  });
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("Imported").filter({ visible: true }).first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export definition" }).click();
  expect((await download).suggestedFilename()).toMatch(/^quiz-\w{16}\.json$/);
});

test("a quiz is deleted after its name was typed", async ({ page, checkPage, watch }) => {
  watch.allow(/status of 422/);
  await page.goto(`${QUIZZES}/new`);
  await page.getByLabel("Name", { exact: true }).fill("To be deleted");
  await page.getByRole("button", { name: "Create quiz" }).click();
  await page.getByRole("link", { name: "Delete…" }).click();
  await checkPage(page);
  await page.getByLabel("Type the name").fill("Something else");
  await page.getByRole("button", { name: "Delete quiz" }).click();
  await expect(page.getByRole("alert")).toContainText("Nothing was deleted.");
  await page.getByLabel("Type the name").fill("To be deleted");
  await page.getByRole("button", { name: "Delete quiz" }).click();
  await expect(page.getByRole("status").first()).toHaveText("The quiz is deleted, with all answers.");
});

test("a quiz is built, published and opened", async ({ page, checkPage, scripted }) => {
  await make(page, "Built in the editor", scripted);
  await checkPage(page);
  await page.getByRole("button", { name: "Add option" }).click();
  await option(page, 3).fill("Fish");
  await save(page, scripted);
  await expect(question(page), "what was typed is kept").toHaveValue("A pet?");
  await page.getByRole("link", { name: "Publish", exact: true }).click();
  await expect(page.getByText("The questions: “A pet?” added")).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Publish and open" }).click();
  await expect(page.getByRole("status").first()).toHaveText("Changes published. Quiz is open.");
  await page.goto(await page.getByLabel("Link", { exact: true }).inputValue());
  await expect(page.getByRole("link", { name: "Español" }), "it has no other language").toHaveCount(0);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("heading", { name: "A pet?" })).toBeVisible();
  await expect(page.getByLabel("Fish")).toBeVisible();
});

test("what is missing is listed, kept, and not published", async ({ page, checkPage, scripted }) => {
  await make(page, "With a gap", scripted);
  await option(page, 2).fill("");
  if (scripted) await page.waitForTimeout(1500);
  await save(page, scripted);
  await expect(page.getByText("Problems (1)")).toBeVisible();
  await page.getByRole("link", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText("1 problem has to be solved first");
  await checkPage(page);
  await page.getByRole("button", { name: "Discard changes…" }).click();
  await expect(page.getByRole("heading", { name: "Discard the changes?" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Changes discarded." })).toBeVisible();
});

test("the preview shows the draft", async ({ page, scripted }) => {
  await make(page, "Looked at before", scripted);
  await expect(page.frameLocator("#preview").getByRole("heading", { name: "A pet?" })).toBeVisible();
});

test("two windows keep each other's fields", async ({ page, context, scripted, watch }) => {
  watch.allow(/status of 409/);
  await make(page, "In two windows", scripted);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(question(other)).toHaveValue("A pet?");
  if (scripted) await expect(other.locator("#editor.ed-live")).toBeVisible();
  await question(other).fill("Any pet?");
  await save(other, scripted);
  await option(page, 1).fill("A cat");
  if (scripted) await page.waitForTimeout(1500);
  await save(page, scripted);
  await page.reload();
  await expect(question(page)).toHaveValue("Any pet?");
  await expect(option(page, 1)).toHaveValue("A cat");
});
