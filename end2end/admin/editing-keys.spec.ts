// Fast typing in the quiz editor: keyboard shortcuts and undo.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

const option = (page: Page, number: number): Locator => page.getByRole("textbox", { name: `Option ${number}`, exact: true });

test.beforeEach(({ scripted }) => test.skip(!scripted, "these are what scripts add"));

async function begin(page: Page, name: string): Promise<void> {
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Questions of your own").check();
  await page.getByRole("button", { name: "Create quiz" }).click();
  await expect(page.locator("#editor.ed-live")).toBeVisible();
  await page.getByRole("button", { name: "Add question", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Question", exact: true })).toBeFocused();
}

test("the program is small, and served in the best compression", async ({ page }) => {
  await begin(page, "With its program");
  const program = (await page.locator("#editor").getAttribute("data-program")) ?? "";
  const reply = await page.request.get(program, { headers: { "accept-encoding": "br" } });
  expect(reply.headers()["content-encoding"]).toBe("br");
  expect(Number(reply.headers()["content-length"])).toBeLessThan(189 * 1024);
});

test("options are written, moved and removed with keys alone", async ({ page }) => {
  await begin(page, "By keys");
  await option(page, 1).fill("One");
  await option(page, 1).press("Enter");
  await expect(option(page, 2)).toBeFocused();
  await page.keyboard.type("Two");
  await page.keyboard.press("Enter");
  await expect(option(page, 3)).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(option(page, 3)).toHaveCount(0);
  await option(page, 2).press("Alt+ArrowUp");
  await expect(option(page, 1)).toHaveValue("Two");
  await expect(option(page, 2)).toHaveValue("One");
  await option(page, 2).press("Control+d");
  await expect(option(page, 3)).toHaveValue("One");
  await page.keyboard.press("Control+z");
  await expect(option(page, 3)).toHaveCount(0);
  await page.keyboard.press("Control+Shift+z");
  await expect(option(page, 3)).toHaveValue("One");
});

test("what is removed is told with where it is used, and comes back", async ({ page }) => {
  await begin(page, "Used elsewhere");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("First?");
  await option(page, 1).fill("Yes");
  await option(page, 2).fill("No");
  await page.getByRole("button", { name: "Add question", exact: true }).click();
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("Second?");
  await page.getByRole("group", { name: "Shown" }).getByRole("button", { name: "Add condition" }).click();
  const list = page.getByRole("navigation", { name: "Questions" });
  await list.getByRole("link", { name: "First?" }).first().click();
  await page.getByRole("button", { name: "Remove the question" }).click();
  await expect(page.getByText("It is still named in: question “Second?”.")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("listitem").filter({ hasText: "First?" }).first()).toBeVisible();
});

/** Pastes into the focused control, as from another program. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.activeElement!.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("pasted lines become options, and a piece of a spreadsheet their points", async ({ page }) => {
  await begin(page, "Pasted");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("How often?");
  await option(page, 1).focus();
  await paste(page, "Never\r\n  Sometimes\n\nAlways\n");
  for (const [at, label] of ["Never", "Sometimes", "Always"].entries()) await expect(option(page, at + 1)).toHaveValue(label);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("How well?");
  await option(page, 1).focus();
  await paste(page, "Badly\nFairly\nWell");
  await page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("link", { name: "Scoring" }).click();
  await page.getByRole("button", { name: "Score this quiz" }).click();
  const cell = (question: string, label: string) =>
    page.getByRole("row").filter({ hasText: question }).getByRole("textbox", { name: label, exact: true });
  await cell("How often?", "Never").focus();
  await paste(page, "0\t50\t100\n10\t\t90\n");
  const expected = { "How often?": { Never: "0", Sometimes: "50", Always: "100" }, "How well?": { Badly: "10", Fairly: "", Well: "90" } };
  for (const [question, points] of Object.entries(expected)) {
    for (const [label, value] of Object.entries(points)) await expect(cell(question, label)).toHaveValue(value);
  }
  // One undo reverts the whole paste.
  await page.keyboard.press("Control+z");
  await expect(cell("How well?", "Well")).toHaveValue("");
  await expect(cell("How often?", "Always")).toHaveValue("");
});

test("pasted lines become a whole question, and are taken back as one step", async ({ page }) => {
  await begin(page, "Pasted as a whole");
  await expect(page.locator("#state")).toHaveText(/^Saved /);
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  const rows = page.getByRole("navigation", { name: "Questions" }).locator("[data-row]");
  await paste(page, "1. How often?\n• Never\n• Always\n\n2. How well?\n• Badly\n• Fairly\n• Well");
  await expect(question).toHaveValue("How often?");
  for (const [at, label] of ["Never", "Always"].entries()) await expect(option(page, at + 1)).toHaveValue(label);
  await expect(rows).toHaveText([/How often\?/, /How well\?/]);
  await page.keyboard.press("Control+z");
  await expect(rows).toHaveCount(1);
  await expect(question).toHaveValue("");
  await expect(option(page, 2)).toHaveValue("");
});

test("a refused save gives up what waited for it", async ({ page, watch }) => {
  watch.allow(/status of 422/);
  await begin(page, "Refused");
  await expect(page.locator("#state")).toHaveText(/^Saved /);
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await page.route("**/edit/draft", (route) => route.fulfill({ status: 422, contentType: "application/json", body: '{"error":"not now"}' }));
  await question.fill("Refused?");
  await page.getByRole("link", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Not saved" })).toBeVisible();
  await page.unroute("**/edit/draft");
  await question.fill("Saved?");
  await expect(page.locator("#state")).toHaveText(/^Saved /);
  await page.waitForTimeout(500);
  await expect(page.locator("dialog.ed-dialog")).toHaveCount(0);
});

test("options are dragged to another place", async ({ page }) => {
  await begin(page, "Dragged");
  await option(page, 1).focus();
  await paste(page, "One\nTwo\nThree");
  await expect(option(page, 3)).toHaveValue("Three");
  const handle = (number: number) => page.locator(".ed-options [data-row] .ed-handle").nth(number - 1);
  await handle(3).dragTo(handle(1));
  for (const [at, label] of ["Three", "One", "Two"].entries()) await expect(option(page, at + 1)).toHaveValue(label);
});

test("a hundred steps are taken back and made again", async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page, "A hundred steps");
  await option(page, 1).fill("The first");
  for (let step = 0; step < 100; step += 1) await option(page, 1).press(step % 2 ? "Alt+ArrowDown" : "Control+d");
  const labels = page.locator('.ed-options input[name$=".label"]');
  const made = await labels.count();
  expect(made).toBeGreaterThan(40);
  for (let step = 0; step < 100; step += 1) await page.keyboard.press("Control+z");
  await expect(labels).toHaveCount(2);
  await expect(option(page, 1)).toHaveValue("The first");
  for (let step = 0; step < 100; step += 1) await page.keyboard.press("Control+Shift+z");
  await expect(labels).toHaveCount(made);
});

