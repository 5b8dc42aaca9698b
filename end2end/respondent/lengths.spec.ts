// Custom questions of many lengths, in windows of many widths.
import type { NewQuestion } from "../support/api.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { expect, test } from "../support/test.ts";
import { WORDS } from "../support/words.ts";

const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 200);
const SENTENCE = "A label that says at some length what it is about, and then says it again. ".repeat(3).slice(0, 200);

function question(id: string, text: string, labels: string[], more: Partial<NewQuestion> = {}): NewQuestion {
  return { id, text, options: labels.map((label) => ({ label })), ...more };
}

const LENGTHS = {
  name: `A quiz with a long name ${WORD.slice(0, 120)}`,
  questions: [
    // Offered in both languages, although this text alone differs.
    { ...question("plain", "", ["Yes", "No"]), text: { en: "Tea?", es: "¿Té?" } },
    question("optional", "Coffee?", ["Yes", "No"], { required: false }),
    question("letters", "?", ["A", "B"], { help: "One." }),
    question("sentences", `${SENTENCE}?`, [SENTENCE, "Short", SENTENCE], { help: SENTENCE.repeat(3) }),
    question("words", WORD, [WORD, "Short"], { help: WORD.repeat(2), required: false }),
    question("many", "Which one of thirty?", Array.from({ length: 30 }, (_, index) => `${index + 1}`)),
  ],
};

const WINDOWS = [[320, 640], [390, 664], [768, 1024], [1366, 657]] as const;

test("own questions of any length stand in their column at any width", async ({ page, person: visitor, api, watch }) => {
  // A quiz with texts in one language has pages in that language only.
  const person = visitor.reading(WORDS.en);
  watch.allow(/status of 422/);
  const quiz = await api.create(LENGTHS);
  const total = LENGTHS.questions.length;
  const looks = async () => {
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await expectSoundLayout(page);
    }
  };
  await person.opens(quiz.startPage);
  await looks();
  await person.begins(quiz.startPage, total);
  for (let number = 1; number <= total; number += 1) {
    await person.sees(number, total);
    await looks();
    // Continuing would skip an optional question.
    if (LENGTHS.questions[number - 1]!.required !== false) {
      await person.continues();
      await expect(page.getByRole("alert")).toBeVisible();
      await looks();
    }
    await person.chooses(2);
    await person.continues();
  }
  await person.seesNotice(WORDS.en.thanks);
  await looks();
});
