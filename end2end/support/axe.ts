// Runs axe-core in a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export async function expectAccessible(page: Page): Promise<void> {
  // Through the inspector: the page's own policy blocks injected scripts.
  await page.evaluate(SOURCE);
  const { violations, passes } = await page.evaluate(async (tags) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run({ runOnly: tags });
    return {
      violations: found.violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
      passes: found.passes.length,
    };
  }, STANDARDS);
  expect(violations, page.url()).toEqual([]);
  expect(passes, "rules that applied").toBeGreaterThan(10);
}
