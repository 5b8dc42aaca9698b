// The manual's receivers in Python and TypeScript, built on the libraries of the Standard Webhooks specification: each
// accepts a real server's event once, and rejects everything else.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { Api } from "../support/api.ts";
import { expect, test } from "../support/test.ts";
import { launch, NAMESPACE, program } from "../support/server.ts";

const MANUAL = join(import.meta.dirname, "../../docs");

/** The printed output of a receiver. */
class Running {
  private text = "";

  constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.text += text));
    }
  }

  lines(): string[] {
    return this.text.split("\n").filter(Boolean);
  }

  async port(): Promise<string> {
    await expect.poll(() => this.text).toMatch(/Listening on port \d+/);
    return /port (\d+)/.exec(this.text)![1]!;
  }

  end(): void {
    this.child.kill();
  }
}

/** TypeScript is compiled to JavaScript, beside the packages of these tests. */
function command(file: string, folder: string): [string, string] {
  const path = join(MANUAL, "webhooks", file);
  if (file.endsWith(".py")) return [process.env.OPENAPI_PYTHON_CLIENT ? join(dirname(process.env.OPENAPI_PYTHON_CLIENT), "python") : "python3", path];
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const made = join(folder, "receiver.mjs");
  writeFileSync(made, ts.transpileModule(readFileSync(path, "utf8"), { compilerOptions: options }).outputText);
  return [process.execPath, made];
}

for (const [language, file] of [
  ["Python", "receiver.py"],
  ["TypeScript", "receiver.ts"],
] as const) {
  test(`the receiver in ${language} takes what is signed, once`, async () => {
    // The port is chosen first: the webhook needs it, and the receiver needs the webhook's secret to start.
    const port = String(20_000 + Math.floor(Math.random() * 10_000));
    const { demo, end } = await launch("--webhook-allow", `127.0.0.1:${port}`);
    const folder = join(import.meta.dirname, "../test-results", `receiver-${language}`);
    mkdirSync(folder, { recursive: true });
    const of = ["--namespace", NAMESPACE, "--data-dir", demo.folder];
    const url = `http://127.0.0.1:${port}/hooks`;
    // Through the server, which then knows the webhook immediately.
    const made = await fetch(`${demo.url}/api/v1/namespaces/${NAMESPACE}/webhooks`, {
      method: "POST",
      headers: { "x-api-key": demo.key, "content-type": "application/json" },
      body: JSON.stringify({ url, events: ["response.submitted"] }),
    });
    expect(made.status, await made.clone().text()).toBe(201);
    const { id, secret } = (await made.json()) as { id: string; secret: string };
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: port };
    const [runs, path] = command(file, folder);
    const receiver = new Running(spawn(runs, [path], { env, stdio: ["ignore", "pipe", "pipe"] }));
    try {
      expect(await receiver.port()).toBe(port);
      const api = new Api(demo);
      const quiz = await api.create({ name: "Told of" });
      const user = await api.submit(quiz, "en", [1, 1, 1, 1, 1, 1, 1, 1]);
      const told = () => receiver.lines().filter((line) => line.startsWith("response.submitted") && line.includes(user));
      await expect.poll(() => told().length).toBe(1);
      // After the rotation, events have two signatures; the resends deliver the event again.
      execFileSync(program, ["webhook", "secret", id, ...of]);
      execFileSync(program, ["webhook", "resend", id, "--since", "2020-01-01T00:00:00Z", ...of]);
      const event = execFileSync(program, ["webhook", "deliveries", id, ...of], { encoding: "utf8" }).split("\t")[0]!;
      execFileSync(program, ["webhook", "resend", id, "--event", event, ...of]);
      const delivered = () => execFileSync(program, ["webhook", "deliveries", id, "--state", "delivered", ...of], { encoding: "utf8" });
      await expect.poll(delivered).toContain(event);
      const sign = (body: string, at: number, key: string) => {
        const mac = createHmac("sha256", Buffer.from(key.replace("whsec_", ""), "base64")).update(`evt_x.${at}.${body}`);
        return { "webhook-id": "evt_x", "webhook-timestamp": String(at), "webhook-signature": `v1,${mac.digest("base64")}` };
      };
      const post = async (body: string, headers: Record<string, string>) =>
        (await fetch(url, { method: "POST", body, headers })).status;
      const [body, now] = ['{"type":"x","data":{}}', Math.floor(Date.now() / 1000)];
      expect(await post(body, sign(body, now, "whsec_AAAA"))).toBe(400);
      expect(await post(body, sign(body, now - 3600, secret))).toBe(400);
      expect(await post(`${body} `, sign(body, now, secret))).toBe(400);
      expect(await post(body, {})).toBe(400);
      expect(await post(body, sign(body, now, secret))).toBe(204);
      await expect.poll(() => receiver.lines().some((line) => line.startsWith("x "))).toBe(true);
      expect(told(), "it was processed once").toHaveLength(1);
    } finally {
      receiver.end();
      await end();
    }
  });
}

test("the manual quotes the receivers as they are", () => {
  const page = readFileSync(join(MANUAL, "webhooks.md"), "utf8");
  for (const [file, language] of [["receiver.py", "python"], ["receiver.ts", "ts"], ["receiver.rs", "rust"]]) {
    const text = readFileSync(join(MANUAL, "webhooks", file!), "utf8");
    expect(page, file).toContain(`\`\`\`${language}\n${text}\`\`\``);
  }
});
