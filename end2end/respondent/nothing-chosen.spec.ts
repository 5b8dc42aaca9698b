// Continuing without an answer: the page reports what is missing and links to it.
import { expect, test } from "../support/test.ts";

test("the same question comes back with what to do", async ({ page, person, words, api, watch }) => {
  watch.allow(/status of 422/);
  await person.begins(api.openQuiz.startPage);
  const question = await person.heading.textContent();
  await person.continues();

  const summary = page.getByRole("alert");
  await expect(summary).toBeVisible();
  await expect(summary).toContainText(words.errorChoose);
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${words.errorPrefix} ${words.progress(1, 8)}`));
  await expect(person.heading).toHaveText(question!);
  await expect(person.fields).toHaveAccessibleDescription(new RegExp(`${words.errorPrefix} ${words.errorChoose}`));
  const heights = await page.getByText(words.errorChoose).evaluateAll((all) => all.map((one) => one.clientHeight || one.parentElement!.clientHeight));
  expect(heights.filter((height) => height > 1), "it is read twice, and drawn once").toHaveLength(1);

  await summary.getByRole("link", { name: words.errorChoose }).click();
  await expect(person.options.first()).toBeFocused();
});

test("the error is gone once an answer is given", async ({ page, person, words, api, watch }) => {
  watch.allow(/status of 422/);
  await person.begins(api.openQuiz.startPage);
  await person.continues();
  await expect(page.getByRole("alert")).toBeVisible();
  await person.answers([3]);
  await person.sees(2);
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(page).toHaveTitle(new RegExp(`^${words.progress(2, 8)}`));
  await person.goesBack();
  await person.sees(1);
  await expect(page.getByRole("alert")).toBeHidden();
  expect(await person.chosen()).toBe(3);
});
