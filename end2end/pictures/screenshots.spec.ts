// The documentation's pictures, regenerated when UPDATE_SCREENSHOTS is set.
import { Host } from "../support/host.ts";
import { take } from "../support/picture.ts";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

/** Answers with a result in each band. */
const BANDS = [
  ["vulnerable", [5, 5, 4, 5, 4, 5, 6, 4]],
  ["coping", MIXED],
  ["healthy", [1, 2, 1, 1, 1, 2, 1, 2]],
] as const;

test.use({ viewport: { width: 390, height: 760 } });

for (const [locale, suffix] of [["en-GB", ""], ["es-ES", "-es"]] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("start, question and error on a phone", async ({ page, person, words, api }) => {
      await person.opens(api.openQuiz.startPage);
      await take(page, `start${suffix}`);
      await person.begins(api.openQuiz.startPage);
      await person.answers([2]);
      await person.sees(2);
      await person.chooses(2);
      await expect(person.saveStatus).toHaveText(words.saved);
      await take(page, `question${suffix}`);
      await person.continues();
      await person.sees(3);
      await person.continues();
      await expect(page.getByRole("alert")).toBeFocused();
      await expect(person.saveStatus).toHaveText(words.saved);
      await take(page, `error${suffix}`);
    });

    for (const [band, codes] of BANDS) {
      test(`a result that is ${band}`, async ({ page, person, api, language }) => {
        await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, [...codes])));
        await take(page, `result-${band}${suffix}`);
      });
    }
  });
}

test.describe("inside another application", () => {
  test.use({ viewport: { width: 760, height: 860 } });

  test("question", async ({ page, api }) => {
    const host = await Host.start();
    const allowedOrigins = [host.origin];
    const quiz = await api.create({ name: "Money check-up", anonymous: false, inapp: true, allowedOrigins });
    host.embeds(quiz, "customer-4711");
    await page.goto(host.origin);
    const frame = page.frameLocator("iframe");
    await frame.getByText("Question 1 of 8").waitFor();
    await frame.getByRole("radio").nth(1).press("Space");
    await frame.getByText("Saved").waitFor();
    await take(page, "embedded");
    await host.stop();
  });
});

test("result on paper", async ({ page, person, api, language }) => {
  await page.setViewportSize({ width: 680, height: 860 });
  await page.emulateMedia({ media: "print" });
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
  await take(page, "result-print");
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });

  test("question and result", async ({ page, person, words, api, language }) => {
    await person.begins(api.openQuiz.startPage);
    await person.chooses(2);
    await expect(person.saveStatus).toHaveText(words.saved);
    await take(page, "question-dark");
    await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
    await take(page, "result-dark");
  });
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1100, height: 720 } });

  test("question", async ({ page, person, words, api }) => {
    await person.begins(api.openQuiz.startPage);
    await person.answers([2]);
    await person.sees(2);
    await person.chooses(2);
    await expect(person.saveStatus).toHaveText(words.saved);
    await take(page, "question-desktop");
  });
});
