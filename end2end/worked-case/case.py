"""Answers and expected figures of the worked case, from the formulas alone: no number of the server is read.

Prints one JSON object for worked-case.spec.ts; with `manual`, the tables of docs/worked-case.md.
"""

import json
import sys
from collections import Counter
from datetime import date, datetime, time, timedelta
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist, mean, median_low, variance

getcontext().prec = 60
QUIZ = json.loads((Path(__file__).parent / "quiz.json").read_text(encoding="utf-8"))

PEOPLE = range(1, 61)
OCCASIONS = range(1, 5)
FIRST_DAY = date(2027, 3, 1)
EVERY, OPEN, REMIND = 14, 5, 2
# When the server first runs in the window of each occasion: it sleeps through the day on which the third one comes.
COMES = {1: 0, 2: 14, 3: 29, 4: 42}
MIND, BODY = ["mood", "worry", "calm"], ["sleep", "energy", "appetite"]

# Those who drop out, by the last occasion that they answer. The one whose link is revoked is told no more.
DROPPED_OUT = {5: 0, 23: 0, 11: 1, 29: 1, 41: 1, 53: 1, 17: 2, 35: 2, 47: 2, 8: 3, 20: 3}
REVOKED = (53, 8)
# Begins the fourth occasion and never submits.
UNFINISHED = (20, 4)
MISSED = {(12, 2), (24, 2), (36, 2), (15, 3), (30, 3), (45, 3), (9, 1), (60, 2), (60, 3)}
# These submit a week after they began, when the window is over.
FINISH_LATER = {(10, 1), (25, 2), (40, 3), (55, 4)}
# Days on which versions are published: the second has other words, the third scores sleep differently.
PUBLISHED = {2: 8, 3: 36}
SLEEP_OF_THIRD = [0, 0, 1, 2, 3, 4, 6, 8, 9, 10, 10]

NOT_SAFE = {(6, 1), (25, 2), (55, 4)}
# Points of every question, in place of the rule.
FLAT = {(10, 1): 1, (31, 1): 4, (31, 2): 2, (31, 3): 1}
# Points by which each question about the mind falls below the rule.
DIPS = {(18, 2): 5, (40, 3): 3, (46, 4): 6}


def level(person, occasion, place):
    """Points of a question, 0 to 10, by a plain rule."""
    if (person, occasion) in FLAT:
        return FLAT[person, occasion]
    trend = (0, 1, 2, -1)[person % 4]
    start = 6 + person % 3 if trend < 0 else 3 + 7 * person % 3
    points = start + trend * (occasion - 1) + (person + place * occasion) % 2
    if place < len(MIND):
        points -= DIPS.get((person, occasion), 0)
    return min(10, max(0, points))


def answers_of(person, occasion):
    answers = {"age": 2 if person % 3 == 0 else 1, "safe": 2 if (person, occasion) in NOT_SAFE else 1}
    for place, question in enumerate(MIND + BODY):
        points = level(person, occasion, place)
        answers[question] = 10 - points if question == "worry" else points
    return answers


def questions_of(version):
    questions = json.loads(json.dumps(QUIZ["questions"]))
    for question in questions:
        if question["id"] == "mood" and version >= 2:
            question["text"] = "How good has your mood been?"
        if question["id"] == "sleep" and version >= 3:
            question["points"] = SLEEP_OF_THIRD
    return questions


def is_answered(person, occasion):
    return occasion <= DROPPED_OUT.get(person, 4) and (person, occasion) not in MISSED


def begun_on(person, occasion):
    """The day, counted from the first. One in five waits for the reminder."""
    return EVERY * (occasion - 1) + REMIND if person % 5 == 0 else COMES[occasion]


def submitted_on(person, occasion):
    return EVERY * (occasion - 1) + 8 if (person, occasion) in FINISH_LATER else begun_on(person, occasion)


def version_on(day):
    return 1 + sum(day >= on for on in PUBLISHED.values())


def rounded(number, places=2):
    """Half away from zero."""
    number = exact(number)
    return number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def exact(number):
    if isinstance(number, Fraction):
        return Decimal(number.numerator) / Decimal(number.denominator)
    return Decimal(str(number))


