// How a page fits its window.
import { expect, type Page } from "@playwright/test";

export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content, `${page.url()} fits its window`).toBeLessThanOrEqual(window);
}
