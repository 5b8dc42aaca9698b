// Respondents with a personal invitation.
import { expectScores, MIXED, MIXED_SCORES } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("the link greets, is not used up by looking, and leads to the result", async ({ page, person, words, api }) => {
  const quiz = await api.create({ name: "For you", anonymous: false });
  const { id, link } = await api.invite(quiz, { name: "Ana" });
  expect(link).toBe(quiz.pageOf(id));

  await person.opens(link);
  await person.opens(link);
  await expect(page.getByText(words.greeting("Ana"))).toBeVisible();
  expect(await api.responses(quiz)).toEqual({ started: 0, completed: 0 });

  await person.startButton.click();
  await person.answers(MIXED.slice(0, 2));
  await person.sees(3);
  expect(await api.responses(quiz)).toEqual({ started: 1, completed: 0 });

  const later = await person.inAnotherTab();
  await later.opens(link);
  await later.answers(MIXED.slice(2), 3);
  await later.seesResult();
  await expectScores(later.page, words, MIXED_SCORES.score, MIXED_SCORES.areas);

  await later.opens(link);
  await later.seesResult();
  expect(await api.savedCodes(quiz, id)).toEqual(MIXED);
});

test("a link that nobody was sent does not work", async ({ person, words, api, watch }) => {
  watch.allow(/status of 404/);
  const quiz = await api.create({ name: "For you", anonymous: false });
  await person.opens(quiz.pageOf("6f0e7e9c-3c7b-4a43-9d3c-0a8f6a2b9f11"));
  await person.seesNotice(words.linkNotValid);
  await person.opens(quiz.startPage);
  await person.seesNotice(words.linkNotValid);
});
