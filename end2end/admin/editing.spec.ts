// The quiz editor's tabs, and conditions: with scripts and without.
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
  await page.goto(`${page.url().split("?")[0]}/edit`);
  if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
}

const text = (page: Page): Locator => page.getByRole("textbox", { name: "Question", exact: true });
const option = (page: Page, number: number): Locator => page.getByRole("textbox", { name: `Option ${number}`, exact: true });
const row = (page: Page, words: string): Locator => page.getByRole("navigation", { name: "Questions" }).getByRole("link", { name: words });

/** Saves what was typed: by itself with scripts. */
async function save(page: Page, scripted: boolean): Promise<void> {
  if (scripted) await expect(page.locator("#state")).toContainText("Saved");
  else await page.getByRole("region", { name: "Question" }).getByRole("button", { name: "Save draft" }).click();
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

test("every tab is free of barriers", async ({ page, checkPage, scripted }) => {
  await begin(page, "With all tabs", scripted);
  for (const tab of ["Scoring", "Languages", "Look", "Settings", "History"]) {
    await page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("link", { name: tab }).click();
    await expect(page.getByRole("region", { name: tab })).toBeVisible();
    await checkPage(page);
  }
  await page.getByRole("link", { name: "Scoring" }).click();
  await page.getByRole("button", { name: "Score this quiz" }).click();
  await page.getByRole("button", { name: "Add band" }).first().click();
  await page.getByRole("button", { name: "Add card" }).click();
  await expect(page.getByText("no words.")).toBeVisible();
  await checkPage(page);
});
