// Behind the result the browser's history holds nothing of the quiz but the start page.
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";
import { WORDS } from "../support/words.ts";

test("another language takes the place of the steps and of the result before it", async ({ page, person, words, api, language }) => {
  const switchedWords = WORDS[language === "en" ? "es" : "en"];
  const switched = person.reading(switchedWords);
  await person.begins(api.openQuiz.startPage);
  await person.answers(MIXED.slice(0, 3));
  await person.sees(4);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id)).slice(0, 3)).toEqual(MIXED.slice(0, 3));
  await page.getByRole("link", { name: words.otherLanguage }).click();
  await switched.sees(4);
  await switched.answers(MIXED.slice(3), 4);
  await switched.seesResult();
  await page.getByRole("link", { name: switchedWords.otherLanguage }).click();
  await person.seesResult();
  await page.goBack();
  await expect(page).toHaveURL(api.openQuiz.startPage);
});

test("a next attempt takes the place of the result before it", async ({ page, person, words, api }) => {
  const quiz = await api.create({ name: "Again", retryAfterDays: 0 });
  await person.begins(quiz.startPage);
  await person.answers(MIXED);
  await person.seesResult();
  const again = page.getByRole("button", { name: words.takeItAgain });
  await again.click();
  await person.sees(1);
  await person.answers(MIXED);
  await person.seesResult();
  await page.goBack();
  await expect(page).toHaveURL(quiz.startPage);
});