SCORING = QUIZ["scoring"]
CATEGORIES = {category["id"]: category for category in SCORING["categories"]}
BOUNDS = {p: round(NormalDist().inv_cdf(p / 100), 4) for p in range(2, 100)}


def scores_of(answers, version):
    points = {q["id"]: q["points"][answers[q["id"]] - q["from"]] for q in questions_of(version) if "points" in q}
    return {
        None: sum(points.values()),
        "mind": sum(points[question] for question in MIND),
        "body": sum(points[question] for question in BODY),
    }


def band_of(score):
    return [band["id"] for band in SCORING["bands"] if band["from"] <= score][-1]


def declared(of, field):
    return (SCORING if of is None else CATEGORIES[of]).get(field)


def norm_of(of, score, answers):
    for norm in declared(of, "norms") or []:
        if "when" in norm and answers[norm["when"]["question"]] not in norm["when"]["is"]:
            continue
        told = {"name": norm["name"], "source": norm["source"]}
        if "percentiles" in norm:
            return told | {"percentile": percentile_in(norm["percentiles"], score)}
        z = Fraction(score - norm["mean"], norm["sd"])
        t = exact(50 + 10 * z + Fraction(1, 2)).to_integral_value(ROUND_FLOOR)
        reached = [p for p, bound in BOUNDS.items() if exact(z) >= exact(bound)]
        return told | {"z": rounded(z), "t": t, "percentile": max(reached, default=1)}
    return None


def percentile_in(table, score):
    if score <= table[0][0]:
        return table[0][1]
    for (low, below), (high, above) in zip(table, table[1:]):
        if score <= high:
            percentile = below + Fraction((above - below) * (score - low), high - low)
            return int(rounded(percentile, 0))
    return table[-1][1]


def noise(rule):
    """The standard deviation of a difference."""
    return exact(rule["sd"]) * (2 * (1 - exact(rule["reliability"]))).sqrt()


def judge(rule, before, now):
    difference = now - before
    gain = difference if rule["better"] == "higher" else -difference
    told = {"difference": difference}
    if "sd" in rule:
        index = exact(difference) / noise(rule)
        counts = abs(index) > exact(1.96)
        bound = exact(1.96) * noise(rule)
        told |= {"rci": rounded(index), "smallest": bound.quantize(exact(0.01), ROUND_FLOOR) + exact(0.01)}
    else:
        share = Fraction(rule["percent"] * before, 100)
        least = min([rule["points"]] + ([share] if before else []))
        counts = abs(difference) >= least
        told["smallest"] = exact(least)
    verdict = "same"
    if counts:
        verdict = "better" if gain > 0 else "worse"
    if verdict == "better" and "cutoff" in rule and before <= rule["cutoff"] < now:
        verdict = "recovered"
    return told | {"verdict": verdict}


def compares(of, one, other):
    """The third version scores the body, and with it the whole, from something else."""
    return of == "mind" or (one < 3) == (other < 3)


def change(of, before, now):
    since = {"attempt": before["attempt"], "scoredVersion": before["version"]}
    if not compares(of, before["version"], now["version"]):
        return since | {"verdict": "not_comparable"}
    return since | judge(declared(of, "change"), before["scores"][of], now["scores"][of])


def attempts_of(person):
    attempts = []
    for occasion in OCCASIONS:
        if not is_answered(person, occasion):
            continue
        day = begun_on(person, occasion)
        version = version_on(day)
        answers = answers_of(person, occasion)
        scores = scores_of(answers, version)
        attempt = {
            "attempt": len(attempts) + 1, "occasion": occasion, "version": version, "answers": answers, "scores": scores,
            "rescored": scores_of(answers, 3),
            "bands": {of: band_of(score) for of, score in scores.items()},
            "norms": {of: norm_of(of, score, answers) for of, score in scores.items()},
            "begunOn": day, "submittedOn": submitted_on(person, occasion),
        }
        attempt["changes"] = {
            of: {"previous": change(of, attempts[-1], attempt), "first": change(of, attempts[0], attempt)}
            for of in scores
        } if attempts else {}
        attempt["alerts"] = alerts_of(attempt)
        attempts.append(attempt)
    return attempts


