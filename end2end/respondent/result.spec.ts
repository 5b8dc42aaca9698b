// The result puts one thing first and is short, with scripts and without.
import { readFileSync } from "node:fs";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

const WORST = [5, 5, 5, 5, 4, 6, 6, 5];
/** Pixels, on a phone of 390. */
const TALLEST = 2800;

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
      expect(height).toBeLessThanOrEqual(TALLEST);
    });
  }
}

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

test("where the owner names no help, the first card says how to find some", async ({ page, person, words, api, language }) => {
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, WORST)));
  const findHelp = page.getByRole("region", { name: words.startHere }).getByText(words.findHelp);
  await findHelp.click();
  await expect(findHelp.locator("xpath=following-sibling::p")).toBeVisible();
});

test("a reminder is a calendar file, and a message to oneself holds the link", async ({ page, person, words, api, language }) => {
  const quiz = await api.create({ name: "Money check-up", retryAfterDays: 30 });
  const link = quiz.pageOf(await api.submit(quiz, language, WORST));
  await person.opens(link);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: words.remind }).click(),
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
