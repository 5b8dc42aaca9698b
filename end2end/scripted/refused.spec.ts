// Answers that the server rejects: they do not block others, and the page leads to what is missing.
import { ANSWERS } from "../support/network.ts";
import { expect, test } from "../support/test.ts";

/** The API's body for required questions without an answer. */
function missing(...questions: string[]): object {
  const details = questions.map((id) => ({ path: `answers.${id}`, message: "is required" }));
  return { error: `required questions are unanswered: ${questions.join(", ")}`, details };
}

test("answers behind a refused one are saved, and the page loaded anew leads back to it", async ({ page, person, words, api, watch }) => {
  watch.allow(/status of 422/);
  await person.begins(api.openQuiz.startPage);
  let refuse = () => {};
  const refusal = new Promise<void>((resolve) => (refuse = resolve));
  let isFirst = true;
  await page.route(ANSWERS, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await refusal;
    return route.fulfill({ status: 422, json: { error: "is not an option of this question" } });
  });
  await person.answers([4, 2, 3]);
  await person.sees(4);
  refuse();
  await expect(person.saveStatus).toHaveText(words.refused);
  expect((await api.savedCodes(api.openQuiz, person.id)).slice(0, 4)).toEqual([null, 2, 3, null]);

  await page.getByRole("button", { name: words.reload }).click();
  await person.answers([4]);
  for (const number of [2, 3]) {
    await person.sees(number);
    await person.continues();
  }
  await person.answers([1, 1, 1, 1, 1], 4);
  await person.seesResult();
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual([4, 2, 3, 1, 1, 1, 1, 1]);
});

test("answers that the server misses at the end are asked for, and no others", async ({ page, person, api, watch }) => {
  watch.allow(/status of 422/);
  await person.begins(api.openQuiz.startPage);
  let isFirst = true;
  await page.route(/\/answers\/submit$/, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return route.fulfill({ status: 422, json: missing("fhn2", "fhn6") });
  });
  await person.answers([1, 1, 1, 1, 1, 1, 1, 1]);
  await person.sees(2);
  await expect(page.getByRole("alert")).toBeFocused();
  await person.answers([3], 2);
  await person.answers([3], 6);
  await person.seesResult();
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual([1, 3, 1, 1, 1, 3, 1, 1]);
});

test("questions named like the words of an error keep their answers", async ({ page, person, words, api, language, watch }) => {
  watch.allow(/status of 422/);
  const ids = ["path", "message", "answers", "error", "last"];
  const quiz = await api.create({
    name: "Awkward names",
    language,
    questions: ids.map((id) => ({ id, text: `About ${id}?`, options: [{ label: "Yes" }, { label: "No" }] })),
  });
  await person.begins(quiz.startPage, 5);
  let isFirst = true;
  await page.route(/\/answers\/submit$/, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return route.fulfill({ status: 422, json: missing("last") });
  });
  await person.answers([1, 1, 1, 1, 1], 1, 5);
  await expect(page.getByRole("alert")).toBeFocused();
  await person.sees(5, 5);
  await person.answers([2], 5, 5);
  await person.seesNotice(words.thanks);
  expect(await api.savedCodes(quiz, person.id)).toEqual([1, 1, 1, 1, 2]);
});
