// Scripts run, but the page's program never arrives: the plain forms still work.
import { expectScores, MIXED, MIXED_SCORES } from "../support/result.ts";
import { Person } from "../support/person.ts";
import { expect, test } from "../support/test.ts";

for (const [what, files] of [["wasm", "**/*.wasm"], ["script", "**/assets/*.js"]] as const) {
  test(`with the ${what} blocked the quiz is taken by plain forms`, async ({ page, words, api, watch }) => {
    watch.allow(/ERR_FAILED|Failed to fetch|dynamically imported module|preloaded using link preload/);
    await page.route(files, (route) => route.abort());
    const person = new Person(page, words, false);
    await person.begins(api.openQuiz.startPage);
    await person.answers(MIXED);
    await person.seesResult();
    await expectScores(page, words, MIXED_SCORES.score, MIXED_SCORES.areas);
    expect(await api.savedCodes(api.openQuiz, person.id)).toEqual(MIXED);
  });
}
