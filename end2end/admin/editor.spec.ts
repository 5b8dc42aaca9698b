// Making a quiz and editing it: with scripts and without, by mouse and by keyboard.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

const QUIZZES = `/admin/ns/${NAMESPACE}/quizzes`;

/** A quiz with one question of its own, saved, in the editor. */
async function make(page: Page, name: string): Promise<void> {
  await page.goto(`${QUIZZES}/new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Questions of your own").check();
  await page.getByRole("button", { name: "Create quiz" }).click();
  await expect(page.getByRole("status").first()).toHaveText("Quiz created. It is a draft until you open it.");
  await page.getByRole("link", { name: "Write the questions" }).click();
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.locator("#q0-text-en").fill("Your first question?");
  await page.locator("#q0-o0-label-en").fill("Yes");
  await page.locator("#q0-o1-label-en").fill("No");
  await save(page);
  await expect(page.getByRole("status").first()).toContainText("Saved as a new version.");
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const question = (page: Page, number: number) => page.locator(`#q${number - 1}`);

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
  await page.getByRole("button", { name: "Close the quiz" }).click();
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
  await expect(page.getByText("Imported").first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export the definition" }).click();
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
  await page.getByRole("button", { name: "Delete the quiz" }).click();
  await expect(page.getByRole("alert")).toContainText("Nothing was deleted.");
  await page.getByLabel("Type the name").fill("To be deleted");
  await page.getByRole("button", { name: "Delete the quiz" }).click();
  await expect(page.getByRole("status").first()).toHaveText("The quiz is deleted, with all answers.");
});

test("questions are written, moved and saved", async ({ page, checkPage, scripted }) => {
  await make(page, "Written in the editor");
  await checkPage(page);
  await page.locator("#q0-text-en").fill("Do you have a pet?");
  await page.getByRole("button", { name: "Add a question" }).click();
  await expect(page.locator("#q1-text-en")).toBeVisible();
  if (scripted) await expect(page.locator("#q1-text-en")).toBeFocused();
  await expect(page.locator("#q0-text-en"), "what was typed is kept").toHaveValue("Do you have a pet?");
  await page.locator("#q1-text-en").fill("Which?");
  await page.locator("#q1-text-es").fill("¿Cuál?");
  for (const [option, label] of ["Cat", "Dog"].entries()) {
    await page.locator(`#q1-o${option}-label-en`).fill(label);
    await page.locator(`#q1-o${option}-label-es`).fill(`${label} (es)`);
  }
  await question(page, 2).getByRole("button", { name: "Add an option" }).click();
  await page.locator("#q1-o2-label-en").fill("Fish");
  await page.getByRole("button", { name: "Move option 3 of question 2 up" }).click();
  await expect(page.locator("#q1-o1-label-en")).toHaveValue("Fish");
  await page.getByRole("button", { name: "Remove option 1 of question 2" }).click();
  await page.getByRole("button", { name: "Move question 2 up" }).click();
  await expect(page.locator("#q0-text-en")).toHaveValue("Which?");
  await expect(page.locator("#draft-note")).toContainText("Not saved yet: changes by you");
  await page.getByText("Add a built-in question").click();
  await page.getByRole("button", { name: "Add fhn3" }).click();
  await expect(question(page, 3)).toContainText("built-in, scored");
  await checkPage(page);
  await expect(page.locator("#saving-note")).toContainText("Saving makes version 3");
  await save(page);
  await expect(page.getByRole("status").first()).toContainText("Saved as a new version.");
  await expect(page.locator("#draft-note")).toBeEmpty();
  await expect(page.locator("#q0-o0-label-en")).toHaveValue("Fish");
  await expect(page.locator("#q0-o1-label-en")).toHaveValue("Dog");
});

test("what is wrong is said at its field, and nothing typed is lost", async ({ page, checkPage, watch }) => {
  watch.allow(/status of 422/);
  await make(page, "With mistakes");
  await page.locator("#q0-text-en").fill("");
  await page.locator("#q0-text-es").fill("");
  await page.locator("#colour").fill("copper");
  await page.locator("#origins").fill("https://a.example/path");
  await save(page);
  const summary = page.getByRole("alert").first();
  await expect(summary).toContainText("Question 1: the text must not be empty.");
  await expect(summary).toContainText("https://a.example/path must be an origin");
  await checkPage(page);
  await summary.getByRole("link", { name: "The colour" }).click();
  await expect(page.locator("#colour")).toBeFocused();
  await page.reload();
  await expect(page.locator("#colour")).toHaveValue("copper");
  await page.getByRole("button", { name: "Discard the changes" }).click();
  await expect(page.locator("#colour")).toHaveValue("");
  await expect(page.locator("#q0-text-en")).toHaveValue("Your first question?");
});

test("the preview is the quiz as people will see it, and stores nothing", async ({ page, scripted }) => {
  await make(page, "Looked at before");
  await page.locator("#q0-text-en").fill("Shown in the preview?");
  await page.getByRole("button", { name: "Save draft" }).click();
  const frame = page.frameLocator("#preview");
  await expect(frame.getByRole("heading", { name: "Looked at before" })).toBeVisible();
  await frame.getByRole("button", { name: "Start" }).click();
  await expect(frame.getByRole("heading", { name: "Shown in the preview?" })).toBeVisible();
  await frame.getByLabel("Yes").check();
  await frame.getByRole("button", { name: "Send my answers" }).click();
  await expect(frame.getByText("made-up answers"), "the last leads to a result").toBeVisible();
  await expect(frame.getByRole("heading", { name: "Thank you for your answers" })).toBeVisible();
  await frame.getByRole("link", { name: "Start page" }).click();
  await expect(frame.getByRole("heading", { name: "Looked at before" })).toBeVisible();
  if (!scripted) return;
  await page.locator("#q0-o0-label-es").fill("Sí");
  await page.locator("#q0-o1-label-es").fill("No");
  await page.locator("#q0-text-es").fill("¿Se ve?");
  await expect(frame.getByRole("heading", { name: "¿Se ve?" }), "the preview follows the field").toBeVisible();
});

test("a page whose draft was changed elsewhere overwrites nothing and offers both ways on", async ({ page, context, checkPage, scripted, watch }) => {
  watch.allow(/status of 409/);
  await make(page, "In two windows");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator("#name-en").fill("Of the other window");
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(other.locator("#draft-note")).toContainText("Not saved yet");
  await page.locator("#name-en").fill("Of this window");
  if (scripted) {
    await expect(page.locator("#kept")).toContainText("the draft was changed by another administrator or in another window");
    let sent = 0;
    page.on("request", (request) => (sent += Number(request.method() === "POST")));
    await page.locator("#description-en").fill("And more");
    await page.waitForTimeout(7000);
    expect(sent, "the script has stopped").toBe(0);
  }
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("alert").first()).toContainText("What you typed is still on this page.");
  await expect(page.locator("#name-en")).toHaveValue("Of this window");
  await expect(page.getByRole("link", { name: "Open the present draft in a new tab" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Replace the present draft with this page" }).click();
  await expect(page.locator("#name-en")).toHaveValue("Of this window");
  await page.getByRole("link", { name: /^Draft of / }).click();
  await expect(page.locator("#name-en")).toHaveValue("Of the other window");
  await checkPage(page);
});

test("opening asks about changes that are not saved", async ({ page, checkPage }) => {
  await make(page, "Opened with changes");
  await page.locator("#q0-text-en").fill("A better question?");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("button", { name: "Open the quiz without the changes" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Publish changes and open the quiz" }).click();
  await expect(page.getByText("People can answer.")).toBeVisible();
  await page.getByRole("link", { name: /\/aq\// }).click();
  await expect(page.getByRole("link", { name: "Español" }), "it has no other language").toHaveCount(0);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("heading", { name: "A better question?" })).toBeVisible();
});

test.describe("with scripts", () => {
  test.beforeEach(({ scripted }) => test.skip(!scripted, "these are what scripts add"));

  test("changes are kept while typing, and the page warns as long as they are not", async ({ page, watch }) => {
    watch.allow(/net::ERR_FAILED/);
    await make(page, "Kept while typing");
    await page.locator("#name-en").fill("Kept by itself");
    await expect(page.locator("#kept")).toHaveText("Not kept yet.");
    await expect(page.locator("#kept")).toHaveText("Draft saved.");
    await expect(page.locator("#draft-note")).toContainText("changes by you");
    await page.reload();
    await expect(page.locator("#name-en")).toHaveValue("Kept by itself");
    await page.route("**/edit", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
    await page.locator("#name-en").fill("Not on its way");
    await expect(page.locator("#kept")).toContainText("the server cannot be reached");
    const dialog = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    expect((await dialog).type()).toBe("beforeunload");
    await (await dialog).accept();
  });

  test("the contrast follows the colour", async ({ page }) => {
    await make(page, "In colour");
    await page.locator("#colour").fill("#ffe600");
    await expect(page.locator("#contrast")).toContainText("made darker to be read");
    await page.locator("#colour").fill("#004488");
    await expect(page.locator("#contrast")).toContainText("#004488");
    await expect(page.locator("#contrast")).toContainText("made lighter to be read");
  });

  test("questions are dragged", async ({ page }) => {
    await make(page, "Dragged");
    for (const id of ["fhn1", "fhn2"]) {
      await page.getByText("Add a built-in question").click();
      await page.getByRole("button", { name: `Add ${id}` }).click();
    }
    await question(page, 2).scrollIntoViewIfNeeded();
    const handle = await question(page, 3).locator("[data-handle]").boundingBox();
    const target = await question(page, 2).boundingBox();
    if (!handle || !target) throw new Error("nothing to drag");
    await page.mouse.move(handle.x + 8, handle.y + 20);
    await page.mouse.down();
    await page.mouse.move(handle.x + 10, handle.y + 10, { steps: 3 });
    await page.mouse.move(target.x + 40, target.y + 10, { steps: 5 });
    await page.mouse.up();
    await expect(page.locator("#q1")).toContainText("fhn2");
    await expect(page.locator("#q2")).toContainText("fhn1");
    await expect(page.locator("#draft-note")).toContainText("Not saved yet");
  });

  test("a question is moved and written by keyboard alone", async ({ page }) => {
    await make(page, "By keyboard");
    await page.getByText("Add a built-in question").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add fhn1" }).focus();
    await page.keyboard.press("Enter");
    await expect(question(page, 2)).toBeFocused();
    await page.getByRole("button", { name: "Move question 2 up" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Move question 1 down" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Move question 2 up" })).toBeFocused();
    await page.locator("#name-en").focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("#draft-note"), "Enter in a field keeps").toContainText("Not saved yet");
  });
});
