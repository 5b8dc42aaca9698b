// Questions and options in the order of an attempt, options that others have taken, and texts that quote an answer.
import type { NewQuiz } from "../support/api.ts";
import { Answering } from "../support/answering.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { expect, test } from "../support/test.ts";

const SHUFFLED: NewQuiz = {
  name: "In any order",
  questions: [
    { id: "intro", kind: "statement", text: { en: "Now some questions", es: "Ahora unas preguntas" }, shuffle: "questions" },
    ...["one", "two", "three", "four"].map((id) => ({
      id,
      text: { en: `Question ${id}?`, es: `¿Pregunta ${id}?` },
      shuffle: true as const,
      options: ["A", "B", "C", "D"].map((label) => ({ label: { en: label, es: label }, last: label === "D" })),
    })),
  ],
};

test("an attempt keeps its order from page to page and when it is loaded again", async ({ page, person, api, scripted, demo }) => {
  const quiz = await api.create(SHUFFLED);
  const answering = new Answering(page, person, scripted);
  await answering.begins(quiz.startPage);
  const user = new URL(page.url()).pathname.split("/").at(-1)!;
  const begun = await fetch(`${demo.url}/api/v1/namespaces/${quiz.namespace}/quizzes/${quiz.id}/users/anonymous/initQuiz`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ anon_id: user }),
  });
  const { order } = (await begun.json()) as { order: Record<string, string[]> };
  const asked: string[] = [];
  for (let id = await answering.current(); id !== ""; id = await answering.current()) {
    asked.push(id);
    if (id !== "intro") {
      const options = () => answering.form.locator("input[type=radio]").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
      expect(await options()).toEqual(order[id]);
      await page.reload();
      expect(await answering.current()).toBe(id);
      expect(await options()).toEqual(order[id]);
      await answering.fills({ choose: 2 });
    }
    await answering.continues();
    await answering.comesTo((next) => next !== id);
  }
  expect(asked).toEqual(["intro", ...order["intro"]!]);
});

const COURSE: NewQuiz = {
  name: "Course",
  places: { most: 2, text: { en: "The course is full.", es: "El curso está completo." } },
  questions: [
    {
      id: "slot",
      text: { en: "When do you come?", es: "¿Cuándo vienes?" },
      options: [
        { label: { en: "In the morning", es: "Por la mañana" }, places: 1 },
        { label: { en: "In the evening", es: "Por la tarde" } },
      ],
    },
    { id: "why", kind: "text", text: { en: "Why “{answer:slot}”?", es: "¿Por qué «{answer:slot}»?" }, required: false },
  ],
};

// Each question of it is a page of its own, with scripts too.
test("a place that others have taken is not offered, and a full quiz says so", async ({ page, api, language, watch }) => {
  watch.allow(/status of 409/);
  const quiz = await api.create(COURSE);
  await api.submitAll(quiz, language, { slot: 1 });
  await page.goto(`${quiz.startPage}?lang=${language}`);
  await page.locator(".start form button[type=submit]").first().click();
  await expect(page.getByRole("radio").first()).toBeDisabled();
  await expect(page.getByText(language === "es" ? "Por la mañana (no quedan plazas)" : "In the morning (no places left)")).toBeVisible();
  await expectSoundLayout(page);
  await page.getByRole("radio").nth(1).check();
  await page.getByRole("button", { name: language === "es" ? "Continuar" : "Continue" }).click();
  const quoted = language === "es" ? "¿Por qué «Por la tarde»?" : "Why “In the evening”?";
  await expect(page.getByText(quoted).first()).toBeVisible();
  await page.getByRole("textbox").fill("It suits me");
  await page.locator("form:has(input[name=question]) button[type=submit]").first().click();
  await expect(page.locator("form:has(input[name=question])")).toHaveCount(0);
  await page.goto(`${quiz.startPage}?lang=${language}`);
  await expect(page.getByText(language === "es" ? "El curso está completo." : "The course is full.")).toBeVisible();
});