def alerts_of(attempt):
    is_worse = attempt["changes"] and attempt["changes"]["mind"]["previous"]["verdict"] == "worse"
    raised = {"mind_worse": is_worse, "not_safe": attempt["answers"]["safe"] == 2, "very_low": attempt["bands"][None] == "severe"}
    return [alert for alert, holds in raised.items() if holds]


ATTEMPTS = {person: attempts_of(person) for person in PEOPLE}


def figures(first, last, of_whom=lambda person: True):
    """Of two attempts of each person by number; `None` is the first or the last."""
    pairs, only_earlier = [], 0
    for person, attempts in ATTEMPTS.items():
        if not attempts or not of_whom(person):
            continue
        start, end = first or 1, last or len(attempts)
        if start > len(attempts):
            continue
        if end > len(attempts) or end <= start:
            only_earlier += 1
            continue
        pairs.append((attempts[start - 1], attempts[end - 1]))
    found = [figures_of(of, pairs) for of in [None, "body", "mind"]]
    return {"both": len(pairs), "onlyEarlier": only_earlier, "scores": found}


def figures_by_occasion(first, last):
    """Of two occasions of each person; `None` is the first one or, of each person, the last one answered."""
    pairs, only_earlier = [], 0
    for attempts in ATTEMPTS.values():
        on = {attempt["occasion"]: attempt for attempt in attempts}
        start = first or 1
        end = last or max(on, default=0)
        if start not in on:
            continue
        if end not in on or end <= start:
            only_earlier += 1
            continue
        pairs.append((on[start], on[end]))
    found = [figures_of(of, pairs) for of in [None, "body", "mind"]]
    return {"both": len(pairs), "onlyEarlier": only_earlier, "scores": found}


def figures_of(of, pairs):
    alike = [(then, now) for then, now in pairs if compares(of, then["version"], now["version"])]
    both = [(then["scores"][of], now["scores"][of]) for then, now in alike]
    changes = [Fraction(now - then) for then, now in both]
    verdicts = Counter(judge(declared(of, "change"), then, now)["verdict"] for then, now in both)
    sd = exact(variance(changes)).sqrt() if len(changes) > 1 else None
    average = mean(changes) if changes else None
    return {
        "category": of, "name": of and CATEGORIES[of]["name"],
        "people": len(both), "notComparable": len(pairs) - len(both),
        "meanBefore": rounded(mean(Fraction(then) for then, _ in both)) if both else None,
        "meanAfter": rounded(mean(Fraction(now) for _, now in both)) if both else None,
        "meanChange": rounded(average) if both else None,
        "sd": rounded(sd) if sd is not None else None,
        "standardised": rounded(exact(average) / sd) if sd else None,
        "verdicts": {
            "better": verdicts["better"] + verdicts["recovered"], "same": verdicts["same"],
            "worse": verdicts["worse"], "recovered": verdicts["recovered"],
        } if both else None,
    }


def window(occasion):
    """Day, and the moments of the window: midnights in Madrid, where summer time begins on 28 March 2027."""
    due = FIRST_DAY + timedelta(days=EVERY * (occasion - 1))

    def midnight(day):
        hours_ahead = timedelta(hours=2 if day > date(2027, 3, 28) else 1)
        return f"{datetime.combine(day, time()) - hours_ahead:%Y-%m-%dT%H:%M:%SZ}"

    return {"dueOn": due.isoformat(), "opensAt": midnight(due), "closesAt": midnight(due + timedelta(days=OPEN))}


def begun_attempt(person, occasion):
    """The number of the attempt that is begun on an occasion, and the days on which it is begun and submitted."""
    for attempt in ATTEMPTS[person]:
        if attempt["occasion"] == occasion:
            return attempt["attempt"], attempt["begunOn"], attempt["submittedOn"]
    if (person, occasion) == UNFINISHED:
        return len(ATTEMPTS[person]) + 1, begun_on(person, occasion), None
    return None


def is_stopped(person, occasion):
    return person == REVOKED[0] and EVERY * (occasion - 1) > REVOKED[1]


