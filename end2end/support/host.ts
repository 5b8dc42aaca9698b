// Another application on its own origin, with the documentation's sample page.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Quiz } from "./api.ts";

const SAMPLE = join(dirname(fileURLToPath(import.meta.url)), "../../docs/examples/host.html");

export class Host {
  private html = "";
  private readonly server: Server;

  private constructor() {
    this.server = createServer((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8").end(this.html);
    });
  }

  static async start(): Promise<Host> {
    const host = new Host();
    await new Promise<void>((listening) => host.server.listen(0, "127.0.0.1", listening));
    return host;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Embeds this quiz for this person as the sample page does, with additional options. */
  embeds({ base, namespace, id }: Quiz, session: string, options = ""): void {
    this.html = readFileSync(SAMPLE, "utf8")
      .replace("http://127.0.0.1:3000", base)
      .replace("demo/QUIZ_ID", `${namespace}/${id}`)
      .replace("7b6f7a52-6a0b-4a53-9d0e-1f3c0f6f2a91", session)
      .replace("start: true,", `start: true, ${options}`);
  }

  /** Makes the embedding page follow the device's colour scheme, which the sample does not set. */
  followsTheDevice(): void {
    this.html = this.html.replace("<title>", '<meta name="color-scheme" content="light dark" /><title>');
  }

  /** Embeds an address in a frame without any script. */
  frames(url: string): void {
    this.html = `<!doctype html><iframe src="${url}" title="Quiz" style="width:100%;height:90vh"></iframe>`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
