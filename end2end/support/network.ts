// A network that fails, and what is sent through it.
import type { Page, Route } from "@playwright/test";

/** Where answers are sent to in place. */
export const ANSWERS = /\/api\/v1\/.*\/answers(\/submit)?$/;

/** The next requests get these statuses instead of reaching the server; those after them pass. */
export async function answerWith(page: Page, statuses: number[], headers: Record<string, string> = {}): Promise<void> {
  const left = [...statuses];
  await page.route(ANSWERS, async (route: Route) => {
    const status = left.shift();
    if (status === undefined) return route.continue();
    return route.fulfill({ status, headers, json: { error: "busy" } });
  });
}

/** Every request fails as if the server were not there, until the connection is mended. */
export async function cut(page: Page): Promise<{ mend: () => Promise<void> }> {
  const fail = (route: Route) => route.abort("connectionrefused");
  await page.route(ANSWERS, fail);
  return { mend: () => page.unroute(ANSWERS, fail) };
}
