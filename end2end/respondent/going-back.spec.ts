// Going back and forward with the page's link and the browser's buttons.
import { expect, test } from "../support/test.ts";

test("the back link shows the answer, which can be changed", async ({ person, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answers([2, 3]);
  await person.sees(3);
  await person.goesBack();
  await person.sees(2);
  expect(await person.chosen()).toBe(3);
  await person.chooses(1);
  await person.continues();
  await person.sees(3);
  expect(await person.chosen()).toBe(0);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id)).slice(0, 2)).toEqual([2, 1]);
});

test("the browser's back and forward buttons move by one question", async ({ page, person, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answers([2, 3]);
  await person.sees(3);
  await page.goBack();
  await person.sees(2);
  expect(await person.chosen()).toBe(3);
  await page.goBack();
  await person.sees(1);
  expect(await person.chosen()).toBe(2);
  await page.goForward();
  await person.sees(2);
  await person.answers([4], 2);
  await person.sees(3);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id)).slice(0, 2)).toEqual([2, 4]);
});

test("the first question has no way back into nothing", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await expect(page.getByRole("link", { name: words.back, exact: true })).toHaveCount(0);
});

test("after the result the back button never opens the quiz again", async ({ page, person, api, scripted }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answers([1, 1, 1, 1]);
  await person.sees(5);
  await person.goesBack();
  await person.sees(4);
  await person.answers([2, 1, 1, 1, 1], 4);
  await person.seesResult();
  const address = page.url();
  await page.goBack();
  if (!scripted) return person.seesResult();
  // The result has replaced the history entries of all questions.
  await expect(page).toHaveURL(api.openQuiz.startPage);
  await page.goForward();
  await expect(page).toHaveURL(address);
  await person.seesResult();
});
