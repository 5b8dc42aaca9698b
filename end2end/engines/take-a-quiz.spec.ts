// The whole way in Firefox and WebKit, with a pointer on a phone and with the keyboard on a desktop. Pictures of it stay
// in test-results.
import { test } from "@playwright/test";
import type { Engine } from "../support/engine.ts";
import { firefox } from "../support/firefox.ts";
import { MIXED, MIXED_SCORES } from "../support/result.ts";
import { CONTINUE, OPTION, RADIO, START, Visitor } from "../support/visitor.ts";
import { webkit } from "../support/webkit.ts";

const WAYS = [
  { width: 360, height: 740, answers: taps },
  { width: 1280, height: 800, answers: types },
];

let engine: Engine | undefined;

test.describe.configure({ timeout: 120_000 });
test.afterEach(async () => {
  await engine?.close();
  engine = undefined;
});

for (const [name, start] of [["Firefox", firefox], ["WebKit", webkit]] as const) {
  for (const scheme of ["light", "dark"] as const) {
    test(`the quiz is taken in ${name}, ${scheme}`, async ({}, info) => {
      engine = await start(scheme);
      for (const { width, height, answers } of WAYS) {
        const visitor = new Visitor(engine, (page) => info.outputPath(`${page}-${width}.png`));
        await visitor.looks(width, height, scheme);
        await answers(visitor);
        await visitor.seesScore(MIXED_SCORES.score);
        await visitor.seesTheSameAfterReload();
        await visitor.leavesByBack();
      }
    });
  }
}

async function taps(visitor: Visitor): Promise<void> {
  await visitor.opensTheQuiz();
  await visitor.clicks(START);
  for (const [index, code] of MIXED.entries()) {
    await visitor.seesQuestion(index);
    if (index === 2) {
      await visitor.goesBack();
      await visitor.seesQuestion(1);
      await visitor.seesChosen(MIXED[1]!);
      await visitor.reads();
      await visitor.clicks(CONTINUE);
      await visitor.seesQuestion(2);
    }
    await visitor.reads();
    await visitor.clicks(`${OPTION}:nth-of-type(${code})`);
  }
  await visitor.seesChosen(MIXED[7]!);
  await visitor.clicks(CONTINUE);
}

async function types(visitor: Visitor): Promise<void> {
  await visitor.opensTheQuiz();
  await visitor.presses(START, "Enter");
  for (const [index, code] of MIXED.entries()) {
    await visitor.seesQuestion(index);
    await visitor.presses(RADIO, " ", ...Array<"ArrowDown">(code - 1).fill("ArrowDown"));
    await visitor.seesChosen(code);
    await visitor.presses(CONTINUE, index % 2 === 0 ? "Enter" : " ");
  }
}
