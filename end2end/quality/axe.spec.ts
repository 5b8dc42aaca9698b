// Pages pass axe's rules in both languages, in light and in dark.
import { expectAccessible } from "../support/axe.ts";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

for (const locale of ["en-GB", "es-ES"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${locale}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme });

      test("home and start", async ({ page, person, api }) => {
        for (const address of ["/", api.openQuiz.startPage]) {
          await person.opens(address);
          await expectAccessible(page);
        }
      });

      test("question and error, made in place", async ({ page, person, api }) => {
        await person.begins(api.openQuiz.startPage);
        await expectAccessible(page);
        await person.continues();
        await expect(page.getByRole("alert")).toBeVisible();
        await expectAccessible(page);
        await person.answers([1]);
        await person.sees(2);
        await expectAccessible(page);
      });

      test("error, made by the server", async ({ page, person, api, watch }) => {
        watch.allow(/status of 422/);
        await person.begins(api.openQuiz.startPage);
        await page.evaluate(() => document.querySelector<HTMLFormElement>("section:not([hidden]) form")!.submit());
        await expect(page.getByRole("alert")).toBeVisible();
        await expectAccessible(page);
      });

      test("result, folded and unfolded", async ({ page, person, api, language }) => {
        await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
        await expectAccessible(page);
        for (const summary of await page.locator("summary").all()) await summary.click();
        await expectAccessible(page);
      });

      test("a quiz that is taken again", async ({ page, person, words, api, language }) => {
        const quiz = await api.create({ name: "Again", retryAfterDays: 0 });
        await person.opens(quiz.pageOf(await api.submit(quiz, language, MIXED)));
        await expectAccessible(page);
        await page.getByRole("button", { name: words.takeItAgain }).click();
        await person.sees(1);
        await expectAccessible(page);
        await page.getByRole("link", { name: words.earlierResult }).click();
        await expectAccessible(page);
      });

      test("a quiz in a colour of its own, with a question to skip", async ({ page, person, ownQuiz }) => {
        await person.begins(ownQuiz.startPage, 2);
        await person.answers([1], 1, 2);
        await person.sees(2, 2);
        await expectAccessible(page);
        await person.skips();
        await expect(page.getByRole("definition")).toHaveCount(2);
        await expectAccessible(page);
      });

      test("notices", async ({ page, person, api, watch }) => {
        watch.allow(/status of (400|404)/);
        for (const address of ["/nowhere", api.inAppQuiz.startPage]) {
          await person.opens(address);
          await expectAccessible(page);
        }
      });
    });
  }
}

test("on a desktop", async ({ page, person, api, language }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const user = await api.submit(api.openQuiz, language, MIXED);
  for (const address of ["/", api.openQuiz.startPage, api.openQuiz.pageOf(user)]) {
    await person.opens(address);
    await expectAccessible(page);
  }
});
