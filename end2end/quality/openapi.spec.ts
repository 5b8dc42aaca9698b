// The API document works with public tools: linters find no mistake, the generated types fit these tests, a generated
// client takes a quiz, and a fuzzer finds no deviation of the server.
import { execFile, execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { test as base, expect, type TestInfo } from "@playwright/test";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { Api } from "../support/api.ts";
import { demo, program, ready, stop } from "../support/server.ts";
import { ANSWERS, BY_TABLE, SCORES, WHOLE } from "../support/whole.ts";

const generator = process.env.OPENAPI_PYTHON_CLIENT || "openapi-python-client";

const test = base.extend<{ document: string }>({
  document: async ({}, use, testInfo) => {
    const file = testInfo.outputPath("openapi.json");
    writeFileSync(file, execFileSync(program, ["openapi"]));
    await use(file);
  },
});

test("Redocly finds no mistake in the API document", ({ document }) => {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  execFileSync("npx", ["redocly", "lint", "--config", "redocly.yaml", document], { env, stdio: "inherit" });
});

test("Spectral finds no mistake in the API document", async ({ document }) => {
  const linter = new spectral.Spectral();
  linter.setRuleset(new spectral.Ruleset(rulesets.oas));
  const findings = await linter.run(readFileSync(document, "utf8"));
  expect(findings.map(({ code, path, message }) => `${code} at ${path.join(".")}: ${message}`)).toEqual([]);
});

test("the browser tests fit the types of the API document", () => {
  execFileSync("npm", ["run", "--silent", "check"], { stdio: "inherit" });
});

/** Runs a script with a client generated from the API document. */
function runsInPython(script: string, document: string, testInfo: TestInfo, more: object): void {
  const client = testInfo.outputPath("client");
  const options = ["--path", document, "--output-path", client, "--meta", "none", "--fail-on-warning"];
  // The generator calls a formatter that is installed beside it.
  const env = { ...process.env, PATH: dirname(generator) + delimiter + process.env.PATH };
  execFileSync(generator, ["generate", ...options], { env, stdio: "inherit" });

  const { url, key } = demo();
  const python = join(dirname(generator), "python");
  execFileSync(python, [`quality/${script}`], {
    env: { ...process.env, PYTHONPATH: testInfo.outputDir },
    input: JSON.stringify({ url, key, ...more }),
    stdio: ["pipe", "inherit", "inherit"],
  });
}

test("a Python client generated from the API document takes a quiz", ({ document }, testInfo) => {
  const { namespace, id: quiz } = new Api(demo()).openQuiz;
  runsInPython("open_quiz.py", document, testInfo, { namespace, quiz });
});

test("a Python client sends and receives every field of a definition, of answers and of scores", ({ document }, testInfo) => {
  const { namespace } = new Api(demo()).openQuiz;
  runsInPython("whole_quiz.py", document, testInfo, { namespace, whole: WHOLE, answers: ANSWERS, scores: SCORES, byTable: BY_TABLE });
});

test("so does a TypeScript client", async () => {
  const api = new Api(demo());
  for (const [definition, answers, scores] of [
    [WHOLE, ANSWERS, SCORES],
    [BY_TABLE, { calm: 2, glad: 1 }, { score: 72.5 }],
  ] as const) {
    const quiz = await api.create(definition);
    const stored = await api.definition(quiz);
    const times = (sent: { opensAt?: string | null; closesAt?: string | null }) =>
      [sent.opensAt, sent.closesAt].map((time) => (time ? Date.parse(time) : null));
    expect(times(stored)).toEqual(times(definition as typeof WHOLE));
    const { opensAt: _from, closesAt: _to, ...rest } = definition as typeof WHOLE;
    expect(stored).toMatchObject(rest);
    const { questions } = await api.publicQuiz(quiz, "en");
    expect(questions.map(({ id }) => id)).toEqual(definition.questions.map(({ id }) => id));
    const record = await api.record(quiz, await api.submitAll(quiz, "en", answers));
    expect(record).toMatchObject(scores);
    expect({ ...record.qAnswers, ...record.values }).toEqual(answers);
  }
});

test("a fuzzer finds nothing that the API document does not allow", async ({}, testInfo) => {
  // Examples per operation: 260 make about 20,000 requests.
  const count = Number(process.env.FUZZ_EXAMPLES || 15);
  const seconds = Math.max(60, 6 * count);
  test.setTimeout((seconds + 60) * 1000);
  // A separate server, because the fuzzer deletes what it finds.
  const data = ["--data-dir", testInfo.outputPath("data")];
  const options = ["--addr", "127.0.0.1:0", "--demo", "--key-rate-limit", "off", "--log", "error"];
  const server = spawn(program, ["serve", ...options, ...data]);
  try {
    const { url } = await ready(server);
    const key = execFileSync(program, ["key", "create", "--name", "fuzzer", ...data], { encoding: "utf8" }).trim();
    const examples = ["--phases", "coverage,fuzzing", "--max-examples", `${count}`, "--generation-deterministic"];
    const bounds = ["--max-time", `${seconds}`, "--workers", "1", "--no-color", "--warnings", "off"];
    const run = ["run", `${url}/api/v1/openapi.json`, "-H", `x-api-key: ${key}`, ...examples, ...bounds];
    const fuzzer = join(dirname(generator), "schemathesis");
    const found = await promisify(execFile)(fuzzer, ["--config-file", "schemathesis.toml", ...run], {
      maxBuffer: 1e8,
    }).catch((failed: { stdout: string }) => failed);
    expect(found.stdout).toContain("No issues found");
  } finally {
    await stop(server);
  }
});
