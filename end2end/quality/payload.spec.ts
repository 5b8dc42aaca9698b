// The transfer size of a question page with everything it loads: headers, HTML, style, icon, script, program.
import { EVERY_KIND } from "../support/assessments.ts";
import { MIXED } from "../support/result.ts";
import { transferOf } from "../support/transfer.ts";
import { expect, test } from "../support/test.ts";

const KIB = 1024;
/** With the icon of half a KiB, which Chromium loads without a window, too, since 156.0.8078.108. */
const WITH_SCRIPTS = 74.5;
const WITH_EVERY_KIND = 78.5;
/** The dashboard's files, which respondents do not load. */
const OF_THE_DASHBOARD = /admin|dashboard|editor/;

for (const [name, javaScriptEnabled, budget] of [["with scripts", true, WITH_SCRIPTS], ["without", false, 15]] as const) {
  test.describe(name, () => {
    test.use({ javaScriptEnabled });

    test(`a question page takes at most ${budget} KiB`, async ({ page, person, api, language }) => {
      const user = await api.begin(api.openQuiz, language);
      const { files, total } = await transferOf(page, () => person.opens(api.openQuiz.pageOf(user)));
      const parts = [...files].map(([file, { bytes }]) => `${file} ${(bytes / KIB).toFixed(1)}`);
      console.log(`question page ${name}: ${(total / KIB).toFixed(1)} KiB (${parts.join(", ")})`);
      for (const [file, { encoding }] of files) expect(["br", "gzip"], `${file} has ${encoding}`).toContain(encoding);
      expect([...files.keys()].filter((file) => OF_THE_DASHBOARD.test(file))).toEqual([]);
      expect(total).toBeGreaterThan(2 * KIB);
      expect(total).toBeLessThanOrEqual(budget * KIB);
    });
  });
}

test(`a question page of a quiz with every kind of question takes at most ${WITH_EVERY_KIND} KiB`, async ({ page, person, api, language }) => {
  const quiz = await api.create(EVERY_KIND);
  const user = await api.begin(quiz, language);
  const { files, total } = await transferOf(page, () => person.opens(quiz.pageOf(user)));
  const parts = [...files].map(([file, { bytes }]) => `${file} ${(bytes / KIB).toFixed(1)}`);
  console.log(`question page with every kind: ${(total / KIB).toFixed(2)} KiB (${parts.join(", ")})`);
  expect(total).toBeLessThanOrEqual(WITH_EVERY_KIND * KIB);
});

test("no page of a respondent loads anything of the dashboard", async ({ page, person, api, language }) => {
  const user = await api.submit(api.openQuiz, language, MIXED);
  const addresses = ["/", api.openQuiz.startPage, api.openQuiz.pageOf(user), api.inAppQuiz.pageInApp("visitor-payload")];
  for (const address of addresses) {
    const { files } = await transferOf(page, () => person.opens(address));
    const loaded = [...files.keys()];
    expect(loaded.some((file) => file.startsWith("main-")), address).toBe(true);
    expect(loaded.filter((file) => OF_THE_DASHBOARD.test(file)), address).toEqual([]);
  }
});
