// The shortest path to a first quiz, the editor by keyboard alone, and two editors of one quiz.
import type { Page } from "@playwright/test";
import { Keyboard } from "../support/keyboard.ts";
import { expect, test } from "../support/dashboard.ts";
import { QuizEditor } from "../support/editor.ts";
import { NAMESPACE } from "../support/server.ts";

declare global {
  interface Window {
    pressed?: (kind: string) => Promise<void>;
  }
}

/** Each has two options. */
const QUESTIONS = ["Tea?", "Coffee?", "Milk?", "Sugar?", "Cake?"];
const MOST_CLICKS = 8;
const MOST_LOADS = 3;

test.beforeEach(({ scripted }) => test.skip(!scripted, "these are what scripts add"));

/** Writes a question and its options with the keyboard only; the question's text must have the focus. */
async function type(page: Page, question: string): Promise<void> {
  const option = (number: number) => page.getByRole("textbox", { name: `Option ${number}`, exact: true });
  await expect(page.getByRole("textbox", { name: "Question", exact: true })).toBeFocused();
  await expect(option(1)).toHaveValue("");
  await page.keyboard.type(question);
  await new Keyboard(page).tabsTo(option(1));
  await page.keyboard.type("Yes");
  await page.keyboard.press("Enter");
  await expect(option(2)).toBeFocused();
  await page.keyboard.type("No");
}

