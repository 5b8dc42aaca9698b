// A quiz in Arabic: its pages run right to left, on phones and desktops, in light and in dark.
import { expectAccessible } from "../support/axe.ts";
import type { NewQuiz } from "../support/api.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { expect, test } from "../support/test.ts";
import { WORDS, type Words } from "../support/words.ts";

/** Translates only the words that these tests need. */
const ARABIC: Words = {
  ...WORDS.en,
  start: "البدء",
  startAnew: "البدء من جديد",
  progress: (number, total) => `السؤال ${number} من ${total}`,
  proceed: "متابعة",
  sendAnswers: "إرسال إجاباتي",
  skip: "تخطي هذا السؤال",
  back: "رجوع",
  errorChoose: "يُرجى اختيار إجابة للمتابعة",
  thanks: "شكرًا على إجاباتك",
};

const arabic = (ar: string, en: string) => ({ ar, en });

const QUIZ: NewQuiz = {
  name: arabic("استبيان الفريق", "Team survey"),
  description: arabic("ثلاثة أسئلة قصيرة عن العمل معًا.", "Three short questions."),
  language: "ar",
  about: { runBy: "Example Ltd" },
  questions: [
    {
      id: "place",
      text: arabic("أين تعمل في معظم الأيام؟", "Where do you work most days?"),
      help: arabic("يكفي أقرب جواب.", "The closest answer will do."),
      options: [{ label: arabic("في المنزل", "At home") }, { label: arabic("في المكتب", "In an office") }],
    },
    {
      id: "tool",
      text: arabic("ما أكثر لغة برمجة تستخدمها؟", "Which programming language do you use most?"),
      required: false,
      options: [{ label: "C++" }, { label: "Rust" }, { label: arabic("لغة أخرى", "Another") }],
    },
    {
      id: "mood",
      text: arabic("كيف كان أسبوعك؟", "How was your week?"),
      options: [{ label: arabic("جيدًا", "Good") }, { label: arabic("صعبًا", "Hard") }],
    },
  ],
};

test.use({ locale: "ar-EG" });

for (const width of [320, 1280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`every page keeps its place at ${width} pixels, ${colorScheme}`, async ({ page, person, scripted, api, watch }) => {
      watch.allow(/status of 422/);
      await page.setViewportSize({ width, height: 700 });
      await page.emulateMedia({ colorScheme });
      const reader = person.reading(ARABIC);
      const quiz = await api.create(QUIZ);
      const looks = async () => {
        await expect(page.locator("html")).toHaveAttribute("lang", "ar");
        await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
        await expectSoundLayout(page);
        // axe runs as a script in the page.
        if (scripted) await expectAccessible(page);
      };

      await reader.opens(quiz.startPage);
      await looks();
      await reader.startButton.click();
      await reader.sees(1, 3);
      await looks();
      await reader.continues();
      await expect(page.getByRole("alert")).toBeVisible();
      await looks();
      await reader.answers([1], 1, 3);
      await reader.sees(2, 3);
      await looks();
      await reader.answers([2, 1], 2, 3);
      await reader.seesNotice(ARABIC.thanks);
      await looks();
    });
  }
}

test("what points or grows along a line runs from right to left", async ({ page, person, api }) => {
  const reader = person.reading(ARABIC);
  const quiz = await api.create(QUIZ);
  await reader.begins(quiz.startPage, 3);
  await reader.answers([1], 1, 3);
  await reader.sees(2, 3);

  const edges = (selector: string) =>
    page.locator(selector).first().evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    });
  const [track, value] = [await edges(".stepper .meter-track"), await edges(".stepper .meter-value")];
  expect(Math.abs(value.right - track.right), "the bar begins at the right").toBeLessThan(2);
  expect(value.left).toBeGreaterThan(track.left + 10);
  const [back, column] = [await edges(".back-link"), await edges(".way")];
  expect(column.right - back.right, "the way back stands where lines begin").toBeLessThan(2);

  const radio = page.locator(".option:visible input").first();
  const label = page.locator(".option:visible span").first();
  const [box, text] = [(await radio.boundingBox())!, (await label.boundingBox())!];
  expect(box.x, "an option's circle stands before its text").toBeGreaterThan(text.x);
  await expect(label, "a text in the quiz's own language has no other").not.toHaveAttribute("dir");
});

test("a text in another language says its own, and its direction", async ({ page, person, api }) => {
  const reader = person.reading(ARABIC);
  const quiz = await api.create({ ...QUIZ, name: { en: "Team survey" } });
  await reader.opens(`${quiz.startPage}?lang=ar`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(reader.heading).toHaveAttribute("lang", "en");
  await expect(reader.heading).toHaveAttribute("dir", "ltr");
});

test("a language is chosen among all that the quiz is written in", async ({ page, person, api }) => {
  const quiz = await api.create(QUIZ);
  await person.reading(ARABIC).opens(quiz.startPage);
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  await expect(person.reading(WORDS.en).startButton).toBeVisible();
  await page.getByRole("link", { name: "العربية" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});
