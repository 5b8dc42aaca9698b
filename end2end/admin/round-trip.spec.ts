// Definitions survive the editor: after a change to one text nothing else differs.
import type { Page } from "@playwright/test";
import type { Quiz } from "../support/api.ts";
import { expect, test } from "../support/dashboard.ts";
import { randomDefinition } from "../support/definitions.ts";
import { QuizEditor } from "../support/editor.ts";

type Value = { [field: string]: Value } | Value[] | string | number | boolean;
type Draft = { [field: string]: Value } & { language: string; questions: { id: string; text?: Value }[] };

/** Number of pages open in parallel. */
const TABS = 5;
const WORDS = "Other words";

/** The value of a place such as `scoring.bands.low.name`. */
function at(tree: Value, steps: string[]): Value {
  const of = (value: Value, step: string) =>
    (Array.isArray(value) ? value.find((item) => (item as { id: string }).id === step) : (value as { [field: string]: Value })[step])!;
  return steps.reduce(of, tree);
}

/** A copy with the text at the place replaced in one language. */
function reworded(before: Draft, place: string, language: string): Draft {
  const [after, steps] = [structuredClone(before), place.split(".")];
  const [around, last] = [at(after, steps.slice(0, -1)) as { [field: string]: Value }, steps.at(-1)!];
  const text = around[last]!;
  around[last] = typeof text === "string" ? WORDS : { ...(text as object), [language]: WORDS };
  return after;
}

/** The editor's page, the text to change on it, and the language. The tabs take turns. */
function changes({ language, questions, name }: Draft, seed: number): [page: string, place: string, language: string] {
  const own = questions.filter(({ text }) => text);
  const { id } = own[seed % own.length]!;
  const others = typeof name === "string" ? [] : Object.keys(name!).filter((tag) => tag !== language);
  const question = `questions.${id}.text`;
  if (seed % 5 === 1) return ["scoring", "scoring.bands.band1.name", language];
  if (seed % 5 === 2) return ["settings", "name", language];
  if (seed % 5 === 3 && others.length > 0) return [`languages/${others[0]}`, question, others[0]!];
  return [`q/${id}`, question, language];
}

test("random definitions come back as they were, but for one text", async ({ context, api, session, scripted }) => {
  test.setTimeout(420_000);
  // A hundred definitions with scripts, twenty without.
  const each = scripted ? 20 : 4;
  const draft = async ({ base, namespace, id }: Quiz): Promise<Draft> => {
    const headers = { cookie: `${session.name}=${session.value}` };
    const reply = await fetch(`${base}/admin/ns/${namespace}/quizzes/${id}/edit/draft`, { headers });
    return ((await reply.json()) as { tree: Draft }).tree;
  };
  const change = async (page: Page, seed: number) => {
    const body = randomDefinition(seed);
    const quiz = await api.create(body).catch((error: unknown) => {
      throw new Error(`definition ${seed}: ${error}`);
    });
    const before = await draft(quiz);
    expect(before, `what the server keeps of definition ${seed}`).toMatchObject(body);
    const editor = new QuizEditor(page, scripted);
    const [tab, place, language] = changes(before, seed);
    await editor.opens(`/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/edit/${tab}`);
    await editor.writes({ [language === before.language ? place : `${place}.${language}`]: WORDS });
    if (scripted) await expect(page.locator("#state")).toContainText("Saved");
    else await editor.saves();
    expect(await draft(quiz), `definition ${seed}, ${tab}`).toStrictEqual(reworded(before, place, language));
  };
  await Promise.all(
    Array.from({ length: TABS }, async (_, tab) => {
      const page = await context.newPage();
      for (let number = 0; number < each; number += 1) await change(page, tab * each + number);
    }),
  );
});
