// A server whose clock stands where a test needs it: each move stops it and starts it again at another moment.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
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
  private server?: ChildProcess;
  private key = "";

  constructor(private readonly options: string[]) {}

  /** Starts the server at a moment in UTC, such as `2027-03-01 08:00:00`, from which its clock goes on. */
  async at(moment: string): Promise<Demo> {
    if (this.server) await stop(this.server);
    // Waiting goes by the machine's own clock.
    const env = { ...process.env, TZ: "UTC", LD_PRELOAD: library(), FAKETIME: `@${moment}`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
    const folder = ["--data-dir", this.folder];
    if (!this.key) {
      execFileSync(program, ["namespace", "create", NAMESPACE, "--name", "Tests", ...folder], { env });
      this.key = execFileSync(program, ["key", "create", "--name", "browser tests", ...folder], { env, encoding: "utf8" }).trim();
    }
    const options = ["--addr", "127.0.0.1:0", "--key-rate-limit", "off", "--log", "warn", ...this.options, ...folder];
    this.server = spawn(program, ["serve", ...options], { env, stdio: ["ignore", "pipe", "inherit"] });
    return { ...(await ready(this.server)), key: this.key, folder: this.folder };
  }

  async end(): Promise<void> {
    if (this.server) await stop(this.server);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