def state_on(day, person, occasion):
    if is_stopped(person, occasion):
        return "stopped"
    begun = begun_attempt(person, occasion)
    is_open_then = EVERY * (occasion - 1) <= REVOKED[1] < EVERY * (occasion - 1) + OPEN
    if person == REVOKED[0] and is_open_then and REVOKED[1] <= day and not begun:
        return "stopped"
    if begun and begun[2] is not None and begun[2] <= day:
        return "answered"
    return "due" if day < EVERY * (occasion - 1) + OPEN else "missed"


def occasions_on(day):
    found = []
    for occasion in OCCASIONS:
        if EVERY * (occasion - 1) > day:
            continue
        for person in PEOPLE:
            begun = begun_attempt(person, occasion)
            attempt = begun[0] if begun and begun[1] <= day else None
            found.append([person, occasion, state_on(day, person, occasion), attempt])
    return found


def told_on(day):
    """The events of a day: all who have not stopped on the day of an occasion, then those who have not begun."""
    occasion, since = day // EVERY + 1, day % EVERY
    asked = [person for person in PEOPLE if occasion in OCCASIONS and not is_stopped(person, occasion)]
    if day == COMES.get(occasion):
        return [[person, occasion, None] for person in asked]
    begun = {person: begun_attempt(person, occasion) for person in asked}
    left = [person for person in asked if not begun[person] or begun[person][1] >= day]
    return [[person, occasion, 1] for person in left] if since == REMIND else []


def step(day):
    every = [(person, attempt) for person, attempts in ATTEMPTS.items() for attempt in attempts]
    begin = [[person, a["attempt"], a["answers"]] for person, a in every if a["begunOn"] == day]
    if begun_on(*UNFINISHED) == day:
        begin.append([UNFINISHED[0], len(ATTEMPTS[UNFINISHED[0]]) + 1, None])
    return {
        "day": day,
        "on": (FIRST_DAY + timedelta(days=day)).isoformat(),
        "told": told_on(day),
        "publish": [{"version": v, "questions": questions_of(v)} for v, on in PUBLISHED.items() if on == day],
        "revoke": [REVOKED[0]] if REVOKED[1] == day else [],
        "begin": begin,
        "submit": [[person, a["answers"]] for person, a in every if a["submittedOn"] == day],
        "alerts": [[person, alert] for person, a in every if a["submittedOn"] == day for alert in a["alerts"]],
        "occasions": occasions_on(day),
    }


def scores_now(of):
    """Figures of the last submitted attempts, and the count in each band. The median is the lower of two in the middle."""
    scores = sorted(attempts[-1]["scores"][of] for attempts in ATTEMPTS.values() if attempts)
    bands = Counter(band_of(score) for score in scores)
    return {
        "total": len(scores), "least": scores[0], "median": median_low(scores), "mean": rounded(mean(map(Fraction, scores)), 3),
        "greatest": scores[-1], "bands": {band["id"]: bands[band["id"]] for band in SCORING["bands"]},
    }


def trial():
    """What a rescoring with the third version tells beforehand, of those whose last attempt is submitted."""
    records = [attempts[-1] for person, attempts in ATTEMPTS.items() if attempts and person != UNFINISHED[0]]
    moved = [a["rescored"][None] - a["scores"][None] for a in records if a["rescored"] != a["scores"]]
    # Equal scores that the new version computes from something else become its own, so that later ones compare.
    equal = [a for a in records if a["rescored"] == a["scores"] and any(
        not compares(of, a["version"], 3) for of in (None, "mind", "body"))]
    raised = [a for a in records if band_of(a["rescored"][None]) == "severe" and "very_low" not in a["alerts"]]
    return {
        "version": 3, "applied": False, "examined": len(records), "changed": len(moved) + len(equal),
        "higher": sum(by > 0 for by in moved), "lower": sum(by < 0 for by in moved),
        "least": min(moved), "greatest": max(moved), "sum": sum(moved), "alerts": len(raised), "nextCursor": None,
    }


