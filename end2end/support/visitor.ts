// Takes a quiz, by default the demo's, in any engine, in English, and checks each page.
import { writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { Api } from "./api.ts";
import type { Engine, Key, Scheme } from "./engine.ts";
import { flaws } from "./layout.ts";
import { demo } from "./server.ts";
import { WORDS } from "./words.ts";

const QUESTION = "section.question:not([hidden])";
export const START = "main form .button";
export const OPTION = `${QUESTION} label.option`;
export const RADIO = `${QUESTION} [type=radio]`;
export const CONTINUE = `${QUESTION} .buttons .button`;

const words = WORDS.en;
const SOON = { timeout: 10_000, intervals: [50] };
/** More tab stops than any page has. */
const STOPS = 40;

export class Visitor {
  private readonly api = new Api(demo());

  constructor(
    private readonly engine: Engine,
    private readonly pathOf: (page: string) => string,
    private readonly quiz = new Api(demo()).openQuiz,
  ) {}

  /** Sets the size of the window and checks it and the scheme. */
  async looks(width: number, height: number, scheme: Scheme): Promise<void> {
    await this.engine.resize(width, height);
    const seen = () => [innerWidth, innerHeight, matchMedia("(prefers-color-scheme: dark)").matches];
    expect(await this.engine.evaluate(seen)).toEqual([width, height, scheme === "dark"]);
  }

  async opensTheQuiz(): Promise<void> {
    await this.engine.open(`${this.quiz.startPage}?lang=en`);
    await this.sees([words.start], START);
    await this.keepsPicture("start");
  }

  async seesQuestion(index: number): Promise<void> {
    const { questions } = await this.api.publicQuiz(this.quiz, "en");
    await this.sees([words.progress(index + 1, questions.length), questions[index]!.text], CONTINUE);
    if (index > 0) return;
    // Visible once the program runs.
    await this.finds("label.tapping:not([hidden])");
    await this.keepsPicture("question");
  }

  /** Waits for the question with this id, of any kind. */
  async comesTo(id: string): Promise<void> {
    await this.finds(`${QUESTION} input[name=question][value="${id}"]`);
    await this.sees([], CONTINUE);
    await this.keepsPicture(id);
  }

  /** Chooses the answer with this value. */
  async chooses(value: string): Promise<void> {
    await this.clicks(`${QUESTION} label:has([name=answer][value="${value}"])`);
  }

  async writes(text: string): Promise<void> {
    await this.clicks(`${QUESTION} [name=answer]`);
    await this.engine.type(text);
  }

  async seesChosen(code: number): Promise<void> {
    await this.finds(`${OPTION}:nth-of-type(${code}) :checked`);
  }

  async seesScore(score: number): Promise<void> {
    await this.sees([words.result, ...words.categories], "h1");
    await this.finds(`[role=img][aria-label="${words.score(score)}"]`);
    await this.keepsPicture("result");
  }

  /** Expects the result page, with all of these texts. */
  async seesTheEnd(texts: string[]): Promise<void> {
    await this.sees([words.result, ...texts], "h1");
    await this.keepsPicture("result");
  }

  async seesTheSameAfterReload(): Promise<void> {
    const before = await this.engine.evaluate(text);
    await this.engine.reload();
    await this.sees([before], "h1");
  }

  /** Expects that Back shows no question, and that the browser reported no errors. */
  async leavesByBack(): Promise<void> {
    await this.goesBack();
    await this.reads();
    await this.sees([], "h1");
    expect(await this.engine.evaluate((question) => document.querySelectorAll(question).length, QUESTION)).toBe(0);
    expect(this.engine.complaints).toEqual([]);
  }

  /** The respondent's id in the address. */
  user(): Promise<string> {
    return this.engine.evaluate(() => location.pathname.split("/")[4] ?? "");
  }

  goesBack(): Promise<void> {
    return this.engine.back();
  }

  /** Reading time. The page ignores faster taps. */
  async reads(): Promise<void> {
    await new Promise((read) => setTimeout(read, 650));
  }

  async clicks(selector: string): Promise<void> {
    await this.engine.click(selector);
  }

  /** Presses Tab until the element has the focus, then these keys. */
  async presses(selector: string, ...keys: Key[]): Promise<void> {
    const hasFocus = (selector: string) => document.activeElement?.matches(selector) ?? false;
    for (let stop = 0; !(await this.engine.evaluate(hasFocus, selector)); stop += 1) {
      expect(stop, `the keyboard reaches ${selector}`).toBeLessThan(STOPS);
      await this.engine.press("Tab");
    }
    for (const key of keys) await this.engine.press(key);
  }

  private async finds(selector: string): Promise<void> {
    await expect(async () => {
      const found = await this.engine.evaluate((selector) => document.querySelectorAll(selector).length, selector);
      expect(found, selector).toBe(1);
    }).toPass(SOON);
  }

  /** Expects these texts, a sound layout, and the first match of `inView` entirely within the window. */
  private async sees(texts: string[], inView: string): Promise<void> {
    await expect(async () => {
      const shown = await this.engine.evaluate(text);
      for (const wanted of texts) expect(shown).toContain(wanted);
      expect(await this.engine.evaluate(flaws)).toEqual([]);
      expect(await this.engine.evaluate(isInView, inView), `${inView} is in view`).toBe(true);
    }).toPass(SOON);
  }

  private async keepsPicture(page: string): Promise<void> {
    const rests = () => document.getAnimations().every(({ playState }) => playState !== "running");
    await expect.poll(() => this.engine.evaluate(rests), SOON).toBe(true);
    writeFileSync(this.pathOf(page), await this.engine.picture());
  }
}

/** Runs in the page, like the next function. */
function text(): string {
  return document.querySelector("main")!.innerText;
}

function isInView(selector: string): boolean {
  const { left, right, top, bottom } = document.querySelector(selector)!.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
}
