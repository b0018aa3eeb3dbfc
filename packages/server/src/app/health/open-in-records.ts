import { compareVersions } from '@almanac/core/health';
import { type Match, matchPackage, type PackageVerdict } from '@almanac/core/matching';
import type { Documents } from '../../queries/documents.ts';
import type { HealthEntry } from '../../queries/health/entries.ts';
import type { Db } from '../../store/database.ts';
import { PACKAGE_SOURCES } from '../judging/gather-facts.ts';
import { eachLoaded, factsLoader } from '../judging/load-facts.ts';

/** Entries that are judged together. */
const AT_ONCE = 500;

/** What the judgement says of the version of an entry. */
export interface OpenInRecords {
  /** Vulnerabilities that apply, with who says so. */
  readonly open: ReadonlyMap<string, { readonly basis: 'record' | 'collection'; readonly by: string }>;
  /** Those that may apply, and that nobody can decide. */
  readonly undecided: ReadonlySet<string>;
  /** A record is about it under a name that is surely or likely its own, all were evaluated, and its version is known. */
  readonly judged: boolean;
  /** As `/vulns` says while every source is up to date. */
  readonly verdict: PackageVerdict;
  /** The newest version that one of the records names as fixed. */
  readonly newest: string | null;
}

/** For each entry, some hundred at a time. Those that no record is about are left out. */
export async function openInRecords(
  db: Db,
  documents: Documents,
  entries: readonly HealthEntry[],
): Promise<ReadonlyMap<HealthEntry, OpenInRecords>> {
  const found = new Map<HealthEntry, OpenInRecords>();
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = entries.slice(from, from + AT_ONCE).filter(({ version }) => version !== null);
    const questions = some.map(({ attribute, version }) => ({ package: attribute, version }));
    let place = 0;
    for await (const { facts } of eachLoaded(factsLoader(db, documents, { at: null }), questions)) {
      const entry = some[place];
      place += 1;
      if (entry === undefined) continue;
      const judged = matchPackage({ ...facts, sources: CURRENT });
      const { matches, otherMatches, cleared, evaluated, verdict } = judged;
      const all = [...matches, ...otherMatches];
      if (all.length + cleared.length === 0 && (facts.speakers?.length ?? 0) === 0) continue;
      const applying = all.filter(({ status }) => status === 'affected');
      found.set(entry, {
        open: new Map(
          applying.map(({ id, proof: { rule, evidence } }) => {
            const [first] = evidence;
            const basis = rule === 'collection_says' ? 'collection' : 'record';
            return [id, { basis, by: `${first?.source}/${first?.id}` }] as const;
          }),
        ),
        undecided: new Set(all.filter(isUndecided).map(({ id }) => id)),
        judged: facts.complete !== false && (evaluated.records > 0 || (facts.speakers?.length ?? 0) > 0),
        verdict,
        newest: applying.map(({ fixedIn }) => fixedIn).reduce<string | null>(newer, null),
      });
    }
  }
  return found;
}

/** Whoever shows a verdict looks whether the sources are up to date by then. */
const CURRENT = PACKAGE_SOURCES.map((source) => ({ source, state: 'ok' as const }));

/** What matches by its name alone leaves no doubt about the package, and neither does an issue that was closed. */
function isUndecided({ status, proof: { rule, evidence } }: Match): boolean {
  if (status !== 'possible' || rule === 'possible') return false;
  return rule !== 'tracked_unstated' || evidence.some((each) => each.kind === 'issue' && each.state === 'open');
}

export function newer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareVersions(a, b) >= 0 ? a : b;
}
