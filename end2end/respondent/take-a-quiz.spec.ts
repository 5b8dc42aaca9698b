// A complete quiz with a mouse, from the first page to the result.
import { expectCards, expectScores, MIXED, MIXED_SCORES } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("from the home page to the result, which says what the API says", async ({ page, person, words, api, context }) => {
  await person.opens("/");
  await page.locator(`a[href$="/${api.openQuiz.id}"]`).click();
  await person.startButton.click();
  await person.answersByTapping(MIXED);
  await person.seesResult();

  const record = await api.record(api.openQuiz, person.id);
  expect(record.isCompleted).toBe(true);
  expect(record).toMatchObject({ score: 73, spend_score: 23, save_score: 100, borrow_score: 93, plan_score: 75 });
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual(MIXED);

  await expectScores(page, words, MIXED_SCORES.score, MIXED_SCORES.areas);
  await expectCards(page, words, record);
  expect(await context.cookies()).toEqual([]);
});

test("the result lists what was answered", async ({ page, person, words, api, language }) => {
  const user = await api.submit(api.openQuiz, language, MIXED);
  await person.opens(api.openQuiz.pageOf(user));
  await page.getByText(words.answers, { exact: true }).click();

  const { questions } = await api.publicQuiz(api.openQuiz, language);
  await expect(page.getByRole("term")).toHaveText(questions.map((question) => question.text));
  const labels = questions.map((question, index) => question.options[MIXED[index]! - 1]!.label);
  await expect(page.getByRole("definition")).toHaveText(labels);
});

for (const [name, codes, score] of [
  ["best", [1, 1, 1, 1, 1, 1, 1, 1], 100],
  ["worst", [5, 5, 5, 5, 4, 5, 6, 5], 0],
] as const) {
  test(`the ${name} answers get their score, and no empty section`, async ({ page, person, words, api, language }) => {
    const user = await api.submit(api.openQuiz, language, [...codes]);
    await person.opens(api.openQuiz.pageOf(user));
    await expectScores(page, words, score, Array<number>(4).fill(score));
    await expect(page.getByRole("region", { name: words.startHere })).toHaveCount(score === 0 ? 1 : 0);
    await expect(page.getByRole("region", { name: words.focus })).toHaveCount(score === 0 ? 1 : 0);
    await expect(page.getByRole("region", { name: words.strengths })).toHaveCount(score === 0 ? 0 : 1);
    await expect(page.getByRole("article")).toHaveCount(8);
  });
}
