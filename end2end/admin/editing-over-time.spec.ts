// What is measured over time, declared in the editor: change, norms, alerts and a series.
import type { Page } from "@playwright/test";
import type { NewQuiz, Quiz } from "../support/api.ts";
import { expect, test } from "../support/dashboard.ts";
import { QuizEditor } from "../support/editor.ts";

const option = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
const QUIZ = {
  name: "Progress",
  anonymous: false,
  inapp: true,
  questions: [
    { id: "mood", text: "How was your week?", options: [{ id: option(1), label: "Bad", points: 10 }, { id: option(2), label: "Good", points: 41 }] },
    { id: "safe", text: "Are you safe at home?", options: [{ id: option(3), label: "Yes" }, { id: option(4), label: "No" }] },
  ],
  scoring: {
    method: "sum",
    bands: [{ id: "low", from: 0, name: "Low", hue: "rose" }, { id: "fine", from: 40, name: "Fine", hue: "leaf" }],
  },
} as unknown as NewQuiz;

const address = ({ namespace, id }: Quiz, tab: string) => `/admin/ns/${namespace}/quizzes/${id}/edit/${tab}`;
const example = (page: Page, text: string) => page.locator(".ed-example").filter({ hasText: text });

test("change, norms, alerts and a series are declared, each with an example", async ({ page, api, session, checkPage, scripted }) => {
  test.setTimeout(120_000);
  const quiz = await api.create(QUIZ);
  const editor = new QuizEditor(page, scripted);
  await editor.opens(address(quiz, "scoring"));
  await editor.presses("add scoring.change");
  await editor.writes({ "scoring.change.sd": "7,5", "scoring.change.reliability": "0.80", "scoring.change.cutoff": "30" });
  await editor.presses("add scoring.norms");
  await editor.writes({
    "scoring.norms.0.name": "Adults",
    "scoring.norms.0.source": "Manual, table 4",
    "scoring.norms.0.mean": "45",
    "scoring.norms.0.sd": "10",
  });
  await editor.presses("add scoring.norms");
  await editor.writes({
    "scoring.norms.1.name": "All",
    "scoring.norms.1.source": "Manual, table 7",
    "scoring.norms.1.percentiles": "Score\tPercentile\n20\t5\n35,5\t50\n60\t99",
  });
  await editor.presses("begin scoring.norms.0.when");
  await editor.saves();
  await page.locator('[id="scoring.norms.0.when"]').getByLabel("Yes", { exact: true }).check();
  await editor.saves();
  await expect(example(page, "A difference of 9.30 points or more counts as change. From 0 to 40: better and past the cut-off")).toBeVisible();
  await expect(example(page, "A score of 40 is T 45, percentile 30.")).toBeVisible();
  await checkPage(page);

  await editor.tab("Alerts");
  await editor.presses("add alerts");
  await editor.writes({ "alerts.alert1.name": "Not safe" });
  await editor.presses("begin alerts.alert1.when");
  await editor.saves();
  await page.locator('[id="alerts.alert1.when"]').getByLabel("No", { exact: true }).check();
  await editor.ticks("alerts.alert1.early", true);
  await editor.writes({ "alerts.alert1.help": "You can talk to someone now.\ntel:+15550100" });
  await editor.presses("add alerts");
  await editor.writes({ "alerts.alert2.name": "Low or worse" });
  await editor.presses("begin alerts.alert2.when");
  await editor.saves();
  await editor.chooses("alerts.alert2.when.@question", "Band of the overall score");
  await editor.saves();
  await page.locator('[id="alerts.alert2.when"]').getByLabel("Low (from 0)").check();
  await editor.presses("also alerts.alert2.when");
  await editor.chooses("alerts.alert2.when.all.1.@question", "Change of the overall score");
  await editor.saves();
  await editor.chooses("alerts.alert2.when.@group", "any of these holds");
  await editor.saves();
  await page.locator('[id="alerts.alert2.when"]').getByLabel("worse", { exact: true }).check();
  await editor.saves();
  await expect(example(page, "Rises when an answer is stored and “Are you safe at home?” is No.")).toBeVisible();
  await expect(example(page, "the overall score is Low or the overall score is worse since the attempt before. Low begins at a score of 0.")).toBeVisible();
  await checkPage(page);

  await editor.tab("Settings");
  await editor.presses("add series");
  await editor.writes({ "series.every.@count": "2", "series.times": "7" });
  await editor.chooses("series.every.@unit", "weeks");
  await editor.presses("add series.remind");
  await editor.writes({ "series.remind.0.@count": "2" });
  await editor.saves();
  await expect(example(page, "7 occasions: on the days 1, 15, 29, 43, 57, … 85")).toBeVisible();
  await expect(page.locator("#problems > summary")).toHaveText("Problems (0)");
  await checkPage(page);

  const reply = await fetch(`${quiz.base}${address(quiz, "draft")}`, { headers: { cookie: `${session.name}=${session.value}` } });
  const { tree } = (await reply.json()) as { tree: { [field: string]: unknown; scoring: { change: unknown; norms: unknown } } };
  expect(tree.scoring.change).toEqual({ better: "higher", sd: 7.5, reliability: 0.8, cutoff: 30 });
  expect(tree.scoring.norms).toEqual([
    { name: "Adults", source: "Manual, table 4", mean: 45, sd: 10, when: { question: "safe", is: [option(3)] } },
    { name: "All", source: "Manual, table 7", percentiles: [[20, 5], [35.5, 50], [60, 99]] },
  ]);
  expect(tree.alerts).toEqual([
    { id: "alert1", name: "Not safe", early: true, when: { question: "safe", is: [option(4)] }, help: "You can talk to someone now.\ntel:+15550100" },
    { id: "alert2", name: "Low or worse", when: { any: [{ band: { of: "overall", is: ["low"] } }, { change: { of: "overall", is: ["worse"] } }] } },
  ]);
  expect(tree.series).toEqual({ every: "P2W", times: 7, open: "P5D", remind: ["P2D"] });
});

