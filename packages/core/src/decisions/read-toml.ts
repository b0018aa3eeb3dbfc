import { parse } from 'smol-toml';
import { DECISION_LIMITS, type Decision } from './model.ts';
import { DecisionProblem } from './problem.ts';
import { readDecision } from './read-decision.ts';

/** The version of the file that is read and written. */
export const DECISIONS_VERSION = 1;

const MEMBERS: ReadonlySet<string> = new Set(['version', 'decision', 'snapshot']);

/** The snapshots that an `almanac.toml` names under `[snapshot]`; null where it names none. Throws `DecisionProblem`. */
export function readSnapshotToml(
  text: string,
  name: string,
): { readonly url: string; readonly key: string | null } | null {
  const { snapshot } = parsed(text, name);
  if (snapshot === undefined) return null;
  const members = typeof snapshot === 'object' && snapshot !== null ? Object.entries(snapshot) : [];
  const { url, key = null, ...more } = Object.fromEntries<unknown>(members);
  if (typeof url !== 'string' || (key !== null && typeof key !== 'string') || Object.keys(more).length > 0) {
    throw new DecisionProblem(`${name}: [snapshot] requires url and accepts key.`);
  }
  return { url, key };
}

/** The decisions of an `almanac.toml`. Throws `DecisionProblem`. */
export function readDecisionsToml(text: string, name: string): Decision[] {
  const file = parsed(text, name);
  const unknown = Object.keys(file).find((member) => !MEMBERS.has(member));
  if (unknown !== undefined)
    throw new DecisionProblem(`${name}: unknown member ${JSON.stringify(unknown.slice(0, 60))}.`);
  if (file['version'] !== DECISIONS_VERSION)
    throw new DecisionProblem(`${name}: version = ${DECISIONS_VERSION} is required at the top.`);
  const entries = file['decision'] ?? [];
  if (!Array.isArray(entries)) throw new DecisionProblem(`${name}: decisions must start with [[decision]].`);
  if (entries.length > DECISION_LIMITS.decisions) throw tooMany(name);
  return entries.map((entry, i) => readDecision(entry, `${name}, decision ${i + 1}`));
}

export function tooMany(name: string): DecisionProblem {
  return new DecisionProblem(`${name}: more than ${DECISION_LIMITS.decisions.toLocaleString('en-GB')} decisions.`);
}

function parsed(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text, { maxDepth: 10 });
  } catch (cause) {
    const [message = ''] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new DecisionProblem(`${name} is not TOML: ${message.slice(0, 200)}`, { cause });
  }
}
