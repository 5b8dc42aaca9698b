// A quiz with pictures: on its start page, at a question and at options, and a logo on all pages.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import type { Api, NewQuiz, Quiz } from "../support/api.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { disc } from "../support/png.ts";
import { expect, test } from "../support/test.ts";

async function quizOf(api: Api, language: string): Promise<Quiz> {
  const options = ["Green", "Black", "White", "Mint"].map((label) => ({ label }));
  const questions = [
    { id: "tea", text: "Which tea?", options },
    { id: "more", kind: "multiple", text: "With what?", options: [{ label: "Milk" }, { label: "Lemon", other: true }], required: false },
  ];
  const quiz = await api.create({ name: "Tea", language, questions } as unknown as NewQuiz);
  const [green, black, wide, logo] = await Promise.all([
    api.addPicture(quiz, disc(400, 300, [80, 140, 60])),
    api.addPicture(quiz, disc(300, 600, [90, 50, 30])),
    api.addPicture(quiz, disc(1600, 500, [200, 160, 90])),
    api.addPicture(quiz, disc(240, 80, [20, 90, 150])),
  ]);
  const seen = [{ id: green, alt: "A green cup" }, { id: black, alt: "A dark cup" }, { id: wide, decorative: true }];
  const [tea, more] = questions;
  const pictured = { ...tea, options: options.map((option, at) => (at < 3 ? { ...option, image: seen[at] } : option)) };
  await api.change(quiz, {
    image: { id: wide, alt: "A field of tea" },
    logo: { id: logo, alt: "Tea Ltd" },
    questions: [pictured, { ...more, image: { id: green, alt: "A cup with milk" } }],
  } as never);
  return quiz;
}

/** Expects this many visible pictures, each loaded and with its own aspect ratio. */
async function expectPictures(page: Page, count: number): Promise<Locator> {
  const pictures = page.locator("img").filter({ visible: true });
  await expect(pictures).toHaveCount(count);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0);
    const [shape, own] = await picture.evaluate((image: HTMLImageElement) => [image.width / image.height, image.naturalWidth / image.naturalHeight]);
    if ((await picture.getAttribute("class")) !== "picture" || count < 4) expect(shape!).toBeCloseTo(own!, 1);
  }
  return pictures;
}

test("its pages show them, and are answered like others", async ({ page, person, api, language, scripted }, info) => {
  const quiz = await quizOf(api, language);
  await person.opens(quiz.startPage);
  await expectPictures(page, 2);
  await expect(page.getByRole("img", { name: "A field of tea" })).toBeVisible();
  await page.screenshot({ path: info.outputPath("start.png"), fullPage: true });
  await person.startButton.click();
  await person.sees(1, 2);
  await expectPictures(page, 4);
  await expectSoundLayout(page);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: info.outputPath(`question-${colorScheme}.png`), fullPage: true });
    if (scripted) await expectAccessible(page);
  }
  // The picture's text is part of its option's accessible name.
  await expect(page.getByRole("radio", { name: "A green cup Green" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "White", exact: true })).toBeVisible();
  // The options form a grid: two columns on a phone, more on a desktop.
  const boxes = await page.locator(".pictured > .option").evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(boxes.filter((top) => top === boxes[0]).length).toBeGreaterThanOrEqual(page.viewportSize()!.width < 500 ? 2 : 3);
  await page.getByRole("radio").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio").nth(1)).toBeChecked();
  await person.continues();
  await person.sees(2, 2);
  await expectPictures(page, 2);
  await expect(page.getByRole("img", { name: "A cup with milk" })).toBeVisible();
  await page.screenshot({ path: info.outputPath("below.png"), fullPage: true });
  await person.continues();
  await expect(page.getByRole("img", { name: "Tea Ltd" })).toBeVisible();
  expect(await api.savedCodes(quiz, person.id)).toEqual([2, null]);
});

test("a picture that is missing leaves its text", async ({ page, person, api, language, watch }) => {
  watch.allow(/status of 404|ERR_FAILED|ERR_BLOCKED/);
  const quiz = await quizOf(api, language);
  await page.route("**/images/*", (route) => route.abort());
  await person.opens(quiz.startPage);
  await expect(page.getByRole("img", { name: "A field of tea" })).toBeVisible();
  await person.startButton.click();
  await person.sees(1, 2);
  await expectSoundLayout(page);
  await expect(page.getByRole("radio", { name: "A green cup Green" })).toBeVisible();
});

test("a quiz that runs from right to left has them, too", async ({ page, person, api }, info) => {
  const quiz = await quizOf(api, "ar");
  await person.opens(`${quiz.startPage}?lang=ar`);
  await expectSoundLayout(page);
  await page.getByRole("button").first().click();
  await expect(page.locator("img").filter({ visible: true })).toHaveCount(4);
  await expectSoundLayout(page);
  await page.screenshot({ path: info.outputPath("question.png"), fullPage: true });
});