test("an earlier score is tried beside the answers", async ({ page, api, checkPage, scripted }) => {
  const measured = { change: { better: "higher", sd: 7.5, reliability: 0.8 }, norms: [{ name: "Adults", source: "Manual", mean: 45, sd: 10 }] };
  const quiz = await api.create({ ...QUIZ, scoring: { ...(QUIZ as { scoring: object }).scoring, ...measured } } as NewQuiz);
  const editor = new QuizEditor(page, scripted);
  await editor.opens(address(quiz, "scoring"));
  await editor.chooses("try.mood", "Good");
  await editor.chooses("try.safe", "Yes");
  await editor.writes({ "try.@earlier": "30" });
  await editor.presses("try");
  const result = page.locator("#tried");
  await expect(result).toContainText("since 30: better; reliable change index 2.32; a difference of 9.30 or more counts");
  await expect(result).toContainText("T 46, percentile 34 among Adults (Manual)");
  await checkPage(page);
});

test("a problem of an alert leads to its condition, and its button puts it right", async ({ page, api, scripted }) => {
  test.skip(!scripted, "a draft with a gap needs one page only");
  const alert = { id: "unsafe", name: "Not safe", when: { any: [{ question: "safe", is: [option(4)] }, { question: "mood", is: [option(1)] }] } };
  const quiz = await api.create({ ...QUIZ, alerts: [alert] } as NewQuiz);
  const editor = new QuizEditor(page, scripted);
  await editor.opens(address(quiz, "q/safe"));
  await editor.presses(`remove questions.safe.options.${option(4)}`);
  await expect(page.getByText("It is still named in: an alert.")).toBeVisible();
  await editor.presses("add questions.safe.options");
  await editor.writes({ [`${(await editor.items("questions.safe.options", "label")).at(-1)}.label`]: "Not always" });
  await editor.saves();
  await page.locator("#problems > summary").click();
  await page.getByRole("link", { name: "The condition of alert “Not safe”" }).click();
  const condition = page.locator('[id="alerts.unsafe.when"]');
  await expect(condition).toBeFocused();
  await expect(condition).toContainText("An option is gone");
  await condition.getByRole("button", { name: "Remove what is gone" }).click();
  await editor.saves();
  await expect(page.locator("#problems > summary")).toHaveText("Problems (0)");
});
