// Fixtures for the dashboard: a browser in which an administrator of all namespaces is signed in.
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { ADMINISTRATOR } from "./server.ts";
import { test as base } from "./test.ts";

type Session = { name: string; value: string; url: string; secure: boolean; httpOnly: boolean };

interface ForEachWorker {
  /** Created once, because repeated sign-ins to one account are throttled. */
  session: Session;
}

interface ForEachTest {
  /** Checks the page with axe in both colour schemes, in its own size and a phone's, and for overflow on a phone. */
  checkPage: (page: Page) => Promise<void>;
}

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Fails if something overflows the window horizontally. */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `pixels of ${page.url()} beyond the side`).toBeLessThanOrEqual(0);
}

export const test = base.extend<ForEachTest, ForEachWorker>({
  session: [
    async ({ demo, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: demo.url });
      const reply = await request.post("/admin/sign-in", { form: ADMINISTRATOR, maxRedirects: 0 });
      const cookie = reply.headers()["set-cookie"]?.split(";")[0] ?? "";
      const [name, value] = cookie.split("=");
      if (!name || !value) throw new Error(`no session: ${reply.status()} ${await reply.text()}`);
      await request.dispose();
      // A secure cookie needs an https address here, but the browser also sends it to the local host over http.
      await use({ name, value, url: demo.url.replace("http:", "https:"), secure: true, httpOnly: true });
    },
    { scope: "worker" },
  ],
  context: async ({ context, session }, use) => {
    await context.addCookies([session]);
    await use(context);
  },
  checkPage: async ({ javaScriptEnabled }, use) => {
    await use(async (page) => {
      // axe is a script itself.
      if (javaScriptEnabled === false) return;
      const own = page.viewportSize()!;
      for (const size of [own, PHONE]) {
        await page.setViewportSize(size);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page);
        }
      }
      await expectToFit(page);
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize(own);
    });
  },
});

/** Signs in through the form. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export { ADMINISTRATOR, expect };
