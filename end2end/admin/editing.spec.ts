// The quiz editor's tabs and its conditions, with scripts and without.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

const QUIZZES = `/admin/ns/${NAMESPACE}/quizzes`;

/** Opens the editor of a new quiz without questions. */
async function begin(page: Page, name: string, scripted: boolean): Promise<void> {
  await page.goto(`${QUIZZES}/new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Questions of your own").check();
  await page.getByRole("button", { name: "Create quiz" }).click();
  await expect(page).toHaveURL(/\/edit(\?|$)/);
  if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
}

const text = (page: Page): Locator => page.getByRole("textbox", { name: "Question", exact: true });
const option = (page: Page, number: number): Locator => page.getByRole("textbox", { name: `Option ${number}`, exact: true });
const row = (page: Page, words: string): Locator => page.getByRole("navigation", { name: "Questions" }).getByRole("link", { name: words });

/** Saves the text. With scripts this happens automatically. */
async function save(page: Page, scripted: boolean, region = "Question"): Promise<void> {
  if (scripted) await expect(page.locator("#state")).toContainText("Saved");
  else await page.getByRole("region", { name: region, exact: true }).getByRole("button", { name: "Save draft" }).click();
}

/** Opens everything folded in a region of the page. */
async function unfold(page: Page, region: string): Promise<void> {
  const folded = page.getByRole("region", { name: region, exact: true }).locator("details:not([open], .ed-more) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
}

test("a condition is chosen, and stands in the list as a sentence", async ({ page, checkPage, scripted }) => {
  await begin(page, "With a condition", scripted);
  await page.getByRole("button", { name: "Add question", exact: true }).click();
  await text(page).fill("Do you have a pet?");
  await option(page, 1).fill("Yes");
  await option(page, 2).fill("No");
  await save(page, scripted);
  await page.getByText("Add another kind").click();
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await text(page).fill("Which?");
  await save(page, scripted);
  const shown = page.getByRole("group", { name: "Shown" });
  await shown.getByRole("button", { name: "Add condition" }).click();
  await shown.getByLabel("Yes").check();
  await save(page, scripted);
  await expect(row(page, "Which?")).toContainText("if “Do you have a pet?” is Yes");
  await checkPage(page);
});

test("every tab, menu and dialog is free of barriers", async ({ page, checkPage, scripted }) => {
  test.setTimeout(180_000);
  await begin(page, "With all tabs", scripted);
  await page.getByRole("button", { name: "Add question", exact: true }).click();
  await text(page).fill("Do you have a pet?");
  await option(page, 1).fill("Yes");
  await save(page, scripted);
  // Each kind of question with all its folded parts.
  for (const kind of ["Several choices", "Scale", "Number", "Text", "Date", "Ranking", "Table", "Statement", "Consent"]) {
    if (!scripted) await page.goto(page.url());
    await page.getByText("Add another kind").click();
    await page.getByRole("button", { name: kind, exact: true }).click();
    await expect(page.getByLabel("Kind", { exact: true })).toHaveValue(/\w/);
    await unfold(page, "Question");
    await checkPage(page);
  }
  await page.locator("#problems > summary").click();
  await checkPage(page);
  await page.locator("#problems > summary").click();
  for (const menu of ["Add another kind", "Add a built-in question"]) {
    await page.getByText(menu).click();
    await checkPage(page);
  }
  await row(page, "Do you have a pet?").first().click();
  await page.getByLabel("More about option 1").click();
  await checkPage(page);
  const menu = page.getByRole("button", { name: "Duplicate", exact: true });
  if (scripted) {
    // A button in a menu may disappear when pressed; the menu stays open.
    const condition = page.getByRole("group", { name: "This option is shown" }).getByRole("button");
    await condition.filter({ hasText: "Add condition" }).click();
    await expect(menu).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: "Question 1" }).click();
    await expect(menu).toBeHidden();
  } else await page.getByLabel("More about option 1").click();

  for (const tab of ["Scoring", "Languages", "Look", "Settings", "History"]) {
    await page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("link", { name: tab }).click();
    await expect(page.getByRole("region", { name: tab, exact: true })).toBeVisible();
    if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
    await checkPage(page);
    if (tab !== "Scoring") continue;
    await page.getByRole("button", { name: "Score this quiz" }).click();
    for (const add of ["Add band", "Add card", "Add category"]) await page.getByRole("button", { name: add }).first().click();
    await expect(page.getByText(": no card.")).toBeVisible();
    await page.getByRole("button", { name: "Write them" }).click();
    await expect(page.getByText("Without words it shows no card.")).toBeVisible();
    if (scripted) await expect(page.getByLabel("Subtitle")).toBeFocused();
    await unfold(page, "Scoring");
    await page.getByRole("button", { name: "Show the result" }).click();
    await checkPage(page);
    await save(page, scripted, "Scoring");
  }
  await page.goto(page.url().replace(/history.*/, "languages/es"));
  if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
  await page.getByText("Add a language").click();
  await checkPage(page);
  await page.goto(page.url().replace(/languages.*/, "history?from=version-1&to=present"));
  await expect(page.getByRole("region", { name: /^From Version 1/ })).toBeVisible();
  await checkPage(page);
  await page.getByRole("link", { name: "Publish", exact: true }).click();
  if (scripted) await expect(page.getByRole("dialog", { name: "Publish" })).toBeVisible();
  await checkPage(page);
});

test("an earlier version is compared and restored", async ({ page, checkPage, scripted, api }) => {
  const quiz = await api.create({ name: "Of two versions", questions: [{ id: "pet", kind: "text", text: "A pet?" }] });
  await api.change(quiz, { questions: [{ id: "pet", kind: "text", text: "Any pet?" }] });
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/edit`);
  if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
  await page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("link", { name: "History" }).click();
  if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
  await page.getByLabel("From", { exact: true }).selectOption("version-1");
  await page.getByLabel("To", { exact: true }).selectOption("version-2");
  await page.getByRole("button", { name: "Show what differs" }).click();
  const told = page.getByRole("region", { name: /^From Version 1, .* to Version 2/ });
  await expect(told.getByRole("listitem")).toHaveText(["The text of question “Any pet?”: “Any pet?” (was “A pet?”)"]);
  if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Restore Version 1" }).click();
  await expect(text(page)).toHaveValue("A pet?");
});
