// Resuming by the personal link.
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("the link opens the first question that is left", async ({ person, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answers([1, 2, 3]);
  await person.sees(4);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id)).slice(0, 3)).toEqual([1, 2, 3]);

  const link = api.openQuiz.pageOf(person.id);
  const later = await person.inAnotherTab();
  await later.opens(link);
  await later.sees(4);
  await later.goesBack();
  await later.sees(3);
  expect(await later.chosen()).toBe(3);
});

test("once handed in, the link shows the result, with itself to keep", async ({ page, person, api, language }) => {
  const user = await api.submit(api.openQuiz, language, MIXED);
  const link = api.openQuiz.pageOf(user);
  await person.opens(link);
  await person.seesResult();
  await expect(page.getByRole("link", { name: link })).toHaveAttribute("href", link);
});

test("handed in, no question opens any more", async ({ person, api, language }) => {
  const user = await api.submit(api.openQuiz, language, MIXED);
  await person.opens(`${api.openQuiz.pageOf(user)}?q=fhn2`);
  await person.seesResult();
});
