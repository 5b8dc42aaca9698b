// A server whose clock a test moves, as if the machine had been off or asleep.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Demo, NAMESPACE, program, ready, stop } from "./server.ts";

/** The library that shifts the time of programs that preload it. */
function library(): string {
  const files = readdirSync("/usr/lib").map((folder) => join("/usr/lib", folder, "faketime/libfaketimeMT.so.1"));
  const found = files.find((file) => existsSync(file));
  if (!found) throw new Error("the package faketime is missing");
  return found;
}

export class MovedServer {
  private readonly folder = mkdtempSync(join(tmpdir(), "quiz-answers-"));
  private readonly clock = join(this.folder, "clock");
  private server?: ChildProcess;
  private key = "";

  constructor(private readonly options: string[]) {}

  /** Starts the server at a moment in UTC, such as `2027-03-01 08:00:00`, from which its clock goes on. */
  async at(moment: string): Promise<Demo> {
    if (this.server) await stop(this.server);
    this.sleepUntil(moment);
    const env = {
      ...process.env,
      TZ: "UTC",
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: this.clock,
      FAKETIME_NO_CACHE: "1",
      // Waiting goes by the machine's own clock.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
    const folder = ["--data-dir", this.folder];
    if (!this.key) {
      execFileSync(program, ["namespace", "create", NAMESPACE, "--name", "Tests", ...folder], { env, stdio: "pipe" });
      this.key = execFileSync(program, ["key", "create", "--name", "browser tests", ...folder], { env, encoding: "utf8" }).trim();
    }
    const options = ["--addr", "127.0.0.1:0", "--key-rate-limit", "off", "--log", "error", ...this.options, ...folder];
    this.server = spawn(program, ["serve", ...options], { env, stdio: ["ignore", "pipe", "inherit"] });
    return { ...(await ready(this.server)), key: this.key, folder: this.folder };
  }

  /** Moves the clock of the running server. */
  sleepUntil(moment: string): void {
    writeFileSync(`${this.clock}.new`, `@${moment}\n`);
    renameSync(`${this.clock}.new`, this.clock);
  }

  async end(): Promise<void> {
    if (this.server) await stop(this.server);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
