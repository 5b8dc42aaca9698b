// A quiz that shows immediately whether an answer is right, from start to end.
import { readFileSync } from "node:fs";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/test.ts";
import type { NewQuiz } from "../support/api.ts";

const COURSE = JSON.parse(readFileSync(new URL("../../templates/course-quiz.json", import.meta.url), "utf8")) as NewQuiz;

const SAID = {
  en: { right: "Right", wrong: "Not right", yours: "Your answer", rightAnswer: "Right answer", why: "Length counts more" },
  es: { right: "Correcto", wrong: "No es correcto", yours: "Tu respuesta", rightAnswer: "Respuesta correcta", why: "Cuenta más la longitud" },
};

test("each answer is told to be right or not, with the right one, and the way leads to the result", async ({ page, words, language, scripted, api }) => {
  const said = SAID[language];
  const quiz = await api.create(COURSE);
  const verdict = page.getByRole("status").filter({ hasText: new RegExp(`^(${said.right}|${said.wrong})$`) });
  const button = page.locator(".question .button");
  await page.goto(quiz.startPage);
  await page.getByRole("button", { name: words.start }).click();

  await page.getByRole("radio").first().check();
  await button.click();
  await expect(verdict).toHaveText(said.wrong);
  await expect(page.locator(".option.wrong")).toContainText(said.yours);
  await expect(page.locator(".option.right")).toContainText(said.rightAnswer);
  await expect(page.locator(".explanation")).toContainText(said.why);
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.locator(".question input:not([type=hidden])")).toHaveCount(0);
  // axe runs as a script in the page.
  if (scripted) await expectAccessible(page);

  await button.click();
  await page.getByRole("textbox").fill("10000");
  await button.click();
  await expect(verdict).toHaveText(said.right);
  await expect(page.locator(".answers dd").last()).toHaveText(language === "en" ? "10,000" : "10.000");
  await page.goBack();
  await page.goBack();
  await expect(verdict, "what was told stays").toHaveText(said.wrong);
  await page.goForward();
  await page.goForward();
  await button.click();

  await page.getByRole("radio").last().check();
  await button.click();
  await button.click();
  for (const at of [0, 2]) await page.getByRole("checkbox").nth(at).check();
  await button.click();
  await expect(page.locator(".option.right")).toHaveCount(2);
  await button.click();
  await page.getByRole("radio").nth(1).check();
  await button.click();
  await expect(verdict).toHaveText(said.right);
  await page.getByRole("button", { name: words.finish }).click();
  await expect(page.locator("main")).toContainText(language === "en" ? "Passed" : "Superado");
});
