// Questions that may be left out.
import { expect, test } from "../support/test.ts";

test("without a scored answer the result has no overall score, and says so kindly", async ({ page, person, words, api, optionalQuiz }) => {
  await person.begins(optionalQuiz.startPage);
  await person.answers([1, 1, 1]);
  await person.sees(4);
  await person.skips();
  await person.answers([1, 1, 1, 1], 5);
  await person.seesResult();

  await expect(page.getByRole("heading", { name: words.noScore })).toBeVisible();
  await expect(page.getByRole("img", { name: /100/ })).toHaveCount(0);
  const bars = page.getByRole("region", { name: words.areas }).getByRole("listitem");
  await expect(bars).toHaveCount(4);
  await expect(bars.nth(1)).toContainText(words.noCategoryScore);
  await expect(bars.getByRole("strong")).toHaveText(["100", "100", "100"]);
  await expect(page.getByRole("article")).toHaveCount(7);

  const record = await api.record(optionalQuiz, person.id);
  expect(record.isCompleted).toBe(true);
  expect(record).not.toHaveProperty("score");
  expect(record).not.toHaveProperty("save_score");
  expect(record.spend_score).toBe(100);
});

test("a skipped question can still be answered before the end", async ({ page, person, words, optionalQuiz, api }) => {
  await person.begins(optionalQuiz.startPage);
  await person.answers([1, 1, 1]);
  await person.sees(4);
  await person.skips();
  await person.sees(5);
  await person.goesBack();
  await person.answers([2, 1, 1, 1, 1], 4);
  await person.seesResult();
  await expect(page.getByRole("heading", { name: words.noScore })).toHaveCount(0);
  expect(await api.savedCodes(optionalQuiz, person.id)).toEqual([1, 1, 1, 2, 1, 1, 1, 1]);
});

test("a required question offers no way around it", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await expect(page.getByRole("button", { name: words.skip })).toHaveCount(0);
});
