// Taking a quiz again: the next attempt, and the earlier results.
import { randomUUID } from "node:crypto";
import { expectScores, MIXED, MIXED_SCORES } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

const BEST = [1, 1, 1, 1, 1, 1, 1, 1];
const ALL_BEST = [100, 100, 100, 100];

test("a quiz is taken again, and the earlier result can always be read", async ({ page, person, words, api, language }) => {
  const quiz = await api.create({ name: "Again", retryAfterDays: 0 });
  const link = quiz.pageOf(await api.submit(quiz, language, MIXED));
  await person.opens(link);
  await page.getByRole("button", { name: words.takeItAgain }).click();
  await person.sees(1);
  expect(await person.chosen()).toBe(0);
  await expect(page.getByText(words.underWay)).toBeVisible();

  await page.getByRole("link", { name: words.earlierResult }).click();
  await expectScores(page, words, MIXED_SCORES.score, MIXED_SCORES.areas);
  await expect(page.getByText(words.isEarlier)).toBeVisible();
  await expect(page.getByRole("button", { name: words.takeItAgain })).toHaveCount(0);
  await page.getByRole("link", { name: words.latest }).click();

  await person.answers(BEST);
  await person.seesResult();
  await expectScores(page, words, 100, ALL_BEST);
  const changes = page.getByRole("region", { name: words.sinceLastTime });
  await expect(changes.getByText(words.changed(MIXED_SCORES.score, 100))).toBeVisible();
  await expect(changes.getByRole("strong")).toHaveText(["+77", /^\D+$/, "+7", "+25"]);
  expect(await api.responses(quiz)).toEqual({ started: 1, completed: 1 });
  await person.opens(link);
  await page.getByRole("link", { name: words.earlierResult }).click();
  await expectScores(page, words, MIXED_SCORES.score, MIXED_SCORES.areas);
  await expect(changes).toHaveCount(0);
});

test("inside another application too", async ({ page, person, words, api }) => {
  const quiz = await api.create({ name: "Again", anonymous: false, inapp: true, retryAfterDays: 0 });
  await person.begins(quiz.pageInApp(`visitor-${randomUUID()}`));
  await person.answers(MIXED);
  await person.seesResult();
  await page.getByRole("button", { name: words.takeItAgain }).click();
  await person.answers(BEST);
  await person.seesResult();
  await expectScores(page, words, 100, ALL_BEST);
});

test("before its day the result says from when, and a quiz that is taken once says nothing", async ({ page, person, words, api, language }) => {
  const quiz = await api.create({ name: "Again", retryAfterDays: 30 });
  const link = quiz.pageOf(await api.submit(quiz, language, MIXED));
  await person.opens(link);
  await expect(page.getByText(words.againFrom)).toBeVisible();
  await expect(page.getByRole("button", { name: words.takeItAgain })).toHaveCount(0);
  await api.change(quiz, { retryAfterDays: null });
  await person.opens(link);
  await expect(page.getByText(words.againFrom)).toHaveCount(0);
});
