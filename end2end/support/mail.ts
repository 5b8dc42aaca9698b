// Reads messages that the server has written to a folder.
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Message {
  to: string;
  subject: string;
  html: string;
  plain: string;
  headers: string;
}

/** A folder, and the options of a server that writes its mail to it. */
export function mailFolder(): { folder: string; options: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "quiz-answers-mail-"));
  const from = "Quizzes <quiz@example.org>";
  return { folder, options: ["--mail-folder", folder, "--mail-from", from, "--mail-rate", "off", "--mail-domain-rate", "off"] };
}

/** The messages so far. */
export function sent(folder: string): Message[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  return files.sort().map((name) => read(readFileSync(join(folder, name), "latin1")));
}

function read(text: string): Message {
  const headers = text.slice(0, text.indexOf("\r\n\r\n"));
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(headers)?.[1]?.trim() ?? "";
  const boundary = /boundary="([^"]+)"/.exec(text)![1]!;
  const part = (kind: string) => decoded(text.split(`--${boundary}`).find((part) => part.includes(kind)) ?? "");
  return { to: field("To"), subject: field("Subject"), headers, html: part("text/html"), plain: part("text/plain") };
}

function decoded(part: string): string {
  const start = part.indexOf("\r\n\r\n") + 4;
  const [headers, body] = [part.slice(0, start), part.slice(start)];
  if (/base64/i.test(headers)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(headers)) return Buffer.from(body, "latin1").toString("utf8");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
