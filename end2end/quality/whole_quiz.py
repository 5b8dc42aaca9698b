"""Makes quizzes with the client generated from the API document, and answers them: no field is lost on either way."""

import json
import sys
from datetime import datetime

from client import AuthenticatedClient
from client.api.administration import create_quiz, get_quiz
from client.api.answering import (
    generate_anonymous_user_id,
    get_public_quiz_info,
    initialize_quiz,
    post_answers,
    submit_all_answers,
)
from client.api.results import get_users_answer
from client.models import CreateQuiz, GetUsersAnswerRecommendationsType, InitQuiz, PostAnswer, Submit


def moment(value):
    """Clients write the same moment in another way."""
    try:
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    except (AttributeError, ValueError):
        return value


def lost(sent, kept, path="it"):
    """The first place where something that was sent is not kept as it was."""
    if isinstance(sent, dict) and isinstance(kept, dict):
        places = ((name, value, kept.get(name)) for name, value in sent.items())
    elif isinstance(sent, list) and isinstance(kept, list) and len(sent) == len(kept):
        places = zip(range(len(sent)), sent, kept, strict=True)
    elif moment(sent) == moment(kept):
        return None
    else:
        return f"{path}: {sent!r} became {kept!r}"
    return next(filter(None, (lost(value, other, f"{path}.{name}") for name, value, other in places)), None)


def received(response):
    """What the client has of a reply, which is all of it."""
    told = json.loads(response.content)
    assert response.status_code in (200, 201), told
    known = response.parsed.to_dict()
    assert lost(told, known) is None, lost(told, known)
    return known


given = json.load(sys.stdin)
namespace = given["namespace"]
full = GetUsersAnswerRecommendationsType.FULL
api = AuthenticatedClient(base_url=given["url"], token=given["key"], prefix="", auth_header_name="x-api-key")


def answered(client, definition, answers):
    """The quiz as the client has it, and the record of these answers."""
    body = CreateQuiz.from_dict(definition)
    assert lost(definition, body.to_dict()) is None, lost(definition, body.to_dict())
    made = received(create_quiz.sync_detailed(namespace, client=client, body=body))
    quiz = namespace, made["id"]
    stored = received(get_quiz.sync_detailed(*quiz, client=client))
    assert lost(definition, stored) is None, lost(definition, stored)
    public = received(get_public_quiz_info.sync_detailed(*quiz, client=client))
    assert [question["id"] for question in public["questions"]] == [question["id"] for question in definition["questions"]]

    person = received(generate_anonymous_user_id.sync_detailed(*quiz, client=client))["anon_id"]
    received(initialize_quiz.sync_detailed(*quiz, client=client, body=InitQuiz(anon_id=person, language="en")))
    for question, answer in answers.items():
        body = PostAnswer.from_dict({"anon_id": person, "questionId": question, "answer": answer})
        received(post_answers.sync_detailed(*quiz, client=client, body=body))
    # Once more, all together.
    body = Submit.from_dict({"anon_id": person, "answers": answers})
    assert body.to_dict()["answers"] == answers, body
    received(submit_all_answers.sync_detailed(*quiz, client=client, body=body))
    return received(get_users_answer.sync_detailed(*quiz, person, client=client, recommendations_type=full))["answers"]


with api as client:
    record = answered(client, given["whole"], given["answers"])
    assert lost(given["scores"], record) is None, lost(given["scores"], record)
    assert lost(given["answers"], record["qAnswers"] | record["values"]) is None, record
    assert [card["id"] for card in record["cards"]], record
    record = answered(client, given["byTable"], {"calm": 2, "glad": 1})
    assert record["score"] == 72.5, record
