// What case.py makes: the answers of the worked case, and every figure that follows from them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { NewQuestion, NewQuiz } from "../support/api.ts";

export type Verdict = "better" | "same" | "worse" | "recovered" | "not_comparable";
export type Of = "overall" | "mind" | "body";
export type Answers = Record<string, number>;

export interface Change {
  attempt: number;
  scoredVersion: number;
  verdict: Verdict;
  difference?: number;
  rci?: number;
  smallest?: number;
}

export interface Norm {
  name: string;
  source: string;
  percentile: number;
  z?: number;
  t?: number;
}

export interface Attempt {
  attempt: number;
  occasion: number;
  version: number;
  scores: Record<Of, number>;
  bands: Record<Of, string>;
  norms: Record<Of, Norm | null>;
  /** Empty for the first attempt. */
  changes: Partial<Record<Of, { previous: Change; first: Change }>>;
  alerts: string[];
  /** Days after the first. */
  submittedOn: number;
}

export interface ScoreFigures {
  category: string | null;
  name: string | null;
  people: number;
  notComparable: number;
  meanBefore: number | null;
  meanAfter: number | null;
  meanChange: number | null;
  sd: number | null;
  standardised: number | null;
  verdicts: Record<"better" | "same" | "worse" | "recovered", number> | null;
}

export interface Figures {
  both: number;
  onlyEarlier: number;
  scores: ScoreFigures[];
}

/** People are numbered from 1. */
export interface Step {
  /** After the first. */
  day: number;
  on: string;
  /** Person, occasion, and number of the reminder. */
  told: [number, number, number | null][];
  publish: { version: number; questions: NewQuestion[] }[];
  revoke: number[];
  /** Person, number of the attempt, and answers; `null` for one that is never submitted. */
  begin: [number, number, Answers | null][];
  submit: [number, Answers][];
  alerts: [number, string][];
  /** Person, occasion, state and attempt at the end of the day. */
  occasions: [number, number, string, number | null][];
}

export interface Expected {
  quiz: NewQuiz;
  people: { name: string; email: string }[];
  windows: { dueOn: string; opensAt: string; closesAt: string }[];
  steps: Step[];
  attempts: Attempt[][];
  unfinished: [number, number];
  figures: (Figures & { from: number | null; to: number | null })[];
  figuresByOccasion: (Figures & { from: number | null; to: number | null })[];
  figuresFrom30: Figures;
  /** What a trial rescoring with the third version tells. */
  trial: Record<string, number | boolean | null>;
  scores: { total: number; least: number; median: number; mean: number; greatest: number; bands: Record<string, number> }[];
}

export const STATES = ["due", "answered", "missed", "stopped"];

/** How many occasions of a number are in each of these states. */
export function countsOf({ occasions }: Step, number: number): number[] {
  return STATES.map((state) => occasions.filter(([, of, is]) => of === number && is === state).length);
}

export const FOLDER = import.meta.dirname;

/** Runs the program, which reads nothing but the quiz. */
export function reckon(): Expected {
  const printed = execFileSync("python3", [join(FOLDER, "case.py")], { encoding: "utf8", maxBuffer: 1 << 26 });
  return JSON.parse(printed) as Expected;
}

/** The tables that the manual shows. */
export function tables(): string[] {
  return execFileSync("python3", [join(FOLDER, "case.py"), "manual"], { encoding: "utf8" }).trim().split("\n\n");
}
