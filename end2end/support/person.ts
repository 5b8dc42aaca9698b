// A respondent: checks the pages and acts on them.
import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import { expectSoundLayout } from "./layout.ts";
import type { Words } from "./words.ts";

/** Milliseconds within which the page treats presses as a double click, unless an option was chosen in between. */
const DOUBLE_CLICK = 400;
/** This soon after a new question, in milliseconds, a tap at the place of the last counts for the previous question. */
const SETTLING = 600;

export class Person {
  private wentOnAt = 0;

  constructor(
    readonly page: Page,
    private readonly words: Words,
    private readonly scripted: boolean,
  ) {}

  /** The same person with other words on the page. */
  reading(words: Words): Person {
    return new Person(this.page, words, this.scripted);
  }

  /** The same person in another tab. */
  async inAnotherTab(): Promise<Person> {
    return new Person(await this.page.context().newPage(), this.words, this.scripted);
  }

  get heading(): Locator {
    return this.page.getByRole("heading", { level: 1 });
  }

  get options(): Locator {
    return this.page.getByRole("radio");
  }

  get continueButton(): Locator {
    const { proceed, finish, sendAnswers } = this.words;
    return this.page.getByRole("button", { name: new RegExp(`^(${proceed}|${finish}|${sendAnswers})$`) });
  }

  get startButton(): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^(${this.words.start}|${this.words.startAnew})$`) });
  }

  /** The line with the save status. */
  get saveStatus(): Locator {
    return this.page.locator(".save-note").getByRole("status");
  }

  /** The fields of the question, without anything folded beside them. */
  get fields(): Locator {
    return this.page.getByRole("group").and(this.page.locator("fieldset"));
  }

  /** The id in the address: an `anon_id` or an invitation. */
  get id(): string {
    return new URL(this.page.url()).pathname.split("/")[4] ?? "";
  }

  async opens(address: string): Promise<void> {
    await this.page.goto(address);
    await this.settles();
  }

  async reloads(): Promise<void> {
    await this.page.reload();
    await this.settles();
  }

  async begins(startPage: string, total = 8): Promise<void> {
    await this.opens(startPage);
    await this.startButton.click();
    await this.sees(1, total);
  }

  async sees(number: number, total = 8): Promise<void> {
    await expect(this.page.getByText(this.words.progress(number, total), { exact: true })).toBeVisible();
    await this.settles();
  }

  async seesResult(): Promise<void> {
    await this.seesNotice(this.words.result);
  }

  async seesNotice(title: string): Promise<void> {
    await expect(this.heading).toHaveText(title);
    await expectSoundLayout(this.page);
  }

  /** Chooses without moving on: with scripts by a key, since a pointer would move on. */
  async chooses(code: number): Promise<void> {
    const option = this.options.nth(code - 1);
    await (this.scripted ? option.press("Space") : option.check());
    this.wentOnAt = 0;
  }

  async taps(code: number): Promise<void> {
    await this.pauses(SETTLING);
    await this.options.nth(code - 1).click();
    this.wentOnAt = 0;
  }

  async continues(): Promise<void> {
    await this.pauses();
    await this.continueButton.click();
    this.wentOn();
  }

  /** Call when the next question is visible. */
  wentOn(): void {
    this.wentOnAt = Date.now();
  }

  async skips(): Promise<void> {
    await this.pauses();
    await this.page.getByRole("button", { name: this.words.skip }).click();
    this.wentOn();
  }

  async goesBack(): Promise<void> {
    await this.page.getByRole("link", { name: this.words.back, exact: true }).click();
  }

  /** Answers several questions by the codes of the options. */
  async answers(codes: number[], from = 1, total = 8): Promise<void> {
    for (const [index, code] of codes.entries()) {
      await this.sees(from + index, total);
      await this.chooses(code);
      await this.continues();
    }
  }

  /** Like `answers`, with a pointer. With scripts a tap moves on, except at the last question. */
  async answersByTapping(codes: number[], from = 1, total = 8): Promise<void> {
    for (const [index, code] of codes.entries()) {
      const number = from + index;
      await this.sees(number, total);
      await this.taps(code);
      if (!this.scripted || number === total) {
        await this.continues();
      } else {
        await this.sees(number + 1, total);
        this.wentOn();
      }
    }
  }

  /** Waits, because the page treats a second press this soon as a double click. */
  async pauses(least = DOUBLE_CLICK): Promise<void> {
    const left = this.wentOnAt + least - Date.now();
    if (this.scripted && left > 0) await this.page.waitForTimeout(left);
  }

  /** The number of the chosen option, from 1; 0 for none. */
  async chosen(): Promise<number> {
    const checked = await this.options.evaluateAll((radios) =>
      radios.map((radio) => (radio as HTMLInputElement).checked),
    );
    return checked.indexOf(true) + 1;
  }

  /** Waits until the program runs, where scripts are enabled, and checks the layout. */
  async settles(): Promise<void> {
    await this.comesAlive();
    await this.isTheOne();
    await expectSoundLayout(this.page);
  }

  /** Confirms the dialog that the page shows in a browser where these answers were not begun. */
  private async isTheOne(): Promise<void> {
    const question = this.page.locator("dialog.asking-first");
    if (!this.scripted || (await question.count()) === 0) return;
    // The dialog may come late, because the page first asks other tabs whether they have these answers. Pages in a
    // frame, and pages without storage, show no dialog.
    await this.page.waitForFunction(() => {
      try {
        void localStorage.length;
      } catch {
        return true;
      }
      return document.querySelector("dialog[open]") || Object.keys(sessionStorage).some((name) => name.startsWith("unfinished "));
    });
    if (await question.isVisible()) await question.getByRole("button").click();
  }

  /** Waits until answers are given in place. */
  private async comesAlive(): Promise<void> {
    const stepper = this.page.locator(".stepper");
    if (!this.scripted || (await stepper.count()) === 0) return;
    await expect.poll(() => listens(this.page), { message: "the page comes alive", intervals: [20, 50, 100] }).toBe(true);
    const box = this.page.locator("label.tapping");
    await expect(box, "the program has shown it").not.toHaveAttribute("hidden");
    const isTapped = (await this.page.locator(".question:not([hidden]) input[type=radio][name=answer]").count()) > 0;
    // A tap does not move on at the last visible question, unless the answers are being reviewed.
    const stays = (await this.page.locator(".tapping[data-stays]").count()) > 0;
    await expect(box, "a tap leads on, but from the last question").toBeVisible({ visible: isTapped && !stays });
  }
}

/** True if the program handles the questions' forms. Uses the inspector, because the page has no mark of it. */
async function listens(page: Page): Promise<boolean> {
  const inspector = await inspectorOf(page);
  const { result } = await inspector.send("Runtime.evaluate", { expression: "document.querySelector('.stepper')" });
  if (!result.objectId) return false;
  const { listeners } = await inspector.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
  return listeners.some((listener) => listener.type === "submit");
}

const inspectors = new WeakMap<Page, Promise<CDPSession>>();

/** One session per page, never detached: when a session ends, Chromium resets its offline mode. */
function inspectorOf(page: Page): Promise<CDPSession> {
  const inspector = inspectors.get(page) ?? page.context().newCDPSession(page);
  inspectors.set(page, inspector);
  return inspector;
}
