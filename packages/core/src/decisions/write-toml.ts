import { stringify } from 'smol-toml';
import type { Decision } from './model.ts';
import { DECISIONS_VERSION, readDecisionsToml } from './read-toml.ts';

const HEADER = '[[decision]]';

/**
 * The text of a file with this decision in it: in place of the one with the same scope, else at the end. Comments and all other decisions
 * stay as they are. Throws `DecisionProblem` where the file cannot be read.
 */
export function withDecision(text: string, decision: Decision, name: string): string {
  const before = text.trim() === '' ? `version = ${DECISIONS_VERSION}\n` : text;
  const known = readDecisionsToml(before, name);
  const place = known.findLastIndex((each) => isSameScope(each, decision));
  const lines = before.split('\n');
  const headers = lines.flatMap((line, i) => (line.trim() === HEADER ? [i] : []));
  const written = decisionToml(decision);
  const start = headers[place];
  // Where the lines do not tell which decision is which, the newest one counts all the same.
  if (start === undefined || headers.length !== known.length) return `${before.trimEnd()}\n\n${written}`;
  let end = headers[place + 1] ?? lines.length;
  // Remarks directly above the next one belong to it.
  while (end > start + 1 && isRemark(lines[end - 1] ?? '')) end -= 1;
  return [...lines.slice(0, start), ...written.trimEnd().split('\n'), ...lines.slice(end)].join('\n');
}

/** One decision as the file has it. */
export function decisionToml({ place: _place, evidence, versions, justification, ...decision }: Decision): string {
  const { vulnerability, aliases, package: purl, status, reason, author, decided, expires } = decision;
  const facts = stringify({
    vulnerability,
    ...(aliases.length === 0 ? {} : { aliases: [...aliases] }),
    package: purl,
    ...(versions.length === 0 ? {} : { versions: [...versions] }),
    status,
    ...(justification === null ? {} : { justification }),
    reason,
    author,
  }).trimEnd();
  const lines = [HEADER, facts, `decided = ${decided}`, `expires = ${expires}`];
  if (evidence !== null) {
    const { affected, severity, exploited, records } = evidence;
    const said = stringify({
      ...(affected === null ? {} : { affected }),
      ...(severity === null ? {} : { severity }),
      ...(exploited === null ? {} : { exploited }),
    }).trimEnd();
    const rows = records.map(({ source, id, sha256 }) => {
      const hash = sha256 === null ? '' : `, sha256 = ${JSON.stringify(sha256)}`;
      return `  { source = ${JSON.stringify(source)}, id = ${JSON.stringify(id)}${hash} },`;
    });
    lines.push('', '[decision.evidence]', ...(said === '' ? [] : [said]), 'records = [', ...rows, ']');
  }
  return `${lines.join('\n')}\n`;
}

export function isSameScope(a: Decision, b: Decision): boolean {
  return scopeKey(a) === scopeKey(b);
}

function scopeKey({ vulnerability, package: purl, versions }: Decision): string {
  return JSON.stringify([vulnerability.toLowerCase(), purl, versions.toSorted()]);
}

function isRemark(line: string): boolean {
  return line.trim() === '' || line.trimStart().startsWith('#');
}
