// Mail to invited people: from a list to sent invitations and reminders, and the messages themselves.
import { Api } from "../support/api.ts";
import { expect, signIn, test } from "../support/dashboard.ts";
import { DISPENSABLE, mailFolder, sent, unsupported } from "../support/mail.ts";
import { ADMINISTRATOR, launch, NAMESPACE } from "../support/server.ts";
import { Task } from "../support/task.ts";

test("a list of 200 people is invited in six interactions, and reminded in three", async ({ browser, checkPage, scripted }) => {
  test.setTimeout(180_000);
  const { folder, options } = mailFolder();
  const { demo, end } = await launch("--base-url", "http://quiz.example", ...options);
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted });
  try {
    const page = await context.newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const quiz = await new Api(demo).create({ name: "For all", anonymous: false, closesAt: "2099-01-31T17:00:00Z" });
    const overview = `/admin/ns/${NAMESPACE}/quizzes/${quiz.id}`;
    await page.goto(`${overview}/share`);
    const people = Array.from({ length: 200 }, (_, number) => `Person ${number},p${number}@example.com`);
    const inviting = new Task("inviting 200 people by mail");
    await inviting.take(page.getByLabel("Or a CSV file"), "people.csv", `Name,E-mail\n${people.join("\n")}\n`);
    await inviting.click(page.getByRole("button", { name: "Continue" }));
    await inviting.click(page.getByRole("button", { name: "Create 200 invitations" }));
    await inviting.click(page.getByRole("link", { name: "Send invitations…" }));
    await expect(page.getByText("Hello Person 0,")).toBeVisible();
    await checkPage(page);
    await inviting.click(page.getByRole("button", { name: "Send to 200 people" }));
    await expect(page.getByRole("status")).toContainText("The messages are on their way.");
    inviting.done();
    await expect.poll(() => sent(folder).filter(({ to }) => /^p\d+@/.test(to)).length, { timeout: 60_000 }).toBe(200);
    await checkPage(page);
    const first = sent(folder).find(({ to }) => to === "p0@example.com")!;
    expect(first.subject).toBe("For all: your personal link");
    await page.goto(`${overview}/share/messages`);
    await expect(page.getByRole("row", { name: /Invitation accepted/ })).toHaveCount(25);
    await checkPage(page);
    await page.goto(`${overview}/share`);
    const reminding = new Task("reminding those who have not finished");
    await reminding.click(page.getByRole("link", { name: "Send reminders…" }));
    await expect(page.getByText("200 who got a message less than two days ago")).toBeVisible();
    await checkPage(page);
    reminding.done();
  } finally {
    await context.close();
    await end();
  }
});

test("a message reads well in light and dark, and loads nothing", async ({ browser, checkPage, scripted }) => {
  const { folder, options } = mailFolder();
  const { demo, end } = await launch("--base-url", "http://quiz.example", ...options);
  const context = await browser.newContext({ javaScriptEnabled: scripted });
  try {
    const api = new Api(demo);
    for (const [language, name] of [["en", "Ana"], ["ar", "محمد"]] as const) {
      const questions = [{ id: "one", kind: "scale", text: "?", from: 1, to: 5 }];
      const quiz = await api.create({ name: "Team health", anonymous: false, language, questions, primaryColor: "#ffd000" });
      await api.invite(quiz, { name, email: `${language}@example.com` });
      const mails = `${demo.url}/api/v1/namespaces/${NAMESPACE}/quizzes/${quiz.id}/mails`;
      const headers = { "x-api-key": demo.key, "content-type": "application/json" };
      const reply = await fetch(mails, { method: "POST", headers, body: JSON.stringify({ kind: "invitation" }) });
      expect(reply.status).toBe(200);
    }
    await expect.poll(() => sent(folder).length).toBe(2);
    for (const { html, to } of sent(folder)) {
      expect(unsupported(html)).toEqual(Object.keys(DISPENSABLE).sort());
      for (const [colorScheme, width] of [["light", 600], ["dark", 320]] as const) {
        const page = await context.newPage();
        const asked: string[] = [];
        page.on("request", (request) => asked.push(request.url()));
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 700 });
        await page.setContent(html);
        await checkPage(page);
        // In the order in which a screen reader reads it: whom it is from, what it is, the way, why it came, the way out.
        const read = await page.locator("body").ariaSnapshot();
        expect(read).toMatch(/Team health[^]*heading[^]*\[level=1\][^]*paragraph[^]*link[^]*\/url: http:\/\/quiz\.example\/aq[^]*link[^]*\/url: http:\/\/quiz\.example\/mail/);
        expect(read).not.toMatch(/\b(table|row|cell)\b/);
        await expect(page.locator("html")).toHaveAttribute("dir", to.startsWith("ar") ? "rtl" : "ltr");
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(asked).toEqual([]);
        await page.close();
      }
    }
    const { plain, headers } = sent(folder)[0]!;
    expect(plain).toContain("-- \r\n");
    expect(headers).toMatch(/^List-Unsubscribe: <http:\/\/quiz\.example\/mail\/\S+>$/m);
  } finally {
    await context.close();
    await end();
  }
});

test("a respondent has the result sent, by keyboard, in both directions, and reads it by the link", async ({ browser, checkPage, scripted }) => {
  const { folder, options } = mailFolder();
  const { demo, end } = await launch("--base-url", "http://quiz.example", ...options);
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted });
  try {
    const api = new Api(demo);
    const questions = [{ id: "one", kind: "scale", text: "?", from: 1, to: 5 }];
    for (const [language, width, label, said] of [["en", 1280, "E-mail address", "on its way"], ["ar", 390, "البريد الإلكتروني", "في طريقها"]] as const) {
      const quiz = await api.create({ name: "Team health", language, questions, resultByMail: true });
      const user = await api.submitAll(quiz, language, { one: 4 });
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/aq/${NAMESPACE}/${quiz.id}/${user}?lang=${language}`);
      await checkPage(page);
      await page.getByLabel(label).focus();
      await page.keyboard.type(`${language}@example.com`);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible();
      await expect(page.getByLabel(label)).toHaveCount(0);
      await checkPage(page);
      await expect.poll(() => sent(folder).filter(({ to }) => to.startsWith(language)).length).toBe(1);
      const { html } = sent(folder).find(({ to }) => to.startsWith(language))!;
      const link = /http:\/\/quiz\.example(\/result\/[^"<\s]+)/.exec(html)![1]!;
      await page.goto(link);
      await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
      await expect(page.getByText(language === "ar" ? "يعمل رابطها حتى" : "Its link works until")).toBeVisible();
      await expect(page.locator(`a[href*="${user}"], form[action*="${user}"]`)).toHaveCount(0);
      await checkPage(page);
      await page.close();
    }
  } finally {
    await context.close();
    await end();
  }
});
