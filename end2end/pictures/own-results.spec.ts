// Pictures of results of quizzes that score their own questions, and of the final page of a quiz without scores.
import { Answering } from "../support/answering.ts";
import { AT_HOME, EVERY_KIND, EXAMPLE, KINDS } from "../support/assessments.ts";
import { take } from "../support/picture.ts";
import { expect, test } from "../support/test.ts";

test.use({ viewport: { width: 390, height: 760 } });

const { bands, ...scoring } = EXAMPLE.scoring;
const SUM = { ...scoring, method: "sum" as const, bands: [bands[0]!, { ...bands[1]!, from: 200 }] };

for (const [name, tag, quiz] of [
  ["result-own", "en", EXAMPLE],
  ["result-own-ar", "ar", EXAMPLE],
  ["result-sum", "en", { ...EXAMPLE, scoring: SUM }],
] as const) {
  test(name, async ({ page, person, scripted, api }) => {
    const { startPage } = await api.create(quiz);
    const answering = new Answering(page, person, scripted);
    await answering.begins(`${startPage}?lang=${tag}`);
    await answering.answersAll(AT_HOME);
    await take(page, name);
  });
}

test("thanks", async ({ page, person, scripted, api }) => {
  const { startPage } = await api.create({ ...EVERY_KIND, review: false, end: EXAMPLE.end });
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${startPage}?lang=en`);
  await answering.answersAll(Object.fromEntries(KINDS.map(([{ id }, given]) => [id, given])));
  await expect(page.getByText(EXAMPLE.end.text.en!)).toBeVisible();
  await take(page, "thanks");
});
