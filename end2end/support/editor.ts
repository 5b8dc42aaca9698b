// Drives the quiz editor by the names of its controls: with scripts each change acts immediately, without them through
// forms.
import { expect, type Locator, type Page } from "@playwright/test";
import { NAMESPACE } from "./server.ts";

export class QuizEditor {
  constructor(
    readonly page: Page,
    private readonly scripted: boolean,
  ) {}

  /** Creates a quiz without questions and opens it in the editor. */
  async begins(name: string): Promise<void> {
    await this.page.goto(`/admin/ns/${NAMESPACE}/quizzes/new`);
    await this.page.getByLabel("Name", { exact: true }).fill(name);
    await this.page.getByLabel("Questions of your own").check();
    await this.page.getByRole("button", { name: "Create quiz" }).click();
    await expect(this.page).toHaveURL(/\/edit(\?|$)/);
    await this.comesAlive();
  }

  async opens(address: string): Promise<void> {
    await this.page.goto(address);
    await this.comesAlive();
  }

  async comesAlive(): Promise<void> {
    if (this.scripted) await expect(this.page.locator("#editor.ed-live")).toBeVisible();
    else await this.page.waitForLoadState();
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("link", { name }).click();
    await expect(this.page.getByRole("region", { name, exact: true })).toBeVisible();
    await this.comesAlive();
  }

  /** The control of a place, such as `questions.q1.text`. */
  control(place: string): Locator {
    return this.page.locator(`#editor :is(input:not([type=hidden]), textarea, select)[name="${place}"]`).last();
  }

  /** The ids of a list's items, in order. */
  async items(list: string, field: string): Promise<string[]> {
    const names = await this.page
      .locator(`#editor [name^="${list}."][name$=".${field}"]`)
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name));
    return names.map((name) => name.slice(0, -field.length - 1));
  }

  async writes(values: Record<string, string>): Promise<void> {
    for (const [place, value] of Object.entries(values)) {
      const control = this.control(place);
      await this.reveals(control);
      await control.fill(value);
    }
  }

  async chooses(place: string, label: string): Promise<void> {
    const control = this.control(place);
    await this.reveals(control);
    await control.selectOption({ label });
  }

  async ticks(place: string, isOn: boolean): Promise<void> {
    const control = this.control(place);
    await this.reveals(control);
    await control.setChecked(isOn);
  }

  /** Presses a button by its value. Without scripts the page reloads. */
  async presses(action: string): Promise<void> {
    const button = this.page.locator(`#editor button[name=do][value="${action}"]`).last();
    await this.reveals(button);
    await this.waits(() => button.click());
  }

  /** Saves the changes. With scripts this happens automatically. */
  async saves(): Promise<void> {
    if (this.scripted) {
      // Leaves the field, whose last change may not have started the delay yet.
      await this.page.locator("#state").click();
      await expect.poll(() => this.state(), { timeout: 15_000 }).toMatch(/^(Saved|Draft|Version)/);
    } else {
      await this.waits(() => this.page.getByRole("button", { name: "Save draft" }).last().click());
    }
  }

  /** The save status, once the delay after the last change is over. */
  private async state(): Promise<string> {
    await this.page.waitForTimeout(1000);
    return this.page.locator("#state").innerText();
  }

  /** Opens everything that the control is folded into. */
  private async reveals(control: Locator): Promise<void> {
    await expect(control).toBeAttached();
    // An option's open menu covers the controls below it. Escape closes one menu at a time.
    const menus = this.page.locator(".ed-more[open]");
    for (let tries = 0; this.scripted && tries < 5 && (await menus.count()) > 0; tries += 1) await this.page.keyboard.press("Escape");
    for (const around of await control.locator("xpath=ancestor::details").all()) {
      // The first click may only leave a field with another id, whose item is then drawn anew and folded.
      for (let tries = 0; tries < 2 && (await around.getAttribute("open")) === null; tries += 1) {
        await around.locator("> summary").click();
      }
    }
  }

  private async waits(act: () => Promise<void>): Promise<void> {
    if (this.scripted) return act();
    const loaded = this.page.waitForEvent("load");
    await act();
    await loaded;
  }
}
