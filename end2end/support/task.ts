// An administrator's task with a count of its interactions: clicks, filled fields, choices.
import { expect, type Locator } from "@playwright/test";

const MOST = 6;

export class Task {
  private count = 0;

  constructor(private readonly name: string) {}

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  async press(field: Locator, key: string): Promise<void> {
    this.count += 1;
    await field.press(key);
  }

  async choose(list: Locator, option: string | { value: string }): Promise<void> {
    this.count += 1;
    await list.selectOption(option);
  }

  async take(field: Locator, name: string, text: string): Promise<void> {
    this.count += 1;
    await field.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  }

  /** Fails if the task took too many interactions. */
  done(): void {
    console.log(`${this.name}: ${this.count} interactions`);
    expect(this.count, this.name).toBeGreaterThan(0);
    expect(this.count, `interactions of “${this.name}”`).toBeLessThanOrEqual(MOST);
  }
}
