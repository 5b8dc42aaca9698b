// Quizzes that accept no answers at the moment, and addresses that do not exist.
import { Answering } from "../support/answering.ts";
import { expect, test } from "../support/test.ts";
import { WORDS } from "../support/words.ts";

test("a closed quiz says so to newcomers, and still shows results", async ({ page, person, words, api, language, watch }) => {
  watch.allow(/status of 410/);
  const quiz = await api.create({ name: "Over" });
  const user = await api.submit(quiz, language, [1, 1, 1, 1, 1, 1, 1, 1]);
  const unfinished = await api.begin(quiz, language);
  await person.opens(quiz.pageOf(unfinished));
  await person.chooses(1);
  await person.continues();
  await person.sees(2);
  await expect.poll(() => api.savedCodes(quiz, unfinished)).toContain(1);
  await api.change(quiz, { status: "closed" });

  for (const address of [quiz.startPage, quiz.pageOf(unfinished)]) {
    await person.opens(address);
    await person.seesNotice(words.closed);
    await expect(page.getByText("Over", { exact: true })).toBeVisible();
    await expect(page.getByText(words.closedMidway)).toHaveCount(address === quiz.startPage ? 0 : 1);
  }
  await person.opens(quiz.pageOf(user));
  await person.seesResult();
});

test("a quiz that closes on the start page says so when it is begun", async ({ person, words, api, watch }) => {
  watch.allow(/status of 410/);
  const quiz = await api.create({ name: "Over" });
  await person.opens(quiz.startPage);
  await api.change(quiz, { status: "closed" });
  await person.startButton.click();
  await person.seesNotice(words.closed);
});

test("what is being written when a quiz closes stays on the page", async ({ page, person: visitor, scripted, api, watch }) => {
  watch.allow(/status of (409|410)/);
  const person = visitor.reading(WORDS.en);
  const quiz = await api.create({ name: "Over", questions: [{ id: "essay", kind: "text", long: true, text: "What happened?", maxLength: 1000 }] });
  const answering = new Answering(page, person, scripted);
  await answering.begins(quiz.startPage);
  await api.change(quiz, { status: "closed" });
  await answering.fills({ write: "It began in May.\nThen it rained." });
  await answering.continues();
  await person.seesNotice(WORDS.en.closed);
  await expect(page.getByText(WORDS.en.closedMidway)).toBeVisible();
  await expect(page.getByText("It began in May.\nThen it rained.")).toBeVisible();
});

test("addresses that lead nowhere say what to do", async ({ page, person, words, api, watch }) => {
  watch.allow(/status of 404/);
  for (const [address, title] of [
    ["/nowhere", words.notFound],
    ["/aq/demo/0000000000000000", words.quizNotFound],
    [api.openQuiz.pageOf("anon_made-up"), words.linkNotValid],
  ] as const) {
    await person.opens(address);
    await person.seesNotice(title);
  }
  await page.getByRole("link", { name: words.home }).click();
  await expect(page).toHaveURL("/");
});
