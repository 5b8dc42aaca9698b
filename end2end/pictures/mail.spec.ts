// The manual's pictures of mail: the page to write it, and messages in light and dark. Regenerated when
// UPDATE_SCREENSHOTS is set.
import type { BrowserContext } from "@playwright/test";
import { Api } from "../support/api.ts";
import { ADMINISTRATOR, expect, signIn, test } from "../support/dashboard.ts";
import { mailFolder, sent, type Message } from "../support/mail.ts";
import { sheets, take } from "../support/picture.ts";
import { launch, NAMESPACE } from "../support/server.ts";

/** The HTML part in light and dark, and the plain part, side by side. */
async function picture(context: BrowserContext, name: string, { html, plain }: Message): Promise<void> {
  const shots: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 480, height: 560 });
    await page.setContent(html);
    shots.push(`<img src="data:image/png;base64,${(await page.screenshot()).toString("base64")}" alt="">`);
    await page.close();
  }
  const text = plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const sheet = await context.newPage();
  await sheet.setViewportSize({ width: 1500, height: 580 });
  await sheet.setContent(`<body style="display:flex;gap:10px;margin:10px;background:#8c8580">${shots.join("")}
    <pre style="background:#fff;margin:0;padding:12px;width:480px;box-sizing:border-box;white-space:pre-wrap;overflow-wrap:anywhere">${text}</pre></body>`);
  await take(sheet, `mail-${name}`);
  await sheet.close();
}

test("messages to invited people, and the page that writes them", async ({ browser }) => {
  test.setTimeout(180_000);
  const { folder, options } = mailFolder();
  const { demo, end } = await launch("--base-url", "http://quiz.example", ...options);
  const context = await browser.newContext({ baseURL: demo.url, reducedMotion: "reduce" });
  try {
    const api = new Api(demo);
    const about = { name: "Team health", anonymous: false, primaryColor: "#00796b", closesAt: "2099-01-31T17:00:00Z" };
    const quiz = await api.create(about);
    for (const name of ["Ana López", "Bo Berg", "Cleo Chan"]) {
      await api.invite(quiz, { name, email: `${name.split(" ")[0]!.toLowerCase()}@example.com` });
    }
    const page = await context.newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const share = `/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/share`;
    await sheets(page, { write: `${share}/write?kind=invitation` });
    for (const kind of ["invitation", "reminder"] as const) {
      const one = await api.create(about);
      await api.invite(one, { name: "Ana López", email: `${kind}@example.com` });
      const mails = `${demo.url}/api/v1/namespaces/${NAMESPACE}/quizzes/${one.id}/mails`;
      const headers = { "x-api-key": demo.key, "content-type": "application/json" };
      await fetch(mails, { method: "POST", headers, body: JSON.stringify({ kind }) });
      const found = () => sent(folder).find(({ to }) => to.startsWith(kind));
      await expect.poll(found).toBeTruthy();
      await picture(context, kind, found()!);
    }
  } finally {
    await context.close();
    await end();
  }
});

test("messages to administrators, and a respondent's own result", async ({ browser }) => {
  test.setTimeout(180_000);
  const { folder, options } = mailFolder();
  const { demo, end } = await launch("--base-url", "http://quiz.example", ...options);
  const context = await browser.newContext({ baseURL: demo.url, reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(`/admin/ns/${NAMESPACE}/members`);
    await page.getByLabel("E-mail address").fill("cleo@example.com");
    await page.getByLabel("Your words to the person").fill("Could you look at the translation into Spanish?");
    await page.getByRole("button", { name: "Offer the role" }).click();
    const api = new Api(demo);
    const quiz = await api.create({ name: "Team health", primaryColor: "#00796b", resultByMail: true });
    const user = await api.submit(quiz, "en", [3, 3, 3, 3, 3, 3, 3, 3]);
    await page.goto(`/aq/${NAMESPACE}/${quiz.id}/${user}`);
    await page.getByLabel("E-mail address").fill("ana@example.com");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    for (const [name, to] of [["offer", "cleo@"], ["result", "ana@"], ["new-browser", ADMINISTRATOR.email]] as const) {
      const found = () => sent(folder).find((message) => message.to.startsWith(to));
      await expect.poll(found).toBeTruthy();
      await picture(context, name, found()!);
    }
  } finally {
    await context.close();
    await end();
  }
});