def expected():
    pairs = [(None, None), (1, 2), (2, 3), (3, 4), (1, 3), (1, 4), (2, None)]
    days = sorted({a[key] for attempts in ATTEMPTS.values() for a in attempts for key in ("begunOn", "submittedOn")})
    steps = [step(day) for day in days]
    weeks = Counter(each["day"] // 7 + 1 for each in steps for _ in each["alerts"])
    assert weeks == {week: 1 for week in range(1, 9)}, weeks
    assert len(DROPPED_OUT) == 11
    return {
        "quiz": QUIZ,
        "people": [{"name": f"Person {p:02}", "email": f"p{p:02}@example.com"} for p in PEOPLE],
        "windows": [window(occasion) for occasion in OCCASIONS],
        "steps": steps,
        "attempts": [ATTEMPTS[person] for person in PEOPLE],
        "unfinished": UNFINISHED,
        "figures": [{"from": first, "to": last, **figures(first, last)} for first, last in pairs],
        "figuresByOccasion": [{"from": first, "to": last, **figures_by_occasion(first, last)} for first, last in pairs],
        "figuresFrom30": figures(None, None, lambda person: person % 3 == 0),
        "trial": trial(),
        "scores": [scores_now(of) for of in (None, "mind", "body")],
    }


def plain(value):
    if isinstance(value, dict):
        return {("overall" if key is None else key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return float(value) if isinstance(value, (Decimal, Fraction)) else value


def table(head, rows):
    lines = ["| " + " | ".join(said(cell) for cell in line) + " |" for line in [head, *rows]]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])


def said(cell):
    """Numbers without zeros at the end, and with a minus sign."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    return f"{exact(cell).normalize():f}".replace("-", "−")


def of_occasions():
    last = occasions_on(max(COMES.values()) + EVERY)
    rows = []
    for occasion in OCCASIONS:
        states = Counter(state for _, number, state, _ in last if number == occasion)
        told = {each["day"]: each["told"] for each in expected()["steps"] if each["day"] // EVERY + 1 == occasion}
        first, reminded = told[COMES[occasion]], told[EVERY * (occasion - 1) + REMIND]
        due = window(occasion)["dueOn"]
        rows.append([occasion, due, len(first), len(reminded), states["answered"], states["missed"], states["stopped"]])
    return table(["occasion", "day", "told", "reminded", "answered", "missed", "stopped"], rows)


def of_person(person, of):
    rows = []
    for attempt in ATTEMPTS[person]:
        previous = attempt["changes"].get(of, {}).get("previous", {})
        norm = attempt["norms"][of]
        told = [previous.get("difference"), previous.get("rci"), previous.get("verdict", "").replace("_", " ")]
        place = [norm["z"], norm["t"], norm["percentile"]]
        rows.append([attempt["occasion"], attempt["version"], attempt["scores"][of], *told, *place])
    return table(["occasion", "version", "score", "difference", "index", "verdict", "z", "T", "percentile"], rows)


def of_group():
    head = [
        "attempts", "score", "people", "not comparable", "mean change", "SD", "standardised",
        "better", "same", "worse", "recovered",
    ]
    rows = []
    for first, last in [(1, 2), (2, 3), (1, 3), (None, None)]:
        overall, body, mind = figures(first, last)["scores"]
        for scores in (overall, mind, body):
            attempts = f"{first} and {last}" if first else "first and last"
            counts = [scores["people"], scores["notComparable"]]
            numbers = [scores["meanChange"], scores["sd"], scores["standardised"]]
            rows.append([attempts, scores["name"] or "Overall", *counts, *numbers, *scores["verdicts"].values()])
    return table(head, rows)


def of_alerts():
    rows = []
    for each in expected()["steps"]:
        for person, alert in each["alerts"]:
            attempt = next(a for a in ATTEMPTS[person] if a["submittedOn"] == each["day"])
            rows.append([each["day"] // 7 + 1, each["on"], f"Person {person:02}", f"`{alert}`", attempt["occasion"]])
    return table(["week", "day", "who", "alert", "occasion"], rows)


if __name__ == "__main__":
    if sys.argv[1:] == ["manual"]:
        print("\n\n".join([of_occasions(), of_alerts(), of_person(6, None), of_person(6, "mind"), of_group()]))
    else:
        json.dump(plain(expected()), sys.stdout)
