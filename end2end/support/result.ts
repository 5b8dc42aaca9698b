// Checks of result pages against the API's answer for the same person.
import { expect, type Page } from "@playwright/test";
import type { AnswersRecord } from "./api.ts";
import type { Words } from "./words.ts";

/** Codes of the options with 25, 20, 100, 100, 85, 100, 50 and 100 points. */
export const MIXED = [4, 4, 1, 1, 2, 1, 3, 1];
/** The overall score of `MIXED`, and the scores of spending, saving, borrowing and planning. */
export const MIXED_SCORES = { score: 73, areas: [23, 100, 93, 75] };

export async function expectScores(page: Page, words: Words, score: number, areas: number[]): Promise<void> {
  await expect(page.getByRole("img", { name: words.score(score) })).toBeVisible();
  const band = words.bands[score < 40 ? 0 : score < 80 ? 1 : 2];
  await expect(page.getByRole("heading", { name: band, level: 2 })).toBeVisible();
  const bars = page.getByRole("region", { name: words.areas }).getByRole("listitem");
  await expect(bars.getByRole("heading")).toHaveText(words.categories);
  await expect(bars.getByRole("strong")).toHaveText(areas.map(String));
}

/**
 * Expects the focus areas and then the strengths, in the API's order: the first is open at its first step, the
 * others are folded.
 */
export async function expectCards(page: Page, words: Words, record: AnswersRecord): Promise<void> {
  const cards = record.recommendations ?? [];
  const focus = cards.filter((card) => card.show_required);
  const strengths = cards.filter((card) => !card.show_required);
  const titles = page.getByRole("article").getByRole("heading", { level: 3 });
  await expect(titles).toHaveText([...focus, ...strengths].map((card) => card.title!));

  const [first, ...others] = focus;
  const start = page.getByRole("region", { name: words.startHere });
  if (first) {
    const steps = start.getByRole("listitem");
    await expect(steps).toHaveText(first.steps.slice(0, 1));
    await start.getByText(words.moreSteps).click();
    await expect(steps).toHaveText(first.steps);
  } else {
    await expect(start).toHaveCount(0);
  }
  const folded = page.getByRole("region", { name: words.focus }).getByRole("article");
  await expect(folded).toHaveCount(others.length);
  for (const [index, card] of others.entries()) {
    const topic = folded.nth(index);
    await expect(topic.locator("summary").getByText(card.steps[0]!)).toBeVisible();
    await expect(topic.getByRole("listitem")).toHaveCount(0);
    await topic.getByRole("heading", { name: card.title }).click();
    await expect(topic.getByRole("listitem")).toHaveText(card.steps);
  }
  await expect(page.getByRole("region", { name: words.strengths }).getByRole("article")).toHaveCount(strengths.length);
}
