// Pictures for the documentation, with a limit on their file size.
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

/** Height in pixels of the looks side by side. */
const SHEET = 400;

export const LOOKS = [
  ["", { width: 1100, height: 720 }, "light"],
  ["-dark", { width: 1100, height: 720 }, "dark"],
  ["-phone", { width: 390, height: 760 }, "light"],
] as const;

/** Takes one picture of each page, with all looks side by side. A page is an address or a function that opens it. */
export async function sheets(page: Page, pages: Record<string, string | (() => Promise<void>)>): Promise<void> {
  for (const [name, way] of Object.entries(pages)) {
    const shots: string[] = [];
    for (const [, viewport, colorScheme] of LOOKS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      if (typeof way === "string") await page.goto(way);
      else await way();
      await page.waitForLoadState("networkidle");
      const shot = await page.screenshot({ animations: "disabled" });
      shots.push(`<img height="${SHEET}" src="data:image/png;base64,${shot.toString("base64")}" alt="">`);
    }
    const sheet = await page.context().newPage();
    // The looks are scaled down, with a margin around them.
    await sheet.setViewportSize({ width: Math.ceil(SHEET * 3.6) + 40, height: SHEET + 20 });
    await sheet.setContent(`<body style="display:flex;gap:10px;margin:10px;background:#8c8580">${shots.join("")}</body>`);
    await take(sheet, `dashboard-${name}`);
    await sheet.close();
  }
}
