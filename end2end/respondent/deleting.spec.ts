// Respondents deleting their answers, and the result's offers to keep a copy.
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("the result lets respondents delete everything, after a question", async ({ page, person, words, api, language, watch }) => {
  watch.allow(/status of 404/);
  const quiz = await api.create({ name: "Money check-up" });
  const user = await api.submit(quiz, language, MIXED);
  await person.opens(quiz.pageOf(user));
  await page.getByRole("link", { name: words.erase }).click();
  await person.seesNotice(words.eraseTitle);
  await page.getByRole("link", { name: words.eraseNot }).click();
  await person.seesResult();
  await page.getByRole("link", { name: words.erase }).click();
  await page.getByRole("button", { name: words.erase }).click();
  await person.seesNotice(words.erasedTitle);
  expect(await api.responses(quiz)).toEqual({ started: 0, completed: 0 });
  await person.opens(quiz.pageOf(user));
  await person.seesNotice(words.linkNotValid);
});

test("midway, too, everything can be deleted", async ({ page, person, words, api, watch }) => {
  watch.allow(/status of 404/);
  const quiz = await api.create({ name: "Money check-up" });
  await person.begins(quiz.startPage);
  await person.answers([1]);
  await person.sees(2);
  await page.getByText(words.leave).click();
  await page.getByRole("link", { name: words.erase }).click();
  await person.seesNotice(words.eraseTitle);
  await page.getByRole("link", { name: words.eraseNot }).click();
  await person.sees(2);
  await page.getByText(words.leave).click();
  await page.getByRole("link", { name: words.erase }).click();
  await page.getByRole("button", { name: words.erase }).click();
  await person.seesNotice(words.erasedTitle);
  expect(await api.responses(quiz)).toEqual({ started: 0, completed: 0 });
});

test("where the owner does not allow it, nothing offers it", async ({ page, person, words, api, language }) => {
  const quiz = await api.create({ name: "Money check-up", respondentsMayErase: false });
  await person.opens(quiz.pageOf(await api.submit(quiz, language, MIXED)));
  await person.seesResult();
  await expect(page.getByRole("link", { name: words.erase })).toHaveCount(0);
});

test("the number is explained, with the bands", async ({ page, person, words, api, language }) => {
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
  await page.getByText(words.meaning).click();
  const bands = page.locator(".meaning li");
  await expect(bands).toHaveText(["0–39", "40–79", "80–100"].map((range, band) => `${range} ${words.bands[band]}`));
  await expect(page.locator(".meaning [aria-current]")).toContainText(words.bands[1]);
  // The marks are where the bands begin, and the bar ends at the score.
  const scale = (await page.locator(".scale").boundingBox())!;
  const places = await page.locator(".scale-mark").evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().x));
  expect(places.map((x) => Math.round((100 * (x - scale.x)) / scale.width))).toEqual([40, 80]);
});

test("the steps and the quiz can be taken along", async ({ page, person, words, api, language }) => {
  const user = await api.submit(api.openQuiz, language, MIXED);
  await person.opens(api.openQuiz.pageOf(user));
  const { recommendations } = await api.record(api.openQuiz, user);
  const [first] = recommendations!.filter((card) => card.show_required);
  await page.getByText(words.plan).click();
  // The API gives the record in the language in which it was begun.
  for (const step of first!.steps) await expect(page.locator(".plan pre")).toContainText(step);
  const mail = await page.getByRole("link", { name: words.send }).getAttribute("href");
  expect(decodeURIComponent(mail!)).toContain(first!.steps[0]!);
  await page.getByText(words.passOn).click();
  const start = page.locator(".pass-on .keep-link a");
  await expect(start).toHaveAttribute("href", api.openQuiz.startPage);
  await expect(start).toBeVisible();
  await person.seesResult();
});
