// The API document works with public tools: a linter finds no mistake, and a generator makes a client of it.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { test as base, expect } from "@playwright/test";
import { program } from "../support/server.ts";

const generator = process.env.OPENAPI_PYTHON_CLIENT || "openapi-python-client";

const test = base.extend<{ document: string }>({
  document: async ({}, use, testInfo) => {
    const file = testInfo.outputPath("openapi.json");
    writeFileSync(file, execFileSync(program, ["openapi"]));
    await use(file);
  },
});

test("a linter finds no mistake in the API document", ({ document }) => {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  execFileSync("npx", ["redocly", "lint", "--config", "redocly.yaml", document], { env, stdio: "inherit" });
});

test("a Python client is generated from the API document", ({ document }, testInfo) => {
  const client = testInfo.outputPath("client");
  const options = ["--path", document, "--output-path", client, "--meta", "none", "--fail-on-warning"];
  // The formatter that it calls stands beside it.
  const env = { ...process.env, PATH: dirname(generator) + delimiter + process.env.PATH };
  execFileSync(generator, ["generate", ...options], { env, stdio: "inherit" });
  expect(readdirSync(client)).toContain("client.py");
});
