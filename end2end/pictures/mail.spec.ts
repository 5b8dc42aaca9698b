// The manual's pictures of mail: the page to write it, and messages in light and dark. Regenerated when
// UPDATE_SCREENSHOTS is set.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { Api } from "../support/api.ts";
import { ADMINISTRATOR, expect, signIn, test } from "../support/dashboard.ts";
import { mailFolder, sent, type Message } from "../support/mail.ts";
import { sheets, take } from "../support/picture.ts";
import { makeWebhook, receive } from "../support/receiver.ts";
import { type Demo, launch, NAMESPACE, program } from "../support/server.ts";
import { codeOf } from "../support/totp.ts";

/** Changes a server's database behind its back: what takes days, or a fault, to happen. */
function change({ folder }: Demo, sql: string): void {
  const script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=9); c.executescript(sys.argv[2]); c.close()";
  execFileSync("python3", ["-c", script, join(folder, "quiz-answers.db"), sql]);
}

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
  await sheet.setViewportSize({ width: 1620, height: 580 });
  await sheet.setContent(`<body style="display:flex;gap:10px;margin:10px;background:#8c8580">${shots.join("")}
    <pre style="background:#fff;margin:0;padding:12px;width:600px;box-sizing:border-box;white-space:pre-wrap;overflow-wrap:anywhere">${text}</pre></body>`);
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

test("messages about the security of an account, failures, new responses and alerts", async ({ browser }) => {
  test.setTimeout(180_000);
  const { folder, options } = mailFolder();
  const receiver = await receive();
  receiver.reply.status = 410;
  const { demo, end } = await launch("--base-url", "http://quiz.example", "--webhook-allow", receiver.host, ...options);
  const context = await browser.newContext({ baseURL: demo.url, reducedMotion: "reduce" });
  try {
    const bo = { input: ADMINISTRATOR.password, stdio: ["pipe", "ignore", "ignore"] as ["pipe", "ignore", "ignore"] };
    execFileSync(program, ["admin", "create", "--email", "bo@example.com", "--data-dir", demo.folder], bo);
    change(demo, `INSERT INTO memberships (namespace_id, admin_id, role) SELECT '${NAMESPACE}', id, 'editor' FROM administrators WHERE email = 'bo@example.com';
      UPDATE administrators SET is_everywhere = 0 WHERE email = 'bo@example.com'`);
    const page = await context.newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(`/admin/ns/${NAMESPACE}/members`);
    await page.getByRole("link", { name: "Reset password link for bo@example.com" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    await page.goto("/admin/account");
    await page.locator("#responses-daily").check();
    await page.getByRole("button", { name: "Save mail" }).click();
    await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
    await page.getByLabel("Code").fill(codeOf(await page.locator(".secret").innerText()));
    await page.locator("#factor-password").fill(ADMINISTRATOR.password);
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();

    const api = new Api(demo);
    await makeWebhook(demo, `http://${receiver.host}/`);
    for (const [name, responses] of [["Team health", 3], ["Onboarding", 2]] as const) {
      const quiz = await api.create({ name });
      for (let n = 0; n < responses; n++) await api.submit(quiz, "en", [3, 3, 3, 3, 3, 3, 3, 3]);
      const headers = { "x-api-key": demo.key };
      await fetch(`${demo.url}/api/v1/namespaces/${NAMESPACE}/quizzes/${quiz.id}/csvExport`, { method: "POST", headers });
    }
    const safe = { id: "safe", text: "Are you safe?", options: [{ label: "Yes" }, { label: "No" }] };
    const alerts = [{ id: "not_safe", name: "Not safe", when: { question: "safe", is: [2] } }];
    const checked = await api.create({ name: "Check-in", questions: [safe], scoring: null, alerts });
    for (let n = 0; n < 2; n++) await api.submit(checked, "en", [2]);
    const now = Date.now();
    change(demo, `UPDATE administrators SET mails_alerts = 'daily', alerts_due = ${now} * 1000000 WHERE email = 'bo@example.com';
      UPDATE administrators SET digest_from = ${now - 86_400_000} * 1000000, digest_due = ${now} * 1000000 WHERE email = '${ADMINISTRATOR.email}';
      INSERT INTO mails (id, kind, at, namespace_id, admin_id, reference, recipient, domain, state, due_at)
      SELECT 'mail_' || sample, sample, jobs.created_at, '${NAMESPACE}', administrators.id, jobs.id, email, 'example.com', 'queued', jobs.created_at
      FROM administrators, (SELECT * FROM jobs LIMIT 1) AS jobs, (SELECT 'export-failed' AS sample UNION SELECT 'delivery-failed' UNION SELECT 'second-factor-off')
      WHERE email = '${ADMINISTRATOR.email}'`);
    const titles = {
      "password-link": /^Choose/,
      "second-factor": /two-factor.* on\b/i,
      "second-factor-off": /two-factor.* off\b/i,
      "webhook-off": /webhook of/,
      "export-failed": /^An export of/,
      "delivery-failed": /^A delivery of/,
      "new-responses": /new responses/,
      "alerts-raised": /^An alert in/,
      "open-alerts": /open alerts$/,
    };
    for (const [name, title] of Object.entries(titles)) {
      const found = () => sent(folder).find(({ subject }) => title.test(subject));
      await expect.poll(found, { message: name, timeout: 60_000 }).toBeTruthy();
      await picture(context, name, found()!);
    }
  } finally {
    receiver.server.close();
    await context.close();
    await end();
  }
});
