// Typed answers: saved after a pause, kept on the device while invalid, and removed when a later answer hides the
// question.
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

test("a date is read with the name of its month, and whole as it is pasted", async ({ page, person, api, language, watch }) => {
  // The server rejects a form with an invalid value.
  watch.allow(/422 \(Unprocessable/);
  const questions = ["born", "moved", "last"].map((id) => ({ id, kind: "date", text: `When, ${id}?` }));
  const dates = await api.create({ name: "Dates", language, questions } as never);
  await person.begins(dates.startPage, 3);
  const fields = page.getByRole("textbox");
  for (const [field, text] of [["day", "14"], ["month", "mar"], ["year", "1985"]] as const) {
    await page.locator(`[name=answer_${field}]:visible`).fill(text);
  }
  await person.continues();
  await person.sees(2, 3);
  // Neither is kept on the device as unfinished.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("unsent")))).toEqual([]);
  await fields.first().fill("1985-03-14");
  await person.continues();
  await person.sees(3, 3);
  await person.goesBack();
  for (const [field, text] of [["day", "14"], ["month", "3"], ["year", "1985"]] as const) {
    await expect(page.locator(`[name=answer_${field}]:visible`)).toHaveValue(text);
  }
  await person.continues();
  await person.sees(3, 3);
  // The order of day and month is ambiguous.
  await fields.first().fill("4/3/1985");
  await person.continues();
  await expect(page.getByRole("alert")).toBeFocused();
  if (language === "en") await expect(page.getByRole("alert")).toHaveText(/Enter the month, as a number or a name/);
  await expect(fields.first()).toHaveValue("4/3/1985");
  await person.sees(3, 3);
});

test("where a number has two readings the page asks, also if the bounds take one of them alone", async ({ page, person, words, api, language }) => {
  const questions = [{ id: "rent", kind: "number", text: "Rent?", min: 0, max: 20_000, decimals: 2, unit: "$" }, QUESTIONS[3]];
  const money = await api.create({ name: "Rent", language, questions } as never);
  await person.begins(money.startPage, 2);
  await page.getByRole("textbox").fill("45,000");
  await person.continues();
  await expect(page.getByRole("alert")).toContainText("45000");
  await person.sees(1, 2);
  await page.getByRole("textbox").fill("US$4,500.00");
  await expect(person.saveStatus).toHaveText(words.saved);
  expect((await api.record(money, person.id) as { values?: object }).values).toEqual({ rent: 4500 });
});
