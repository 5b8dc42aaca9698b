// Answers survive failures: the network goes and comes back, the server is busy.
import { answerWith, cut } from "../support/network.ts";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("offline in the middle, and back: nothing is lost", async ({ person, words, api, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await person.begins(api.openQuiz.startPage);
  await person.answers(MIXED.slice(0, 2));
  await expect(person.saveStatus).toHaveText(words.saved);

  await context.setOffline(true);
  await person.answers(MIXED.slice(2, 6), 3);
  await person.sees(7);
  await expect(person.saveStatus).toHaveText(words.notSaved);
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual([...MIXED.slice(0, 2), ...Array<null>(6).fill(null)]);

  await context.setOffline(false);
  await expect(person.saveStatus).toHaveText(words.saved);
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual([...MIXED.slice(0, 6), null, null]);

  await person.answers(MIXED.slice(6), 7);
  await person.seesResult();
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual(MIXED);
});

test("offline at the very end: the result comes when the network does", async ({ person, words, api, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await person.begins(api.openQuiz.startPage);
  await person.answers(MIXED.slice(0, 7));
  await person.sees(8);
  await expect(person.saveStatus).toHaveText(words.saved);
  await context.setOffline(true);
  await person.answers(MIXED.slice(7), 8);
  await expect(person.saveStatus).toHaveText(words.resultWaits);
  await context.setOffline(false);
  await person.seesResult();
  expect((await api.record(api.openQuiz, person.id)).score).toBe(73);
});

test("a server that is gone is tried again, by itself and on demand", async ({ page, person, words, api, watch }) => {
  watch.allow(/ERR_CONNECTION_REFUSED/);
  await person.begins(api.openQuiz.startPage);
  const connection = await cut(page);
  await person.answers([1, 2]);
  await expect(person.saveStatus).toHaveText(words.notSaved);
  // Each failure lengthens the page's own delay, so that the final save comes from the click.
  for (let failure = 0; failure < 3; failure += 1) {
    await page.getByRole("button", { name: words.retry }).click();
    await expect(person.saveStatus).toHaveText(words.notSaved);
  }
  await connection.mend();
  await page.getByRole("button", { name: words.retry }).click();
  await expect(person.saveStatus).toHaveText(words.saved);
  await expect(page.getByRole("button", { name: words.retry })).toBeHidden();

  const again = await cut(page);
  await person.answers([3], 3);
  await expect(person.saveStatus).toHaveText(words.notSaved);
  await again.mend();
  await expect(person.saveStatus).toHaveText(words.saved);
  expect((await api.savedCodes(api.openQuiz, person.id)).slice(0, 4)).toEqual([1, 2, 3, null]);
});

test("a mind changed while offline: the last word is what is saved", async ({ person, words, api, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await person.begins(api.openQuiz.startPage);
  await context.setOffline(true);
  await person.answers([1]);
  await person.sees(2);
  await person.goesBack();
  await person.answers([4]);
  await person.sees(2);
  await context.setOffline(false);
  await expect(person.saveStatus).toHaveText(words.saved);
  expect((await api.savedCodes(api.openQuiz, person.id))[0]).toBe(4);
});

test("an answer taken back while offline is never sent", async ({ page, person, words, api, optionalQuiz, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await person.begins(optionalQuiz.startPage);
  await person.answers([1, 1, 1]);
  await person.sees(4);
  await expect(person.saveStatus).toHaveText(words.saved);
  const sent: string[] = [];
  await context.setOffline(true);
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await person.answers([2], 4);
  await person.sees(5);
  await person.goesBack();
  await person.sees(4);
  await person.skips();
  await person.sees(5);
  await expect(person.saveStatus).toHaveText(words.notSaved);
  sent.length = 0;
  await context.setOffline(false);
  await expect(person.saveStatus).toHaveText(words.saved);
  const about = sent.filter((body) => body.includes("fhn4"));
  expect(about).not.toEqual([]);
  for (const body of about) expect(body).toContain('"answer":null');
  expect((await api.savedCodes(optionalQuiz, person.id)).slice(0, 4)).toEqual([1, 1, 1, null]);
  await person.answers([1, 1, 1, 1], 5);
  await person.seesResult();
  expect((await api.savedCodes(optionalQuiz, person.id))[3]).toBe(null);
});

for (const status of [500, 503, 429]) {
  test(`a ${status} is tried again until it is saved`, async ({ page, person, words, api, watch }) => {
    watch.allow(new RegExp(`status of ${status}`));
    await person.begins(api.openQuiz.startPage);
    await answerWith(page, [status], { "retry-after": "1" });
    await person.answers([2]);
    await expect(person.saveStatus).toHaveText(words.notSaved);
    await expect(person.saveStatus).toHaveText(words.saved);
    expect((await api.savedCodes(api.openQuiz, person.id))[0]).toBe(2);
  });
}

test("a busy server at the end delays the result and no more", async ({ page, person, api, watch }) => {
  watch.allow(/status of 503/);
  await person.begins(api.openQuiz.startPage);
  await person.answers(MIXED.slice(0, 7));
  await person.sees(8);
  await answerWith(page, [503], { "retry-after": "1" });
  await person.answers(MIXED.slice(7), 8);
  await person.seesResult();
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual(MIXED);
});

test("an answer to a quiz that has closed leads to the page that says so", async ({ person, words, api, watch }) => {
  watch.allow(/status of (409|410)/);
  const quiz = await api.create({ name: "Soon over" });
  await person.begins(quiz.startPage);
  await api.change(quiz, { status: "closed" });
  await person.options.first().click();
  await person.seesNotice(words.closed);
});
