// Receives webhooks. Needs `npm install standardwebhooks`, and the secret in WEBHOOK_SECRET.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

interface Event {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? "");
// A real receiver keeps ids for five days, in the transaction that processes the event.
const done = new Set<string>();

function work(id: string, event: Event): void {
  if (done.has(id)) return;
  console.log(event.type, JSON.stringify(event.data));
  done.add(id);
}

const server = createServer(async (request, response) => {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const headers = request.headers as Record<string, string>;
    // The bytes as they came; any one of several signatures will do.
    const event = webhook.verify(Buffer.concat(pieces), headers) as Event;
    response.writeHead(204).end();
    // A real receiver queues it in a database before it replies: what is in memory is lost in a crash.
    setImmediate(work, headers["webhook-id"]!, event);
  } catch {
    response.writeHead(400).end();
  }
});

server.listen(Number(process.env.PORT ?? "8000"), "127.0.0.1", () => {
  console.log(`Listening on port ${(server.address() as AddressInfo).port}`);
});
