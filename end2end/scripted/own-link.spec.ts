// Scripts copy the respondent's own link, and keep it until the tab is closed.
import { expect, test } from "../support/test.ts";

test("the link is copied from a question", async ({ page, person, words, api, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await person.begins(api.openQuiz.startPage);
  await page.getByText(words.leave).click();
  await page.getByRole("button", { name: words.copy }).click();
  await expect(page.getByText(words.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(api.openQuiz.pageOf(person.id));
});

test("the browser's back button leads to a start page that offers the way on", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answers([1]);
  await person.sees(2);
  const { id } = person;
  while (new URL(page.url()).pathname.endsWith(id)) await page.goBack();
  await expect(person.startButton).toBeVisible();
  await page.getByRole("link", { name: words.resume }).click();
  await person.sees(2);
  expect(person.id).toBe(id);
});

test("another tab and another person on the same device are offered nothing", async ({ person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  const other = await person.inAnotherTab();
  await other.opens(api.openQuiz.startPage);
  await expect(other.startButton).toBeVisible();
  await expect(other.page.getByRole("link", { name: words.resume })).toBeHidden();
  // Nothing is kept after the tab is closed.
  expect(await other.page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.id);
});
