// Starts the demo server once for all tests, on its own port, and stops it at the end.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Addresses and credentials of the demo server. */
export interface Demo {
  url: string;
  /** The start page of the demo's open quiz. */
  open: string;
  /** The demo's in-app quiz, for an arbitrary visitor. */
  inapp: string;
  /** An API key for all namespaces. */
  key: string;
  /** The server's data directory, for commands that run beside the server. */
  folder: string;
}

/** The namespace of the tests' quizzes; the demo's home page stays unchanged. */
export const NAMESPACE = "tests";

/** An administrator of all namespaces. */
export const ADMINISTRATOR = { email: "admin@example.com", password: "a long enough password" };

const here = dirname(fileURLToPath(import.meta.url));

/** The program under test. */
export const program = process.env.QUIZ_ANSWERS_BIN || join(here, "../../target/debug/quiz-answers");

const VARIABLE = "QUIZ_ANSWERS_DEMO";
const PATIENCE = 30_000;

export default async function start(): Promise<() => Promise<void>> {
  const { demo, end } = await launch();
  process.env[VARIABLE] = JSON.stringify(demo);
  return end;
}

/** A separate server, for a test that would affect others or needs other options. */
export async function launch(...more: string[]): Promise<{ demo: Demo; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "quiz-answers-"));
  const run = (...command: string[]) => execFileSync(program, [...command, "--data-dir", folder], { encoding: "utf8" });
  const options = ["--addr", "127.0.0.1:0", "--demo", "--key-rate-limit", "off", "--log", "warn", ...more];
  const server = spawn(program, ["serve", ...options, "--data-dir", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const demo = await ready(server);
  run("namespace", "create", NAMESPACE, "--name", "Tests");
  execFileSync(program, ["admin", "create", "--email", ADMINISTRATOR.email, "--data-dir", folder], {
    input: ADMINISTRATOR.password,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const key = run("key", "create", "--name", "browser tests").trim();
  const end = async () => {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  };
  return { demo: { ...demo, key, folder }, end };
}

/** A server with the data of another server's backup. */
export async function launchRestored(of: Demo, ...more: string[]): Promise<{ demo: Demo; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "quiz-answers-"));
  const run = (...command: string[]) => execFileSync(program, command, { stdio: ["ignore", "ignore", "pipe"] });
  const backup = join(folder, "backup.db");
  run("backup", backup, "--data-dir", of.folder);
  copyFileSync(join(of.folder, "quiz-answers.key"), join(folder, "quiz-answers.key"));
  run("restore", backup, "--data-dir", folder);
  const options = ["--addr", "127.0.0.1:0", "--key-rate-limit", "off", "--log", "warn", ...more];
  const server = spawn(program, ["serve", ...options, "--data-dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const end = async () => {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  };
  return { demo: { ...of, ...(await ready(server)), folder }, end };
}

/** The running server, as read by the test processes. */
export function demo(): Demo {
  return JSON.parse(process.env[VARIABLE] ?? "null") as Demo;
}

/** Resolves with the addresses that the server prints once it listens. */
export function ready(server: ChildProcess): Promise<Omit<Demo, "key" | "folder">> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const fail = (why: string) => reject(new Error(`the server ${why}; it printed:\n${printed}`));
    const timer = setTimeout(() => fail("did not start in time"), PATIENCE);
    server.on("error", (error) => fail(`could not be started: ${error.message}`));
    server.on("exit", (code) => fail(`ended with ${code}`));
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const url = /^Listening on ([^\s,]+)(?:, reached as \S+)?$/m.exec(printed)?.[1];
      if (!url) return;
      clearTimeout(timer);
      const line = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? "";
      resolve({ url, open: line(/^ {2}open +(\S+)/m), inapp: line(/^ {2}inapp +(\S+)/m) });
    });
  });
}

export function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.removeAllListeners("exit").on("exit", () => resolve());
    server.kill("SIGTERM");
  });
}
