// A webhook receiver on the local host.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { NAMESPACE, type Demo } from "./server.ts";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that replies with a configurable status and records the requests. */
export async function receive(): Promise<{ server: Server; host: string; received: Received[]; reply: { status: number } }> {
  const received: Received[] = [];
  const reply = { status: 200 };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(reply.status, { "content-type": "text/plain" }).end("noted <b>here</b>");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, received, reply };
}

/** Creates a webhook over the API, so that the server knows it immediately. */
export async function makeWebhook(demo: Demo, url: string, more: Record<string, unknown> = {}): Promise<void> {
  const made = await fetch(`${demo.url}/api/v1/namespaces/${NAMESPACE}/webhooks`, {
    method: "POST",
    headers: { "x-api-key": demo.key, "content-type": "application/json" },
    body: JSON.stringify({ url, ...more }),
  });
  if (made.status !== 201) throw new Error(`no webhook: ${made.status} ${await made.text()}`);
}
