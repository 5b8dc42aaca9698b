// Checks the geometry of a page: a page with the right text may still look broken.
import { expect, type Frame, type Page } from "@playwright/test";

/** Fails on everything that a respondent cannot see or use because of its position. */
export async function expectSoundLayout(page: Page | Frame): Promise<void> {
  // Evaluating fails while a page is being left; the second try reads the next page.
  const found = await look(page).catch(() => look(page));
  expect(found, `the layout of ${page.url()}`).toEqual([]);
}

async function look(page: Page | Frame): Promise<string[]> {
  // A dashboard page never finishes loading once it has started a download.
  if (await page.evaluate(() => document.body?.classList.contains("admin"))) return [];
  // The text may exist before its style is loaded.
  await page.waitForLoadState();
  return page.evaluate(flaws);
}

/** Runs in the page. One pixel of difference is allowed for rounding. */
export function flaws(): string[] {
  const ROUNDING = 1;
  const FINGER = 44;
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label.option";
  const found: string[] = [];
  const main = document.querySelector("main.wrap");
  // The dashboard's wide tables scroll on their own.
  if (!main || document.body.classList.contains("admin")) return found;

  const name = (element: Element) => {
    const text = (element.textContent || element.getAttribute("value") || element.id).trim().slice(0, 40);
    return `<${element.tagName.toLowerCase()}> “${text}”`;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".visually-hidden, .skip-link:not(:focus)") &&
    [...element.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
  // A sticky or fixed box covers content on purpose.
  const floats = (element: Element) => {
    for (let at: Element | null = element; at && at !== main; at = at.parentElement) {
      if (["sticky", "fixed"].includes(getComputedStyle(at).position)) return true;
    }
    return false;
  };

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} pixels wide in a window of ${clientWidth}`);
  const shown = [...document.body.querySelectorAll("*")].filter((element) => isShown(element) && !element.closest("svg svg, svg *"));
  for (const element of shown) {
    const { left, right } = element.getBoundingClientRect();
    if (left < -ROUNDING || right > clientWidth + ROUNDING) {
      found.push(`${name(element)} reaches from ${Math.round(left)} to ${Math.round(right)} in a window of ${clientWidth}`);
    }
  }

  const column = main.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  const start = column.left + Number.parseFloat(paddingLeft);
  const end = column.right - Number.parseFloat(paddingRight);
  const controls = shown.filter((element) => element.matches(CONTROLS) && element.closest("main"));
  // A table of questions and its buttons use a wider column.
  const table = shown.find((element) => element.matches(".matrix.table"))?.getBoundingClientRect();
  for (const control of controls) {
    const { left, right } = control.getBoundingClientRect();
    const [first, last] = table && control.closest(".table, .question .buttons") ? [Math.min(start, table.left), Math.max(end, table.right)] : [start, end];
    if (left < first - ROUNDING || right > last + ROUNDING) {
      found.push(`${name(control)} leaves its column: ${Math.round(left)} to ${Math.round(right)} of ${Math.round(start)} to ${Math.round(end)}`);
    }
  }
  // The labels of a scale's points are for screen readers and overflow their box.
  for (const label of shown.filter((element) => element.matches("h1, h2, h3, label:not(.point), button, p, dd, dt, li"))) {
    if (label.scrollWidth > label.clientWidth + ROUNDING && label.clientWidth > 0) found.push(`${name(label)} is wider than its box`);
  }

  // The options follow the question's heading. Each is as wide as the column, or as a finger where they are in a row.
  for (const form of shown.filter((element) => element.matches("form"))) {
    const heading = form.querySelector("h1");
    const below = heading ? heading.getBoundingClientRect().bottom - ROUNDING : Number.NEGATIVE_INFINITY;
    for (const control of controls.filter((element) => form.contains(element))) {
      const { top, width, height } = control.getBoundingClientRect();
      if (top < below && !floats(control)) found.push(`${name(control)} stands above the end of its heading`);
      if (!control.matches("label.option")) continue;
      const least = control.closest(".points, .pair, .pictured, .matrix") ? FINGER : (end - start) / 2;
      if (width < least - ROUNDING) found.push(`${name(control)} is only ${Math.round(width)} pixels wide`);
      if (height < FINGER - ROUNDING) found.push(`${name(control)} is only ${Math.round(height)} pixels high`);
    }
  }

  // An input inside a label shares the label's target.
  const targets = shown.filter(
    (element) => element.matches(CONTROLS) && !element.parentElement?.closest(CONTROLS) && !floats(element),
  );
  targets.forEach((first, index) => {
    for (const second of targets.slice(index + 1)) {
      const meet = [...first.getClientRects()].some((a) =>
        [...second.getClientRects()].some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > ROUNDING &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > ROUNDING,
        ),
      );
      if (meet) found.push(`${name(first)} and ${name(second)} overlap`);
    }
  });
  return found;
}