test("the preview stays at the question that is written", async ({ page }) => {
  await begin(page, "Kept in view");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("First?");
  await option(page, 1).fill("Yes");
  await option(page, 2).fill("No");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("Second?");
  await option(page, 1).fill("Left");
  const preview = page.frameLocator("#preview");
  await expect(preview.getByRole("heading", { name: "Second?" })).toBeVisible({ timeout: 15_000 });
  await option(page, 2).fill("Right");
  await expect(preview.getByText("Right")).toBeVisible({ timeout: 15_000 });
  await expect(preview.getByRole("heading", { name: "Second?" })).toBeVisible();
});

test("a new question is written first, whatever its kind, and a copy is written anew", async ({ page }) => {
  await begin(page, "Where the keys go");
  const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
  const kinds = page.locator("details.ed-add").filter({ hasText: "Add another kind" });
  const names = await kinds.locator("button").evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ""));
  expect(names).toContain("Scale");
  for (const name of names) {
    await kinds.locator("summary").click();
    const before = await focused();
    await kinds.getByRole("button", { name, exact: true }).click();
    await expect.poll(focused, name).toMatch(/^questions\.\w+\.text$/);
    await expect.poll(focused, name).not.toBe(before);
    await page.keyboard.type(`A ${name}?`);
    await expect(page.locator(`[name="${await focused()}"]`), name).toHaveValue(`A ${name}?`);
  }
  const last = await focused();
  await page.keyboard.press("Control+d");
  await expect.poll(focused).not.toBe(last);
  await page.keyboard.type("Another?");
  await expect(page.locator(`[name="${await focused()}"]`)).toHaveValue("Another?");
});

test("an empty field is a mistake once it was left, and all are with Publish", async ({ page }) => {
  await begin(page, "Not scolded");
  await expect(page.locator("#problems > summary")).toHaveText(/Problems \([1-9]/);
  const told = page.locator("#editor .problem, #editor .ed-badge");
  await expect(told).toHaveCount(0);
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  const mistake = page.locator("#editor .field").filter({ has: question }).locator(".problem");
  await option(page, 1).focus();
  await expect(mistake).toHaveText("Write something here.");
  await question.pressSequentially("W");
  await expect(mistake).toHaveCount(0);
  await page.locator("#problems > summary").click();
  await expect(page.locator("#problems")).toContainText("The label of option 1 of question");
  await page.locator("#problems > summary").click();
  await page.getByRole("link", { name: "Publish", exact: true }).click();
  await expect(page.locator("dialog.ed-dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#editor .problem").first()).toBeVisible();
});

test("typing without a pause is unsaved from the first key, kept at once, and saved meanwhile", async ({ page }) => {
  await begin(page, "Without a pause");
  await expect(page.locator("#state")).toHaveText(/^Saved /);
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await page.evaluate(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
      document.body.dataset.kept = `${document.body.dataset.kept ?? ""} ${name} ${value}`;
      set.call(this, name, value);
    };
  });
  await question.pressSequentially("W");
  // The delayed save may already have started.
  await expect(page.locator("#state")).toHaveText(/^(Unsaved|Saving…)$/);
  let saves = 0;
  page.on("request", (request) => { if (request.method() === "POST" && request.url().endsWith("/draft")) saves += 1; });
  await question.pressSequentially("a".repeat(45), { delay: 100 });
  expect(saves).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.body.dataset.kept)).toMatch(/unsaved .*"Wa+"/);
});

test("undo takes back a translation as a word, and stays in its tab", async ({ page }) => {
  await begin(page, "Translated");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("Branch");
  await page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("link", { name: "Languages" }).click();
  await page.getByText("Add a language").click();
  await page.getByRole("link", { name: "Spanish" }).click();
  const translation = page.locator('[name$=".text.es"]').first();
  await translation.pressSequentially("Sucursal");
  await page.keyboard.press("Control+z");
  await expect(translation).toHaveValue("");
  await expect(page).toHaveURL(/languages\/es/);
  await expect(translation).toBeFocused();
});