test("a first quiz of five questions takes eight clicks and three page loads at most", async ({ page, context }) => {
  const presses: string[] = [];
  await context.exposeFunction("pressed", (kind: string) => presses.push(kind));
  await context.addInitScript(() => {
    // Counts touches and mouse clicks; key presses dispatch no pointer event.
    addEventListener("pointerdown", (event) => void window.pressed?.(event.pointerType), { capture: true });
  });
  await page.goto(`/admin/ns/${NAMESPACE}`);
  let loads = 0;
  page.on("load", () => (loads += 1));

  await page.getByRole("link", { name: "New quiz" }).first().click();
  await page.getByLabel("Name", { exact: true }).click();
  await page.keyboard.type("Breakfast");
  await page.getByText("Questions of your own").click();
  await page.getByRole("button", { name: "Create quiz" }).click();
  await expect(page.locator("#editor.ed-live")).toBeVisible();
  await page.getByRole("button", { name: "Add question", exact: true }).click();
  for (const [at, question] of QUESTIONS.entries()) {
    if (at > 0) await page.keyboard.press("Control+Enter");
    await type(page, question);
  }
  await expect(page.getByRole("navigation", { name: "Questions" }).getByRole("listitem").filter({ hasText: "always shown" })).toHaveCount(5);
  await page.getByRole("link", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog.getByText("The questions: “Cake?” added")).toBeVisible();
  await dialog.getByRole("button", { name: "Publish and open" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();

  expect(presses.length, "clicks").toBeLessThanOrEqual(MOST_CLICKS);
  expect(presses.length, "clicks that were seen").toBeGreaterThanOrEqual(6);
  expect(loads, "page loads").toBeLessThanOrEqual(MOST_LOADS);
  console.log(`a first quiz: ${presses.length} clicks, ${loads} page loads`);
  await page.goto(link);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("heading", { name: "Tea?" })).toBeVisible();
});

test("the keyboard alone makes, orders, conditions, scores and publishes a quiz", async ({ page, checkPage }) => {
  test.setTimeout(120_000);
  const keyboard = new Keyboard(page);
  const press = async (name: string, exact = true) => {
    await keyboard.tabsTo(page.getByRole("button", { name, exact }).filter({ visible: true }).first());
    await page.keyboard.press("Enter");
  };
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/new`);
  await keyboard.tabsTo(page.getByLabel("Name", { exact: true }));
  await page.keyboard.type("Without a mouse");
  await page.keyboard.press("Tab");
  // Selects the last of the starting points.
  await page.keyboard.press("ArrowUp");
  await expect(page.getByLabel("Questions of your own")).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.locator("#editor.ed-live")).toBeVisible();

  await press("Add question");
  await type(page, "A pet?");
  await page.keyboard.press("Control+Enter");
  await type(page, "A garden?");
  await press("Add condition");
  const yes = page.getByRole("group", { name: "Shown", exact: true }).getByLabel("Yes");
  await keyboard.tabsTo(yes);
  await page.keyboard.press("Space");
  await expect(yes).toBeChecked();
  const list = page.getByRole("navigation", { name: "Questions" });
  await expect(list).toContainText("if “A pet?” is Yes");

  // Moved above its source, the question has a fix in the menu of problems.
  await page.getByRole("textbox", { name: "Question", exact: true }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  const menu = page.locator("#problems > summary");
  await expect(menu).toHaveText("Problems (1)");
  await menu.focus();
  await page.keyboard.press("Enter");
  await checkPage(page);
  await press("Move “A pet?” above this one");
  await expect(menu).toHaveText("Problems (0)");
  await menu.focus();
  await page.keyboard.press("Enter");

  const goesTo = async (name: string) => {
    await page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("link", { name }).focus();
    await page.keyboard.press("Enter");
  };
  for (const name of ["Look", "Settings", "Languages", "Scoring"]) {
    await goesTo(name);
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  }
  await goesTo("Questions");
  await page.keyboard.press("Control+z");
  await expect(menu).toHaveText("Problems (1)");
  await page.keyboard.press("Control+Shift+z");
  await expect(menu).toHaveText("Problems (0)");

  await goesTo("Scoring");
  await press("Score this quiz");
  const fills = async (name: string, text: string) => {
    await keyboard.tabsTo(page.getByRole("textbox", { name, exact: true }).filter({ visible: true }).last());
    await page.keyboard.type(text);
  };
  await fills("Yes", "100");
  await fills("No", "20");
  await press("Add band");
  await fills("Name", "Fine");
  await expect(page.getByRole("textbox", { name: "Name", exact: true }).last()).toHaveValue("Fine");

  await page.getByRole("link", { name: "Publish", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await expect(dialog).toBeVisible();
  await checkPage(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Publish", exact: true }).focus();
  await page.keyboard.press("Enter");
  await keyboard.tabsTo(dialog.getByRole("button", { name: "Publish and open" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Link", { exact: true })).toBeVisible();
});

test("two browsers lose nothing, though one of them is offline meanwhile", async ({ page, browser, session, watch, checkPage }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|status of 409/);
  const editor = new QuizEditor(page, true);
  await editor.begins("In two browsers");
  await editor.presses("add questions choice");
  const [first, second] = await editor.items("questions.q1.options", "label");
  await editor.writes({ "questions.q1.text": "A pet?", [`${first}.label`]: "Cat", [`${second}.label`]: "Dog" });
  await editor.saves();

  const away = await browser.newContext();
  await away.addCookies([session]);
  const other = new QuizEditor(await away.newPage(), true);
  await other.opens(page.url());
  await away.setOffline(true);
  await other.writes({ [`${second}.label`]: "A dog", "questions.q1.help": "Any animal counts." });
  await other.presses("add questions text");
  await other.writes({ "questions.q2.text": "Its name?" });
  await expect(other.page.locator("#state")).toContainText("Offline");

  await editor.writes({ [`${first}.label`]: "A cat" });
  await editor.presses("add questions number");
  await editor.writes({ "questions.q2.text": "Its age?" });
  await editor.saves();
  await away.setOffline(false);
  await expect(other.page.locator("#state")).toContainText(/^Saved/, { timeout: 20_000 });
  await editor.opens(page.url());
  const list = page.getByRole("navigation", { name: "Questions" });
  for (const text of ["A pet?", "Its name?", "Its age?"]) await expect(list).toContainText(text);
  await list.getByRole("link", { name: "A pet?" }).first().click();
  await expect(editor.control(`${first}.label`)).toHaveValue("A cat");
  await expect(editor.control(`${second}.label`)).toHaveValue("A dog");
  await expect(editor.control("questions.q1.help")).toHaveValue("Any animal counts.");

  // A conflict in one field asks the editor to choose; the other version stays in the history.
  await other.opens(page.url());
  await away.setOffline(true);
  await other.writes({ "questions.q1.text": "Which pet?" });
  await expect(other.page.locator("#state")).toContainText("Offline");
  await editor.writes({ "questions.q1.text": "What pet?" });
  await editor.saves();
  await away.setOffline(false);
  const theirs = other.page.getByRole("button", { name: "Take theirs: What pet?" });
  await expect(theirs).toBeVisible({ timeout: 20_000 });
  await checkPage(other.page);
  await theirs.click();
  await expect(other.page.locator("#state")).toContainText(/^Saved/);
  await expect(other.control("questions.q1.text")).toHaveValue("What pet?");
  await other.tab("History");
  const drafts = other.page.locator("#compare-to option").filter({ hasText: "Draft of" });
  const texts: string[] = [];
  for (const draft of await drafts.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
    await other.page.goto(`${page.url().split("/edit")[0]}/edit/history?from=version-1&to=${draft}`);
    texts.push(await other.page.getByRole("region", { name: /^From Version 1/ }).innerText());
  }
  expect(texts.join("\n")).toContain("Which pet?");
  await away.close();
});

test("what the server refuses stays on the page, is told in words, and outlives a reload", async ({ page, watch, checkPage }) => {
  watch.allow(/status of (422|413)/);
  const editor = new QuizEditor(page, true);
  await editor.begins("Refused");
  await editor.presses("add questions choice");
  await editor.writes({ "questions.q1.text": "A pet?" });
  await editor.saves();
  const address = page.url();
  await page.route(/\/edit\/draft$/, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 422, json: { error: "it is Sunday" } }) : route.continue(),
  );
  await editor.writes({ "questions.q1.text": "Any pet?", "questions.q1.help": "Goldfish, too." });
  const refused = page.getByRole("region", { name: "Not saved" });
  await expect(refused).toContainText("The server refused it: it is Sunday.");
  await expect(refused.getByRole("listitem")).toHaveCount(2);
  await expect(refused).toContainText("The text of question “Any pet?”: “Any pet?” (was “A pet?”)");
  await checkPage(page);
  page.on("dialog", (dialog) => dialog.accept());
  await editor.opens(address);
  await expect(editor.control("questions.q1.text")).toHaveValue("Any pet?");
  await expect(refused).toContainText("Goldfish, too.");
  await page.unroute(/\/edit\/draft$/);
  await refused.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("#state")).toContainText(/^Saved/);
  await expect(refused).toHaveCount(0);
  await editor.opens(address);
  await expect(editor.control("questions.q1.help")).toHaveValue("Goldfish, too.");
});
