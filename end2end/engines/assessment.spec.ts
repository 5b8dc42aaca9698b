// A quiz with several kinds of questions and its own scoring, in Firefox and WebKit, by tapping on a phone.
import { expect, test } from "@playwright/test";
import { Api } from "../support/api.ts";
import { AT_HOME_SCORES, EXAMPLE } from "../support/assessments.ts";
import type { Engine } from "../support/engine.ts";
import { firefox } from "../support/firefox.ts";
import { demo } from "../support/server.ts";
import { CONTINUE, START, Visitor } from "../support/visitor.ts";
import { webkit } from "../support/webkit.ts";

let engine: Engine | undefined;

test.describe.configure({ timeout: 120_000 });
test.afterEach(async () => {
  await engine?.close();
  engine = undefined;
});

for (const [name, start] of [["Firefox", firefox], ["WebKit", webkit]] as const) {
  test(`the assessment is taken in ${name}`, async ({}, info) => {
    const api = new Api(demo());
    const quiz = await api.create(EXAMPLE);
    const { questions } = await api.publicQuiz(quiz, "en");
    const optionOf = (id: string, code: number) => questions.find((question) => question.id === id)!.options[code - 1]!.id;
    engine = await start("light");
    const visitor = new Visitor(engine, (page) => info.outputPath(`${page}.png`), quiz);
    await visitor.looks(360, 740, "light");
    await visitor.opensTheQuiz();
    await visitor.clicks(START);

    // One tap answers each of these and moves on.
    for (const [id, value] of [["remote", optionOf("remote", 1)], ["energy", "4"], ["desk", optionOf("desk", 2)]] as const) {
      await visitor.comesTo(id);
      await visitor.reads();
      await visitor.chooses(value);
    }
    await visitor.comesTo("blockers");
    await visitor.reads();
    await visitor.chooses(optionOf("blockers", 1));
    await visitor.clicks(CONTINUE);
    for (const [id, text] of [["hours", "6.5"], ["wish", "A plant"]] as const) {
      await visitor.comesTo(id);
      await visitor.reads();
      await visitor.writes(text);
      await visitor.clicks(CONTINUE);
    }

    const { score, category_scores } = AT_HOME_SCORES;
    const { bands, categories, cards } = EXAMPLE.scoring;
    const names = [bands[1]!.name, ...categories.map(({ name }) => name), cards[0]!.title, EXAMPLE.end.text].map((text) => text.en!);
    await visitor.seesTheEnd([...names, ...[score, category_scores.body, category_scores.work].map(String)]);
    expect(await api.record(quiz, await visitor.user())).toMatchObject(AT_HOME_SCORES);
    await visitor.seesTheSameAfterReload();
    expect(engine.complaints).toEqual([]);
  });
}
