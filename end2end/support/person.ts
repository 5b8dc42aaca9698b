// Somebody who takes a quiz: what they see, and what they do.
import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import { expectSoundLayout } from "./layout.ts";
import type { Words } from "./words.ts";

/** The page takes quicker presses, in milliseconds, for one double click, unless an option was chosen in between. */
const DOUBLE_CLICK = 400;
/** A tap so soon after a question came, in milliseconds, and at the place of the last, counts for the one before. */
const SETTLING = 600;

export class Person {
  private wentOnAt = 0;

  constructor(
    readonly page: Page,
    private readonly words: Words,
    private readonly scripted: boolean,
  ) {}

  /** The same person, who reads other words now. */
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

  /** The line that says whether answers are saved. */
  get saveStatus(): Locator {
    return this.page.locator(".save-note").getByRole("status");
  }

  /** The fields of the question, without what can be folded beside them. */
  get fields(): Locator {
    return this.page.getByRole("group").and(this.page.locator("fieldset"));
  }

  /** The last part of the address: an `anon_id` or an invitation. */
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

  /** Chooses and stays: with scripts by a key, since a pointer would go on. */
  async chooses(code: number): Promise<void> {
    const option = this.options.nth(code - 1);
    await (this.scripted ? option.press("Space") : option.check());
    this.wentOnAt = 0;
  }

  /** Chooses with a pointer. */
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

  /** The next question is there to be read. */
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

  /** Answers question after question, by the codes of the options. */
  async answers(codes: number[], from = 1, total = 8): Promise<void> {
    for (const [index, code] of codes.entries()) {
      await this.sees(from + index, total);
      await this.chooses(code);
      await this.continues();
    }
  }

  /** The same with a pointer, which leads on by itself where scripts run, up to the last question. */
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

  /** Nobody who has chosen nothing means to go on so soon. */
  async pauses(least = DOUBLE_CLICK): Promise<void> {
    const left = this.wentOnAt + least - Date.now();
    if (this.scripted && left > 0) await this.page.waitForTimeout(left);
  }

  /** Which option is chosen, counted from 1; 0 for none. */
  async chosen(): Promise<number> {
    const checked = await this.options.evaluateAll((radios) =>
      radios.map((radio) => (radio as HTMLInputElement).checked),
    );
    return checked.indexOf(true) + 1;
  }

  /** Waits until scripts have taken over, where they run, and looks at the page. */
  async settles(): Promise<void> {
    await this.comesAlive();
    await this.isTheOne();
    await expectSoundLayout(this.page);
  }

  /** Says so where the page asks first, since this browser has not begun the answers. */
  private async isTheOne(): Promise<void> {
    const question = this.page.locator("dialog.asking-first");
    if (!this.scripted || (await question.count()) === 0) return;
    // Another tab may know the answers, which takes a moment to tell. Pages in a frame, and those without a way to keep
    // anything, do not ask.
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

  /** From then on answers are given in place. */
  private async comesAlive(): Promise<void> {
    const stepper = this.page.locator(".stepper");
    if (!this.scripted || (await stepper.count()) === 0) return;
    await expect.poll(() => listens(this.page), { message: "the page comes alive", intervals: [20, 50, 100] }).toBe(true);
    const box = this.page.locator("label.tapping");
    await expect(box, "the program has shown it").not.toHaveAttribute("hidden");
    const isTapped = (await this.page.locator(".question:not([hidden]) input[type=radio][name=answer]").count()) > 0;
    // At the last of those that the answers so far show, unless all answers are looked at once more.
    const stays = (await this.page.locator(".tapping[data-stays]").count()) > 0;
    await expect(box, "a tap leads on, but from the last question").toBeVisible({ visible: isTapped && !stays });
  }
}

/** Whether the program handles the questions' forms; asked of the browser, as the page does not say. */
async function listens(page: Page): Promise<boolean> {
  const inspector = await inspectorOf(page);
  const { result } = await inspector.send("Runtime.evaluate", { expression: "document.querySelector('.stepper')" });
  if (!result.objectId) return false;
  const { listeners } = await inspector.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
  return listeners.some((listener) => listener.type === "submit");
}

const inspectors = new WeakMap<Page, Promise<CDPSession>>();

/** One for each page, and never detached: with a session that ends, Chromium forgets that it was told to be offline. */
function inspectorOf(page: Page): Promise<CDPSession> {
  const inspector = inspectors.get(page) ?? page.context().newCDPSession(page);
  inspectors.set(page, inspector);
  return inspector;
}
