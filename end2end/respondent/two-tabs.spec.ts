// One respondent in two tabs.
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("what one tab hands in, the other shows", async ({ person, api, scripted, watch }) => {
  watch.allow(/status of 409/);
  await person.begins(api.openQuiz.startPage);
  const other = await person.inAnotherTab();
  await other.opens(api.openQuiz.pageOf(person.id));
  await other.answers(MIXED);
  await other.seesResult();

  await person.chooses(1);
  // With scripts the choice is sent immediately, and the reply moves on.
  if (!scripted) await person.continues();
  await person.seesResult();
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual(MIXED);
});

test("both may answer, and the last word counts", async ({ person, api }) => {
  await person.begins(api.openQuiz.startPage);
  const other = await person.inAnotherTab();
  await other.opens(api.openQuiz.pageOf(person.id));
  await person.answers([1]);
  await person.sees(2);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id))[0]).toBe(1);
  await other.answers([5]);
  await other.sees(2);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id))[0]).toBe(5);
});
