// Random quizzes, answered at random in place: the record equals the one that the API makes of the same answers. In
// server/tests/http/random_journeys.rs another two hundred go through the pages without scripts.
import { Answering } from "../support/answering.ts";
import { answersOf, randomQuiz } from "../support/random.ts";
import { expect, test } from "../support/test.ts";

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`quiz ${seed}`, async ({ page, person, scripted, api, language }, { project }) => {
    const { quiz: body, given } = randomQuiz(seed + (project.name.includes("Spanish") ? 6 : 0));
    const quiz = await api.create(body);
    const answering = new Answering(page, person, scripted);
    await answering.begins(`${quiz.startPage}?lang=${language}`);
    const asked = await answering.answersAll(given);
    if (body.review) await answering.sends();
    await expect.poll(async () => (await api.record(quiz, person.id)).isCompleted).toBe(true);

    const other = await api.submitAll(quiz, language, answersOf(body, given));
    const [byPages, byApi] = [await api.record(quiz, person.id), await api.record(quiz, other)];
    for (const name of ["qAnswers", "values", "score", "band", "category_scores", "indicator_scores", "cards"] as const) {
      expect(byPages[name], name).toEqual(byApi[name]);
    }
    const answered = new Set([...Object.keys(byApi.qAnswers), ...Object.keys(byApi.values ?? {})].map((id) => id.replace(/_row\d$/, "")));
    expect(asked.filter((id) => !id.startsWith("statement"))).toEqual(body.questions!.map(({ id }) => id).filter((id) => answered.has(id)));
  });
}
