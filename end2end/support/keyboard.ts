// A person without a mouse.
import { expect, type Locator, type Page } from "@playwright/test";

/** More tab stops than any page has. */
const STOPS = 40;

export class Keyboard {
  constructor(private readonly page: Page) {}

  async presses(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses Tab until the target has the focus. */
  async tabsTo(target: Locator): Promise<void> {
    const stops: string[] = [];
    while (stops.length < STOPS) {
      const [isThere, stop] = await target.evaluate((element) => {
        const now = document.activeElement;
        return [element === now, `${now?.localName} ${now?.id || now?.textContent?.trim().slice(0, 20)}`] as const;
      });
      if (isThere) return;
      stops.push(stop);
      await this.page.keyboard.press("Tab");
    }
    await expect(target, `the keyboard reaches it, past ${stops.join(", ")}`).toBeFocused();
  }

  /** Chooses an entry of a native select whose first entry is empty. */
  async picks(list: Locator, number: number): Promise<void> {
    await this.tabsTo(list);
    await this.presses(...Array<string>(number).fill("ArrowDown"));
  }

  /** Chooses the option with this code: tabs into the group, then presses the down arrow. */
  async chooses(options: Locator, code: number): Promise<void> {
    const chosen = options.and(this.page.locator(":checked"));
    await this.tabsTo((await chosen.count()) > 0 ? chosen : options.first());
    await this.presses("Space", ...Array<string>(code - 1).fill("ArrowDown"));
    await expect(options.nth(code - 1)).toBeChecked();
  }
}
