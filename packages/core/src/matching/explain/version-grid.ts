import { type Standing, standingOf } from '../../changes/verdict-change.ts';
import { generic } from '../../versions/generic.ts';
import type { MatchFacts } from '../facts.ts';
import type { Match } from '../match.ts';
import { type MatchResult, matchPackage, recordsMeant } from '../match-package.ts';

/** A cell is `unknown` for a possible match and `not_affected` for a patched version. */
export type GridCell = 'affected' | 'not_affected' | 'unknown';

/** Versions of a package by its vulnerabilities. */
export interface VersionGrid {
  /** Newest first. */
  readonly versions: readonly string[];
  /** Those that affect a version in use first, then the surest and most severe; a cell for each version. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly GridCell[] }[];
  /** Vulnerabilities that have no row. */
  readonly left: number;
}

const MAX_VERSIONS = 12;
const MAX_ROWS = 15;

/**
 * Judges the versions that somebody uses and those that records name as fixed, each for every vulnerability of the package. `facts` are of a
 * question without a version, so that every record of the package is among them.
 */
export function buildVersionGrid(facts: MatchFacts, used: readonly string[]): VersionGrid {
  const meant = recordsMeant(facts);
  const all = listMatches(matchPackage(facts, meant));
  const shown = all.slice(0, MAX_ROWS);
  const results = new Map<string, MatchResult>();
  const wanted = [...used, ...listFixes(shown)];
  // Judging a version may name the fix of its own line: such versions are tried, too, while there is room.
  for (const version of wanted) {
    if (results.size === MAX_VERSIONS) break;
    if (results.has(version)) continue;
    const result = matchPackage({ ...facts, question: { ...facts.question, version } }, meant);
    results.set(version, result);
    wanted.push(...listFixes(listMatches(result)));
  }
  const columns = [...results].toSorted(([a], [b]) => generic.compare(b, a));
  const inUse = used.flatMap((version) => results.get(version) ?? []).flatMap(listMatches);
  const affected = new Set(inUse.flatMap(({ id, status }) => (status === 'affected' ? id : [])));
  const rows = all.toSorted((a, b) => Number(affected.has(b.id)) - Number(affected.has(a.id))).slice(0, MAX_ROWS);
  return {
    versions: columns.map(([version]) => version),
    rows: rows.map(({ id, aliases }) => ({
      id,
      cells: columns.map(([, result]) => CELLS[standingOf(result, new Set([id, ...aliases]))]),
    })),
    left: all.length - rows.length,
  };
}

const CELLS: Readonly<Record<Standing, GridCell>> = {
  affected: 'affected',
  possible: 'unknown',
  fixed_by_patch: 'not_affected',
  not_affected: 'not_affected',
  none: 'unknown',
};

function listMatches({ matches, otherMatches }: MatchResult): readonly Match[] {
  return [...matches, ...otherMatches];
}

function listFixes(matches: readonly Match[]): string[] {
  return matches.flatMap(({ fixedIn }) => fixedIn ?? []);
}
