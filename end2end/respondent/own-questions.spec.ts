// A quiz with custom questions: no score, and a custom colour.
import { expect, test } from "../support/test.ts";

test("its end is a thank-you with the answers, and no score", async ({ page, person, words, api, language, ownQuiz }) => {
  const { questions } = await api.publicQuiz(ownQuiz, language);
  await person.begins(ownQuiz.startPage, 2);
  await expect(person.heading).toHaveText(questions[0]!.text);
  await expect(page.getByText(questions[0]!.help!)).toBeVisible();
  await person.answers([2], 1, 2);
  await person.sees(2, 2);
  await person.skips();
  await person.seesNotice(words.thanks);

  await expect(page.getByRole("definition")).toHaveText([questions[0]!.options[1]!.label, words.notAnswered]);
  await expect(page.getByRole("article")).toHaveCount(0);
  expect(await api.savedCodes(ownQuiz, person.id)).toEqual([2, null]);
});

test("its colour is made legible", async ({ page, person, ownQuiz }) => {
  await person.opens(ownQuiz.startPage);
  const colours = await person.startButton.evaluate((button) => {
    const { color, backgroundColor } = getComputedStyle(button);
    return [color, backgroundColor].map((text) => text.match(/[\d.]+/g)!.slice(0, 3).map(Number));
  });
  const luminance = (rgb: number[]) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [dark, light] = colours.map(luminance).sort((a, b) => a - b);
  expect((light! + 0.05) / (dark! + 0.05)).toBeGreaterThanOrEqual(4.5);
});

test("its colour is drawn on every page, in light and in dark", async ({ page, person, api, language }) => {
  const quiz = await api.create({ name: "In blue", primaryColor: "#004488" });
  const [done, begun] = [await api.submit(quiz, language, [4, 4, 1, 1, 1, 1, 1, 1]), await api.begin(quiz, language)];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const ofLogo = () => page.locator(".logo-dot").evaluate((dot) => getComputedStyle(dot).fill);
    const drawn = async () => {
      // For a respondent who has begun, the first button leads back to the answers and the other is plain.
      const button = page.locator("main .button").filter({ visible: true }).first();
      return [await button.evaluate((button) => getComputedStyle(button).backgroundColor), await ofLogo()];
    };
    await person.opens(quiz.startPage);
    const onStart = await drawn();
    await person.opens(quiz.pageOf(begun));
    const onQuestion = await drawn();
    await person.opens(quiz.pageOf(done));
    expect([...onQuestion, await ofLogo()]).toEqual([...onStart, onStart[0]]);
    if (colorScheme === "light") expect(onStart[0]).toBe("rgb(0, 68, 136)");
    else expect(onStart[0]).not.toBe("rgb(242, 166, 94)");
  }
});
