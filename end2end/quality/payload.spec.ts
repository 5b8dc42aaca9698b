// A question page with everything it loads stays small: headers, HTML, style, icon, script, program.
import { transferOf } from "../support/transfer.ts";
import { expect, test } from "../support/test.ts";

const KIB = 1024;

for (const [name, javaScriptEnabled, budget] of [["with scripts", true, 80], ["without", false, 15]] as const) {
  test.describe(name, () => {
    test.use({ javaScriptEnabled });

    test(`a question page takes at most ${budget} KiB`, async ({ page, person, api, language }) => {
      const user = await api.begin(api.openQuiz, language);
      const { files, total } = await transferOf(page, () => person.opens(api.openQuiz.pageOf(user)));
      const parts = [...files].map(([file, { bytes }]) => `${file} ${(bytes / KIB).toFixed(1)}`);
      console.log(`question page ${name}: ${(total / KIB).toFixed(1)} KiB (${parts.join(", ")})`);
      for (const [file, { encoding }] of files) expect(encoding, file).toBe("br");
      expect(total).toBeGreaterThan(2 * KIB);
      expect(total).toBeLessThanOrEqual(budget * KIB);
    });
  });
}
