// The pictures of the documentation, made anew when UPDATE_SCREENSHOTS is set.
import { Host } from "../support/host.ts";
import { take } from "../support/picture.ts";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test.use({ viewport: { width: 390, height: 760 } });

test.describe("inside another application", () => {
  test.use({ viewport: { width: 760, height: 720 } });

  test("question", async ({ page, api }) => {
    const host = await Host.start();
    const allowedOrigins = [host.origin];
    const quiz = await api.create({ name: "Money check-up", anonymous: false, inapp: true, allowedOrigins });
    host.embeds(quiz, "7b6f7a52-6a0b-4a53-9d0e-1f3c0f6f2a91");
    await page.goto(host.origin);
    const frame = page.frameLocator("iframe");
    await frame.getByText("Question 1 of 8").waitFor();
    await frame.getByRole("radio").nth(1).press("Space");
    await take(page, "embedded");
    await host.stop();
  });
});

test("start, question, error, result on a phone", async ({ page, person, api, language }) => {
  await person.opens(api.openQuiz.startPage);
  await take(page, "start");
  await person.begins(api.openQuiz.startPage);
  await person.answers([2]);
  await person.sees(2);
  await person.chooses(2);
  await take(page, "question");
  await person.continues();
  await person.sees(3);
  await person.continues();
  await expect(page.getByRole("alert")).toBeFocused();
  await take(page, "error");
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
  await take(page, "result");
});

test("result on paper", async ({ page, person, api, language }) => {
  await page.setViewportSize({ width: 680, height: 860 });
  await page.emulateMedia({ media: "print" });
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
  await take(page, "result-print");
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });

  test("result", async ({ page, person, api, language }) => {
    await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
    await take(page, "result-dark");
  });
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1100, height: 720 } });

  test("question", async ({ page, person, api }) => {
    await person.begins(api.openQuiz.startPage);
    await person.answers([2]);
    await person.sees(2);
    await person.chooses(2);
    await take(page, "question-desktop");
  });
});
