// Simulates network failures.
import type { Page, Route } from "@playwright/test";

/** Requests for answers sent in place. */
export const ANSWERS = /\/api\/v1\/.*\/answers(\/submit)?$/;

/** Answers the next requests with these statuses; later requests reach the server. */
export async function answerWith(page: Page, statuses: number[], headers: Record<string, string> = {}): Promise<void> {
  const left = [...statuses];
  await page.route(ANSWERS, async (route: Route) => {
    const status = left.shift();
    if (status === undefined) return route.continue();
    return route.fulfill({ status, headers, json: { error: "busy" } });
  });
}

/** Fails every request as if the server were down, until `mend` is called. */
export async function cut(page: Page): Promise<{ mend: () => Promise<void> }> {
  const fail = (route: Route) => route.abort("connectionrefused");
  await page.route(ANSWERS, fail);
  return { mend: () => page.unroute(ANSWERS, fail) };
}
