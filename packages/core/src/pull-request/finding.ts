import type { Match } from '../matching/match.ts';
import type { PlacedLine, ShownEntry, ShownValue } from './model.ts';

/** SARIF's words: `error` should be mended before a merge, `warning` looked at. */
export type FindingLevel = 'error' | 'warning';

/** What a finding rests on. */
export type FindingEvidence =
  | { readonly kind: 'diff'; readonly file: string; readonly line: number; readonly text: string }
  | { readonly kind: 'text'; readonly where: 'title' | 'body'; readonly text: string }
  | {
      readonly kind: 'match';
      readonly id: string;
      readonly version: string;
      readonly affectedVersions: string | null;
      readonly fixedIn: string | null;
      readonly sources: readonly string[];
      readonly proof: Match['proof'];
    }
  | { readonly kind: 'channel'; readonly channel: string; readonly attribute: string; readonly version: string };

export interface PullFinding {
  /** One of `PULL_RULES`. */
  readonly rule: string;
  readonly severity: FindingLevel;
  readonly file: string;
  /** After the change; of what was taken out, before it. */
  readonly line: number;
  readonly message: string;
  readonly package: string;
  readonly cves: readonly string[];
  readonly evidence: readonly FindingEvidence[];
}

/** Long lines are nobody's to read; what they begin with tells which they are. */
const LONGEST = 300;

export function matchEvidence(match: Match, version: string): FindingEvidence {
  const { id, affectedVersions, fixedIn, sources, proof } = match;
  return { kind: 'match', id, version, affectedVersions, fixedIn, sources, proof };
}

export function valueEvidence({ line }: ShownValue): FindingEvidence {
  return lineEvidence(line);
}

export function entryEvidence({ lines }: ShownEntry): FindingEvidence[] {
  return lines.slice(0, 20).map(lineEvidence);
}

function lineEvidence(line: PlacedLine): FindingEvidence {
  return { kind: 'diff', ...whereOf(line), text: line.text.trim().slice(0, LONGEST) };
}

/** Where a line of the diff stands after the change; where it is gone, where it stood. */
export function whereOf({ path, newNumber, oldNumber }: PlacedLine): { readonly file: string; readonly line: number } {
  return { file: path, line: newNumber ?? oldNumber ?? 1 };
}

/** `CVE-1, CVE-2 and 3 more`. */
export function listed(ids: readonly string[], most = 5): string {
  const shown = ids.slice(0, most).join(', ');
  return ids.length > most ? `${shown} and ${ids.length - most} more` : shown;
}
