// What is typed: saved at rest, kept on the device while it isn't valid, and left out where a later answer hides it.
import { cut } from "../support/network.ts";
import { expect, test } from "../support/test.ts";

const QUESTIONS = [
  { id: "name", kind: "text", text: "A name?", required: false },
  { id: "hours", kind: "number", text: "Hours of sleep?", min: 0, max: 24, decimals: 1 },
  { id: "why", kind: "text", text: "Why so little?", showIf: { question: "hours", atMost: 5 } },
  { id: "end", text: "Done?", options: [{ label: "Yes" }, { label: "No" }] },
] as const;

const quiz = (language: string) => ({ name: "Typing", language, questions: QUESTIONS.map((question) => ({ ...question })) });

test("what is typed is saved at rest and on leaving the field", async ({ page, person, words, api, language }) => {
  const typing = await api.create(quiz(language) as never);
  await person.begins(typing.startPage, 3);
  const values = async () => (await api.record(typing, person.id) as { values?: Record<string, unknown> }).values;
  await page.getByRole("textbox").fill("Ana");
  await expect(person.saveStatus).toHaveText(words.saved);
  expect((await values())?.name).toBe("Ana");
  await page.getByRole("textbox").fill("Ana María");
  await page.getByRole("textbox").press("Tab");
  await expect.poll(async () => (await values())?.name).toBe("Ana María");
  await page.getByRole("textbox").fill("");
  await person.continues();
  await person.sees(2, 3);
  await expect.poll(async () => (await values())?.name).toBeUndefined();
});

test("what isn't valid yet survives a reload and is said on Continue", async ({ page, person, api, language }) => {
  const typing = await api.create(quiz(language) as never);
  await person.begins(typing.startPage, 3);
  await person.continues();
  await person.sees(2, 3);
  await page.getByRole("textbox").fill("six");
  await person.reloads();
  await expect(page.getByRole("textbox")).toHaveValue("six");
  await expect(page.getByRole("alert")).toBeHidden();
  await person.continues();
  await expect(page.getByRole("alert")).toBeFocused();
  await page.getByRole("textbox").fill("6,5");
  await expect(page.getByRole("alert")).toBeHidden();
  await person.continues();
  await person.sees(3, 3);
});

test("the answer decides at once what comes next, and what it hides is not submitted", async ({ page, person, api, language }) => {
  const typing = await api.create(quiz(language) as never);
  await person.begins(typing.startPage, 3);
  await person.continues();
  await page.getByRole("textbox").fill("4");
  await person.continues();
  await person.sees(3, 4);
  await page.getByRole("textbox").fill("A baby");
  await person.goesBack();
  await page.getByRole("textbox").fill("8");
  await person.continues();
  await person.sees(3, 3);
  await person.goesBack();
  await page.getByRole("textbox").fill("4");
  await person.continues();
  await expect(page.getByRole("textbox")).toHaveValue("A baby");
  await person.goesBack();
  await page.getByRole("textbox").fill("8");
  await person.continues();
  await person.answers([1], 3, 3);
  await expect.poll(async () => (await api.record(typing, person.id)).isCompleted).toBe(true);
  expect((await api.record(typing, person.id) as { values?: Record<string, unknown> }).values).toEqual({ hours: 8 });
});

test("a text that was typed offline is there in another tab, and is sent from there", async ({ page, person, api, language, watch }) => {
  watch.allow(/ERR_CONNECTION_REFUSED/);
  const typing = await api.create(quiz(language) as never);
  await person.begins(typing.startPage, 3);
  const link = typing.pageOf(person.id);
  await cut(page);
  await page.getByRole("textbox").fill("Ana");
  const later = await person.inAnotherTab();
  await page.close();
  await later.page.goto(link);
  await later.sees(2, 3);
  await expect.poll(async () => (await api.record(typing, later.id) as { values?: Record<string, unknown> }).values?.name).toBe("Ana");
});
