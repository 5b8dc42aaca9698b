// Pictures of every kind of question, answered, and of the review of the answers.
import { Answering } from "../support/answering.ts";
import { EVERY_KIND, KINDS } from "../support/assessments.ts";
import { take } from "../support/picture.ts";
import { expect, test } from "../support/test.ts";

test.use({ viewport: { width: 390, height: 760 } });

test("every kind of question", async ({ page, person, scripted, api }) => {
  const quiz = await api.create(EVERY_KIND);
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${quiz.startPage}?lang=en`);
  for (const [{ id }, given] of KINDS) {
    expect(await answering.current()).toBe(id);
    await answering.fills(given);
    await take(page, `kind-${id}`);
    await answering.continues();
    await answering.comesTo((next) => next !== id);
  }
  await take(page, "review");
});

test("a question from right to left", async ({ page, person, scripted, api }) => {
  const quiz = await api.create({ ...EVERY_KIND, questions: EVERY_KIND.questions!.filter(({ id }) => id === "scale") });
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${quiz.startPage}?lang=ar`);
  await answering.fills({ choose: 8 });
  await take(page, "kind-scale-ar");
});
