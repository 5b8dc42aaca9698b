// A complete quiz in Firefox and WebKit, with a pointer on a phone and with the keyboard on a desktop. Screenshots are
// kept in test-results.
import { test } from "@playwright/test";
import type { Engine } from "../support/engine.ts";
import { firefox } from "../support/firefox.ts";
import { MIXED, MIXED_SCORES } from "../support/result.ts";
import { CONTINUE, OPTION, RADIO, START, Visitor } from "../support/visitor.ts";
import { webkit } from "../support/webkit.ts";

const PHONE = { width: 360, height: 740, answers: taps };
const DESKTOP = { width: 1280, height: 800, answers: types };

// Covers all pairs of engine, screen and scheme.
const WAYS = [
  ["Firefox", firefox, PHONE, "light"],
  ["Firefox", firefox, DESKTOP, "dark"],
  ["WebKit", webkit, PHONE, "dark"],
  ["WebKit", webkit, DESKTOP, "light"],
] as const;

let engine: Engine | undefined;

test.describe.configure({ timeout: 120_000 });
test.afterEach(async () => {
  await engine?.close();
  engine = undefined;
});

for (const [name, start, { width, height, answers }, scheme] of WAYS) {
  test(`the quiz is taken in ${name}, ${scheme}, ${width} wide`, async ({}, info) => {
    engine = await start(scheme);
    const visitor = new Visitor(engine, (page) => info.outputPath(`${page}.png`));
    await visitor.looks(width, height, scheme);
    await answers(visitor);
    await visitor.seesScore(MIXED_SCORES.score);
    await visitor.seesTheSameAfterReload();
    await visitor.leavesByBack();
  });
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
