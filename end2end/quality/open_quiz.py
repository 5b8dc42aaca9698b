"""Takes an open quiz with the client generated from the API document, from a new id to the result."""

import json
import sys

from client import AuthenticatedClient
from client.api.answering import (
    generate_anonymous_user_id,
    get_public_quiz_info,
    initialize_quiz,
    post_answers,
    submit_all_answers,
)
from client.api.results import get_users_answer
from client.models import (
    Answered,
    Category,
    GeneratedId,
    GetUsersAnswerRecommendationsType,
    InitQuiz,
    PostAnswer,
    PublicQuiz,
    Submit,
)

CODES = [4, 4, 1, 1, 2, 1, 3, 1]
CATEGORIES = {"spend": 23, "save": 100, "borrow": 93, "plan": 75}


def typed(kind, reply):
    """The client returns errors as values of another type."""
    assert isinstance(reply, kind), reply
    return reply


given = json.load(sys.stdin)
quiz = given["namespace"], given["quiz"]
api = AuthenticatedClient(
    base_url=given["url"],
    token=given["key"],
    prefix="",
    auth_header_name="x-api-key",
    raise_on_unexpected_status=True,
)

with api as client:
    person = typed(GeneratedId, generate_anonymous_user_id.sync(*quiz, client=client)).anon_id

    body = InitQuiz(anon_id=person, language="es")
    begun = typed(Answered, initialize_quiz.sync(*quiz, client=client, body=body)).answers
    assert (begun.completion_status, begun.is_completed) == (1, False), begun
    assert begun.language == "es", begun

    questions = typed(PublicQuiz, get_public_quiz_info.sync(*quiz, client=client)).questions
    for question, code in zip(questions, CODES, strict=True):
        option = question.options[code - 1]
        body = PostAnswer(anon_id=person, question_id=question.id, answer=option.id)
        saved = typed(Answered, post_answers.sync(*quiz, client=client, body=body)).answers
        assert (saved.completion_status, saved.is_completed) == (2, False), saved
        assert saved.q_answers[question.id] == option.id, saved

    body = Submit(anon_id=person)
    submitted = typed(Answered, submit_all_answers.sync(*quiz, client=client, body=body)).answers
    assert (submitted.completion_status, submitted.is_completed) == (3, True), submitted

    full = GetUsersAnswerRecommendationsType.FULL
    reply = get_users_answer.sync(*quiz, person, client=client, recommendations_type=full)
    record = typed(Answered, reply).answers

assert (record.completion_status, record.is_completed, record.is_anonymous) == (3, True, True), record
assert record.user_id == person and record.started_at <= record.submitted_at, record
assert record.score == 73, record
assert {name: getattr(record, f"{name}_score") for name in CATEGORIES} == CATEGORIES, record
cards = record.recommendations
assert {card.id for card in cards} == {question.id for question in questions}, cards
assert [card.priority for card in cards] == list(range(1, 9)), cards
assert {card.category for card in cards} == set(Category), cards
assert all(card.title and card.steps for card in cards), cards
