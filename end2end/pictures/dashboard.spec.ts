// The manual's pictures of the dashboard, regenerated when UPDATE_SCREENSHOTS is set: each page on a desktop, in light
// and dark, and on a phone; less important pages have all three in one picture.
import type { Page } from "@playwright/test";
import { ALL_FIGURES, answersOf, EXAMPLE } from "../support/assessments.ts";
import { ADMINISTRATOR, expect, signIn, test } from "../support/dashboard.ts";
import { LOOKS, sheets, take } from "../support/picture.ts";
import { launch } from "../support/server.ts";

const PEOPLE = 10;

/** Takes a screenshot of each page in each look; the keys are the names of the pictures. */
async function look(page: Page, pages: Record<string, string>): Promise<void> {
  for (const [suffix, viewport, colorScheme] of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(address);
      if (address.includes("/edit")) await page.locator("#editor.ed-live").waitFor();
      await page.waitForLoadState("networkidle");
      await take(page, `dashboard-${name}${suffix}`);
    }
  }
}

test("a quiz in the dashboard", async ({ page, api }) => {
  test.setTimeout(180_000);
  const quiz = await api.create({ name: "Money check-up" });
  const people: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    // Overall levels differ between respondents, and each respondent's answers vary a little.
    const standing = (person * 7) % 5;
    const answers = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => 1 + ((standing + ((person * 3 + at) % 2)) % 4));
    people.push(await api.submit(quiz, "en", answers));
  }
  const at = `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}`;
  await look(page, {
    overview: at,
    answers: `${at}/answers?state=completed`,
    person: `${at}/answers/${people[0]}`,
    insights: `${at}/insights`,
    share: `${at}/share`,
    exports: `${at}/exports`,
  });

  await sheets(page, {
    columns: `${at}/table`,
    preview: `${at}/preview`,
    reports: `${at}/insights/reports`,
    rescore: `${at}/rescore`,
    erase: `${at}/answers/${people[0]}/erase`,
    close: `${at}/close`,
    delete: `${at}/delete`,
  });

  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  await page.goto(`${at}/insights`);
  await take(page, "dashboard-insights-print");
});

test("figures of every kind, a comparison, and a report for others", async ({ page, api }) => {
  test.setTimeout(180_000);
  const quiz = await api.create(ALL_FIGURES);
  for (let person = 0; person < 24; person += 1) await api.submitAll(quiz, "en", answersOf(person));
  const at = `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/insights`;
  await page.goto(`${at}/reports`);
  await page.getByLabel("Title").fill("For the board");
  await page.getByLabel("Hide groups of fewer people than").fill("5");
  await page.getByRole("button", { name: "Create report" }).click();
  const report = new URL(await page.locator("#report-link").inputValue()).pathname;
  await api.change(quiz, { status: "closed" });
  await page.goto(`${at}/reports`);
  await page.getByRole("button", { name: "Publish the report: For the board" }).click();
  await sheets(page, {
    "insights-kinds": `${at}#q-energy`,
    "insights-comparison": `${at}?rows=q.colour&columns=q.energy#comparison`,
    texts: `${at}/texts/wish`,
    report,
  });
});

test("the sign-in, and what one-time links lead to", async ({ browser }) => {
  test.setTimeout(180_000);
  const { demo, end } = await launch();
  const context = () => browser.newContext({ baseURL: demo.url, reducedMotion: "reduce" });
  const [own, others] = [await context(), await context()];
  const [page, other] = [await own.newPage(), await others.newPage()];
  try {
    await sheets(page, { "sign-in": "/admin/sign-in" });
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.getByRole("link", { name: "Tests" }).click();
    await page.getByRole("link", { name: "Members" }).click();
    await page.getByLabel("E-mail address").fill("dana@example.com");
    await page.getByRole("button", { name: "Offer the role" }).click();
    const link = page.getByLabel("One-time link");
    await sheets(other, { offer: await link.inputValue() });
    await other.getByLabel("Password", { exact: true }).fill("a password that is long");
    await other.getByRole("button", { name: "Accept and sign in" }).click();
    await expect(other.getByRole("status")).toBeVisible();
    await others.clearCookies();
    await page.reload();
    await page.getByRole("link", { name: "Reset password link" }).last().click();
    await page.getByRole("button", { name: "Create link" }).click();
    await sheets(other, { password: await link.inputValue() });
  } finally {
    await own.close();
    await others.close();
    await end();
  }
});

test("the tabs of the editor", async ({ page, api }) => {
  test.setTimeout(180_000);
  const quiz = await api.create(EXAMPLE);
  const at = `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/edit`;
  const tabs = ["scoring", "languages", "look", "settings", "history"].map((tab) => [tab, `${at}/${tab}`]);
  await look(page, { questions: at, ...Object.fromEntries(tabs) });
});

test("the pages around quizzes, and sharing of other kinds", async ({ page, api }) => {
  test.setTimeout(240_000);
  const options = [{ label: { en: "A cat" } }, { label: { en: "A dog" } }];
  const pets = await api.create({ name: "Pets", questions: [{ id: "pet", text: { en: "A pet?" }, options }] });
  const invited = await api.create({ name: "For members", anonymous: false });
  for (const name of ["Ana López", "Bo Lind", "Chidi Eze", "Dana Levi"]) {
    await api.invite(invited, { name, email: `${name.split(" ")[0]!.toLowerCase()}@example.com`, customData: "branch 12" });
  }
  const embedded = await api.create({ name: "In an app", anonymous: false, inapp: true });
  const namespace = `/admin/ns/${pets.namespace}`;
  const at = (quiz: { id: string }, rest: string) => `${namespace}/quizzes/${quiz.id}/${rest}`;
  await page.setViewportSize(LOOKS[0][1]);
  await page.goto(at(pets, "edit"));
  await page.locator("#editor.ed-live").waitFor();
  await page.getByRole("link", { name: "A pet?" }).click();
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("Which pet do you have?");
  await expect(page.locator("#state")).toContainText("Saved");
  const mapping = async () => {
    await page.goto(at(invited, "share"));
    await page.getByText("Invite", { exact: false }).first().waitFor();
    const list = page.getByLabel("One person a line");
    if (!(await list.isVisible())) await page.locator("details:has(textarea) > summary").click();
    await list.fill("Name,E-mail,Branch\nEva Ruiz,eva@example.com,Madrid\nFinn Olsen,finn@example.com,Oslo");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Use “Branch” as").waitFor();
  };
  await sheets(page, {
    namespaces: "/admin",
    quizzes: namespace,
    "new-quiz": `${namespace}/quizzes/new`,
    members: `${namespace}/members`,
    keys: `${namespace}/keys`,
    audit: `${namespace}/audit`,
    "namespace-settings": `${namespace}/settings`,
    account: "/admin/account",
    search: "/admin/search?q=pet",
    help: "/admin/help",
    publish: at(pets, "edit/publish"),
    "share-invited": at(invited, "share"),
    "share-in-app": at(embedded, "share"),
    example: at(embedded, "share/example"),
    mapping,
    "audit-all": "/admin/audit",
  });
});
