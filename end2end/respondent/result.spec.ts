// The result puts one thing first and is short, with scripts and without.
import { readFileSync } from "node:fs";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

const WORST = [5, 5, 5, 5, 4, 6, 6, 5];
/** Pixels, on a phone of 390. Some Spanish texts take one more line. */
const TALLEST = { en: 2800, es: 2900 };

const HELP = ["Free debt advice, 0800 555 0100", "Food bank near you"].map((label) => ({ label, url: "tel:+15550100" }));
const ABOUT = { runBy: "Example Ltd", seenBy: "your coach", kept: "two years", contact: "mailto:coach@example.org", help: HELP };

const KINDS = [["the worst answers", WORST], ["mixed answers", MIXED]] as const;
const EXTRAS = [["nothing set", {}], ["help, a next attempt and an owner", { about: ABOUT, retryAfterDays: 30 }]] as const;

for (const [answers, codes] of KINDS) {
  for (const [name, more] of EXTRAS) {
    test(`${answers} with ${name} make a page that is not long`, async ({ page, person, api, language }) => {
      const quiz = await api.create({ name: "Money check-up", ...more });
      await page.setViewportSize({ width: 390, height: 664 });
      await person.opens(quiz.pageOf(await api.submit(quiz, language, [...codes])));
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      console.log(`result of ${answers}, ${name}, ${language}: ${height} px`);
      expect(height).toBeLessThanOrEqual(TALLEST[language]);
    });
  }
}

test("on a narrow phone each area takes one line, and on a desktop folded rows leave no gap", async ({ page, person, api, language }) => {
  // First one area in the lowest band, whose texts are the longest; then five folded steps.
  for (const codes of [[4, 5, 3, 3, 4, 4, 5, 5], [2, 2, 3, 3, 2, 2, 3, 3]]) {
    await page.setViewportSize({ width: 360, height: 640 });
    await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, codes)));
    const lines = await page.locator(".bars p").evaluateAll((words) => words.map((word) => word.clientHeight));
    expect(Math.max(...lines)).toBeLessThan(30);
    await page.setViewportSize({ width: 1280, height: 800 });
    const gaps = await page.locator(".folded").evaluateAll((lists) =>
      lists.map((list) => {
        const { paddingRight, borderRightWidth } = getComputedStyle(list);
        const end = list.getBoundingClientRect().right - parseFloat(paddingRight) - parseFloat(borderRightWidth);
        return Math.round(end - list.lastElementChild!.getBoundingClientRect().right);
      }),
    );
    expect(gaps).toEqual(gaps.map(() => 0));
  }
});

test("in the lowest band words come first, then one step with help, then the number", async ({ page, person, words, api, language }) => {
  const quiz = await api.create({ name: "Money check-up", about: ABOUT });
  await page.setViewportSize({ width: 390, height: 664 });
  await person.opens(quiz.pageOf(await api.submit(quiz, language, WORST)));
  const start = page.getByRole("region", { name: words.startHere });
  const order = [
    page.getByRole("heading", { name: words.bands[0] }),
    start.getByRole("checkbox").first(),
    start.getByRole("link", { name: HELP[0]!.label }),
    page.getByRole("img", { name: words.score(0) }),
    page.getByRole("region", { name: words.areas }).getByRole("listitem").first(),
    page.getByRole("region", { name: words.focus }),
  ];
  const tops = await Promise.all(order.map(async (part) => (await part.boundingBox())!.y));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  await expect(start.getByRole("link", { name: HELP[0]!.label })).toHaveAttribute("href", "tel:+15550100");
});

test("where the owner names no help, how to find some comes before a reminder", async ({ page, person, words, api, language }) => {
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, WORST)));
  const start = page.getByRole("region", { name: words.startHere });
  const how = start.getByText(words.findHelp).locator("xpath=following-sibling::p");
  const remind = start.getByRole("link", { name: words.remindTomorrow });
  await expect(how).toBeVisible();
  expect((await how.boundingBox())!.y).toBeLessThan((await remind.boundingBox())!.y);
  await expect(start.getByRole("link", { name: words.remind, exact: true })).toHaveCount(0);
});

/** All answers are the best but one, given as [question, option]. The texts of `OF_HARDSHIP` must not appear. */
const UNEVEN = [[3, 4], [4, 4], [7, 4], [8, 3]] as const;
const OF_HARDSHIP = /food bank|payment plan|each day brings|banco de alimentos|plan de pagos|cada día ya trae/;

for (const [place, code] of UNEVEN) {
  test(`nothing of hardship is said where only question ${place} is low, and why is told`, async ({ page, person, words, api, language }) => {
    const codes = [1, 1, 1, 1, 1, 1, 1, 1].map((best, index) => (index === place - 1 ? code : best));
    await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, codes)));
    const start = page.getByRole("region", { name: words.startHere });
    const { questions } = await api.publicQuiz(api.openQuiz, language);
    await expect(start.getByText(words.because(questions[place - 1]!.options[code - 1]!.label), { exact: true })).toBeVisible();
    await expect(start.getByRole("link", { name: words.remind })).toBeVisible();
    expect(await page.locator("main").textContent()).not.toMatch(OF_HARDSHIP);
  });
}

test("a reminder is a calendar file, and a message to oneself holds the link", async ({ page, person, words, api, language }) => {
  const quiz = await api.create({ name: "Money check-up", retryAfterDays: 30 });
  const link = quiz.pageOf(await api.submit(quiz, language, WORST));
  await person.opens(link);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: words.remindTomorrow }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("reminder.ics");
  const file = readFileSync(await download.path(), "utf8").replaceAll("\r\n ", "");
  const record = await api.record(quiz, person.id);
  const step = record.recommendations![0]!.steps[0]!.replaceAll(",", "\\,");
  expect(file).toContain(`DESCRIPTION:${step}\r\n`);
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/);

  const mail = new URL((await page.getByRole("link", { name: words.send }).getAttribute("href"))!);
  expect(mail.protocol + mail.pathname).toBe("mailto:");
  expect(mail.searchParams.get("body")).toContain(link);
  expect(decodeURIComponent(mail.search)).not.toContain(words.bands[0]);
  await expect(page.locator("a[href*='calendar=retake']")).toBeVisible();
});

test("without scripts nothing is promised that needs one", async ({ page, person, words, api, language, scripted }) => {
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, WORST)));
  await page.getByText(words.moreSteps).click();
  await expect(page.getByRole("button", { name: words.copy })).toHaveCount(scripted ? 1 : 0);
  await expect(page.locator(".ticks-note")).toBeVisible({ visible: scripted });
  await page.getByRole("checkbox").nth(1).check();
});
