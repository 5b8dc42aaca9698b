// The exports of the worked case: a line for each person who has begun, and one for each attempt.
import { expect } from "@playwright/test";
import type { Attempt, Norm } from "./expected.ts";
import { type Case, CATEGORIES, QUICK, sorted } from "./service.ts";

export async function expectExport(worked: Case): Promise<void> {
  await worked.call("/csvExport", {});
  type Export = { csvExportStatus: string | null; csvExportPath: string };
  const state = () => worked.call<Export>("");
  await expect.poll(async () => (await state()).csvExportStatus, QUICK).toBe("done");
  const [unfinished, occasion] = worked.expected.unfinished;
  const wanted = worked.expected.attempts.map((attempts, index) => {
    const begun = index + 1 === unfinished ? [{ attempt: attempts.length + 1, occasion }] : [];
    return [...attempts, ...begun].map((attempt) => rowOf(index + 1, attempt));
  });
  await expectFile(worked, (await state()).csvExportPath, wanted.flatMap((rows) => rows.slice(-1)));

  const { exportId } = await worked.call<{ exportId: string }>("/exports", { filter: { attempts: "each" } });
  type Listed = { items: { id: string; state: string; path: string | null }[] };
  const file = async () => (await worked.call<Listed>("/exports")).items.find(({ id }) => id === exportId);
  await expect.poll(async () => (await file())?.state, QUICK).toBe("done");
  await expectFile(worked, (await file())!.path!, wanted.flat());
}

async function expectFile(worked: Case, path: string, wanted: Record<string, string>[]): Promise<void> {
  const { pathname, search } = new URL(path);
  const text = await (await fetch(`${worked.demo.url}${pathname}${search}`)).text();
  const [head, ...lines] = text.trim().split("\r\n").map(cells);
  const rows = lines.map((line) => Object.fromEntries(head!.map((name, index) => [name, line[index] ?? ""])));
  const found = rows.map((row) => {
    const person = worked.personOf(row.userId!);
    return Object.fromEntries(Object.keys(wanted[0]!).map((name) => [name, name === "person" ? String(person) : row[name]]));
  });
  expect(sorted(found)).toEqual(sorted(wanted));
}

/** The fields of a line of CSV. */
function cells(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!.replace(/^"|"$/g, "").replaceAll('""', '"'));
}

function rowOf(person: number, attempt: Pick<Attempt, "attempt" | "occasion"> & Partial<Attempt>): Record<string, string> {
  const text = (value: unknown) => (value === undefined || value === null ? "" : String(value));
  const row: Record<string, string> = {
    person: text(person),
    attempt: text(attempt.attempt),
    occasion: text(attempt.occasion),
    alerts: text(attempt.alerts?.join(" ")),
    score: text(attempt.scores?.overall),
    band: text(attempt.bands?.overall),
  };
  for (const of of ["overall", ...CATEGORIES] as const) {
    const before = of === "overall" ? "" : `category.${of}.`;
    if (of !== "overall") row[`category.${of}`] = text(attempt.scores?.[of]);
    const norm: Partial<Norm> | null | undefined = attempt.norms?.[of];
    if (of !== "body") {
      Object.assign(row, {
        [`${before}norm`]: text(norm?.name),
        [`${before}norm.z`]: text(norm?.z),
        [`${before}norm.t`]: text(norm?.t),
        [`${before}norm.percentile`]: text(norm?.percentile),
      });
    }
    for (const since of ["previous", "first"] as const) {
      const change = attempt.changes?.[of]?.[since];
      row[`${before}change.${since}`] = text(change?.verdict);
      row[`${before}change.${since}.difference`] = text(change?.difference);
    }
  }
  return row;
}
