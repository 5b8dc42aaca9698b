"""Sends large bodies through a proxy, of which the server refuses each: the client has to get the server's own reply.

    try_bodies.py PORT NAMESPACE QUIZ KEY TRIES

A connection that ends too early on the other side shows as 502, or as an error of the connection.
"""

import http.client
import json
import ssl
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

CONNECTIONS = 8

port, namespace, quiz, key, tries = sys.argv[1:]
quizzes = f"/api/v1/namespaces/{namespace}/quizzes"
# A body of spaces is refused before it is read as JSON.
refused = {
    401: (quizzes, " " * (1 << 20), {}),
    413: (f"{quizzes}/{quiz}/users/anonymous/initQuiz", " " * (256 << 10), {}),
    422: (quizzes, json.dumps({"name": "x" * (256 << 10)}), {"x-api-key": key}),
}
tls = ssl.create_default_context()
tls.check_hostname = False
tls.verify_mode = ssl.CERT_NONE


def ask(status, times):
    """Counts the replies to one request that is sent again and again."""
    path, body, headers = refused[status]
    body = body.encode()
    headers = {"content-type": "application/json", **headers}
    replies = Counter()
    connection = None
    for _ in range(times):
        try:
            connection = connection or http.client.HTTPSConnection("localhost", int(port), context=tls, timeout=60)
            connection.request("POST", path, body, headers)
            reply = connection.getresponse()
            reply.read()
            replies[reply.status] += 1
        except (OSError, http.client.HTTPException) as error:
            connection = None
            replies[type(error).__name__] += 1
    return replies


with ThreadPoolExecutor(CONNECTIONS) as pool:
    for status in refused:
        replies = sum(pool.map(ask, [status] * CONNECTIONS, [int(tries) // CONNECTIONS] * CONNECTIONS), Counter())
        if set(replies) != {status}:
            sys.exit(f"large bodies should get {status}: {dict(replies)}")
