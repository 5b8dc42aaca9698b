"""Receives webhooks. Needs `pip install standardwebhooks`, and the secret in WEBHOOK_SECRET."""

import os
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
waiting = queue.Queue()  # A real receiver keeps it in a database: what is in memory is lost in a crash.


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            # The bytes as they came; any one of several signatures will do.
            event = webhook.verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError):
            return self.reply(400)
        waiting.put((self.headers["webhook-id"], event))
        self.reply(204)

    def reply(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def process(event):
    print(event["type"], event["data"], flush=True)


def work():
    done = set()  # A real receiver keeps ids for five days, in the transaction that processes the event.
    while True:
        event_id, event = waiting.get()
        if event_id not in done:
            process(event)
            done.add(event_id)


threading.Thread(target=work, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
print(f"Listening on port {server.server_port}", flush=True)
server.serve_forever()
