// Answers questions of every kind, by the names of their fields.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Given } from "./assessments.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Person } from "./person.ts";

export class Answering {
  constructor(
    private readonly page: Page,
    private readonly person: Person,
    private readonly scripted: boolean,
  ) {}

  /** The form of the visible question. */
  get form(): Locator {
    return this.page.locator("form:has(input[name=question])").filter({ visible: true });
  }

  /** The id of the visible question, or an empty string. */
  async current(): Promise<string> {
    const fields = this.form.locator("input[name=question]");
    // Reads without waiting. If the page is just being left, reads from the next page.
    const read = () => fields.evaluateAll((found) => found.map((field) => (field as HTMLInputElement).value));
    const next = () => this.page.waitForLoadState().then(read);
    const values = await read().catch(next).catch(next).catch(next);
    return values.length === 1 ? values[0]! : "";
  }

  /** Starts the quiz and waits for its first question. */
  async begins(startPage: string): Promise<void> {
    await this.person.opens(startPage);
    await this.page.locator(".start form button[type=submit]").first().click();
    await this.comesTo((id) => id !== "");
  }

  /** Answers until no question is left. Returns the ids of the questions. */
  async answersAll(answers: Record<string, Given>): Promise<string[]> {
    const asked: string[] = [];
    for (let id = await this.current(); id !== ""; id = await this.current()) {
      asked.push(id);
      await this.fills(answers[id]!);
      await this.continues();
      await this.comesTo((next) => next !== id);
    }
    return asked;
  }

  async fills(given: Given): Promise<void> {
    if ("choose" in given) await this.chooses("answer", given.choose);
    if ("choose" in given && given.beside !== undefined) await this.form.locator("[name=answer_other]").fill(given.beside);
    if ("tick" in given) await this.ticks(given.tick);
    if ("write" in given) await this.form.locator("[name=answer]").fill(given.write);
    if ("date" in given) {
      for (const [index, part] of ["day", "month", "year"].entries()) {
        await this.form.locator(`[name=answer_${part}]`).fill(given.date[index]!);
      }
    }
    if ("rank" in given) await this.ranks(given.rank);
    if ("rows" in given) {
      for (const [row, code] of given.rows.entries()) await this.chooses((await this.rows())[row]!, code);
    }
  }

  /** Like `fills`, with the keyboard alone. */
  async types(keyboard: Keyboard, given: Given): Promise<void> {
    if ("choose" in given) await this.picks(keyboard, "answer", given.choose);
    if ("choose" in given && given.beside !== undefined) await this.writes(keyboard, "answer_other", given.beside);
    if ("tick" in given) {
      for (const code of given.tick) {
        await keyboard.tabsTo(this.form.locator("input[type=checkbox][name=answer]").nth(code - 1));
        await keyboard.presses("Space");
      }
    }
    if ("write" in given) await this.writes(keyboard, "answer", given.write);
    if ("date" in given) {
      for (const [index, part] of ["day", "month", "year"].entries()) {
        await this.writes(keyboard, `answer_${part}`, given.date[index]!);
      }
    }
    if ("rank" in given) await this.ranks(given.rank, keyboard);
    if ("rows" in given) {
      for (const [row, code] of given.rows.entries()) await this.picks(keyboard, (await this.rows())[row]!, code);
    }
  }

  get continueButton(): Locator {
    return this.form.locator("button[type=submit]:not([value=skip])").filter({ visible: true }).first();
  }

  async continues(): Promise<void> {
    await this.person.pauses();
    await this.continueButton.click();
    this.person.wentOn();
  }

  /** The button that submits the reviewed answers. */
  get sendButton(): Locator {
    return this.page.locator("main form:has(input[name=go][value=send]) button[type=submit]");
  }

  async sends(): Promise<void> {
    await this.person.pauses();
    await this.sendButton.click();
    await expect(this.sendButton).toHaveCount(0);
    await this.person.settles();
  }

  /** Waits for a question in place or on a new page, until the page has settled. */
  async comesTo(isThere: (id: string) => boolean): Promise<void> {
    await expect.poll(async () => isThere(await this.current()), { intervals: [20, 50, 100] }).toBe(true);
    await this.person.settles();
  }

  private async chooses(name: string, code: number): Promise<void> {
    const list = this.form.locator(`select[name=${name}]`);
    if ((await list.count()) === 1) {
      const values = await list.locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
      await list.selectOption(values.filter((value) => value !== "")[code - 1]!);
      return;
    }
    const radio = this.form.locator(`input[type=radio][name=${name}]`).nth(code - 1);
    await (this.scripted ? radio.press("Space") : radio.check());
    await expect(radio).toBeChecked();
  }

  private async ticks(codes: number[]): Promise<void> {
    const boxes = await this.form.locator("input[type=checkbox][name=answer]").all();
    for (const [index, box] of boxes.entries()) {
      const wanted = codes.includes(index + 1);
      if ((await box.isChecked()) !== wanted) await box.press("Space");
      await expect(box).toBeChecked({ checked: wanted });
    }
  }

  private async picks(keyboard: Keyboard, name: string, code: number): Promise<void> {
    const list = this.form.locator(`select[name=${name}]`);
    if ((await list.count()) === 1) return keyboard.picks(list, code);
    await keyboard.chooses(this.form.locator(`input[type=radio][name=${name}]`), code);
  }

  private async writes(keyboard: Keyboard, name: string, text: string): Promise<void> {
    const field = this.form.locator(`[name=${name}]`);
    await keyboard.tabsTo(field);
    await this.page.keyboard.insertText(text);
    await expect(field).toHaveValue(text);
  }

  /** The field names of the rows, in order. */
  private rows(): Promise<string[]> {
    const radios = this.form.locator("input[type=radio]");
    return radios.evaluateAll((all) => [...new Set(all.map((radio) => (radio as HTMLInputElement).name))]);
  }

  /** Ranks with selects, or with the buttons that move an option up. */
  private async ranks(ranks: number[], keyboard?: Keyboard): Promise<void> {
    const options = this.form.locator(".ranking > li");
    const places = options.locator("select");
    const names = () => places.evaluateAll((lists) => lists.map((list) => (list as HTMLSelectElement).name));
    const initial = await names();
    if (!this.scripted) {
      for (const [index, name] of initial.entries()) {
        const list = this.form.locator(`select[name="${name}"]`);
        await (keyboard ? keyboard.picks(list, ranks[index]!) : list.selectOption(`${ranks[index]}`));
      }
      return;
    }
    const own = this.form.locator(".own-order input");
    for (const place of ranks.keys()) {
      const wanted = initial[ranks.indexOf(place + 1)]!;
      const up = options.filter({ has: this.page.locator(`select[name="${wanted}"]`) }).locator("[data-move='-1']");
      while ((await names()).indexOf(wanted) > place) {
        if (!keyboard) await up.click();
        else {
          await keyboard.tabsTo(up);
          await keyboard.presses("Space");
        }
      }
    }
    // An unchanged order has to be confirmed.
    if (await own.isChecked()) return;
    if (!keyboard) await own.check();
    else {
      await keyboard.tabsTo(own);
      await keyboard.presses("Space");
    }
    await expect(own).toBeChecked();
  }
}
