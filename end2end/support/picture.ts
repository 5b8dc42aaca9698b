// Pictures for the documentation, small enough to be loaded with it.
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";

const FOLDER = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const LARGEST = 180_000;

export async function take(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const path = `${FOLDER}${name}.png`;
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path, animations: "disabled" });
  expect(statSync(path).size, name).toBeLessThan(LARGEST);
}
