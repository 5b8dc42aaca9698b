// Optional questions.
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

test("skipping takes back an answer, also one that is chosen again", async ({ page, person, words, optionalQuiz, api }) => {
  await person.begins(optionalQuiz.startPage);
  await person.answers([1, 1, 1, 2]);
  await person.sees(5);
  await expect.poll(async () => (await api.savedCodes(optionalQuiz, person.id))[3]).toBe(2);
  await person.goesBack();
  await person.sees(4);
  expect(await person.chosen()).toBe(2);
  await person.chooses(3);
  await person.skips();
  await person.sees(5);
  await expect.poll(async () => (await api.savedCodes(optionalQuiz, person.id)).slice(0, 4)).toEqual([1, 1, 1, null]);
  await person.goesBack();
  await person.sees(4);
  expect(await person.chosen()).toBe(0);
  await person.skips();
  await person.answers([1, 1, 1, 1], 5);
  await person.seesResult();
  await page.getByText(words.answers, { exact: true }).click();
  await expect(page.getByRole("definition").nth(3)).toHaveText(words.notAnswered);
  expect((await api.savedCodes(optionalQuiz, person.id))[3]).toBe(null);
});

test("without any answer left the quiz has only been begun", async ({ person, api }) => {
  const quiz = await api.create({ name: "All optional", questions: ["fhn1", "fhn2"].map((id) => ({ id, required: false })) });
  await person.begins(quiz.startPage, 2);
  await person.answers([1], 1, 2);
  await person.sees(2, 2);
  await expect.poll(async () => (await api.record(quiz, person.id)).completionStatus).toBe(2);
  await person.goesBack();
  await person.sees(1, 2);
  await person.skips();
  await person.sees(2, 2);
  await expect.poll(async () => (await api.record(quiz, person.id)).completionStatus).toBe(1);
});

test("a required question offers no way around it", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await expect(page.getByRole("button", { name: words.skip })).toHaveCount(0);
});
