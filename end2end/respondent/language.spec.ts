// One quiz in two languages.
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";
import { WORDS } from "../support/words.ts";

test("the browser's language is spoken from the start", async ({ page, person, api, language, words }) => {
  await person.opens(api.openQuiz.startPage);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(person.startButton).toBeVisible();
  await person.begins(api.openQuiz.startPage);
  const { questions } = await api.publicQuiz(api.openQuiz, language);
  await expect(person.heading).toHaveText(questions[0]!.text);
  await expect(page.getByText(words.progress(1, 8), { exact: true })).toBeVisible();
});

test("switching in the middle keeps the place and the answers", async ({ page, person, api, language, words }) => {
  const other = language === "en" ? "es" : "en";
  const { questions } = await api.publicQuiz(api.openQuiz, other);
  await person.begins(api.openQuiz.startPage);
  await person.answers(MIXED.slice(0, 3));
  await person.sees(4);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id)).slice(0, 3)).toEqual(MIXED.slice(0, 3));

  await page.getByRole("link", { name: words.otherLanguage }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
  await expect(person.heading).toHaveText(questions[3]!.text);
  await person.settles();
  await person.reading(WORDS[other]).goesBack();
  await expect(person.heading).toHaveText(questions[2]!.text);
  expect(await person.chosen()).toBe(MIXED[2]);
});

test("a page that says why there is nothing else has the other language too", async ({ page, person, words, language, watch }) => {
  watch.allow(/status of 404/);
  const other = language === "en" ? "es" : "en";
  await person.opens("/nowhere");
  await person.seesNotice(words.notFound);
  await page.locator(".languages summary").click();
  await page.getByRole("link", { name: words.otherLanguage }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
  await person.seesNotice(WORDS[other].notFound);
});

test("questions in one language make pages in that language, and no choice", async ({ page, person, api }) => {
  const quiz = await api.create({
    name: "Pets",
    questions: [{ id: "fhn1" }, { id: "pet", text: "A pet?", options: [{ label: "Cat" }, { label: "Dog" }] }],
  });
  await person.opens(quiz.startPage);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator(".languages")).toHaveCount(0);
});

test("the language that was switched to stays to the end", async ({ page, person, api, language, words }) => {
  const switched = person.reading(WORDS[language === "en" ? "es" : "en"]);
  await person.opens(api.openQuiz.startPage);
  await page.getByRole("link", { name: words.otherLanguage }).click();
  await switched.startButton.click();
  await switched.answers(MIXED);
  await switched.seesResult();
  await switched.opens(api.openQuiz.pageOf(switched.id));
  await switched.seesResult();
});
