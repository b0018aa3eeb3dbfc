import type { SourceId } from '@almanac/contract';
import { type Assertion, compareVersions, evaluate } from '@almanac/core';
import type { Db } from '../../store/database.ts';
import { type AskedPackage, allAffectedRows } from '../affected-rows.ts';
import { carriedIdentities, isExactly } from '../carried-identities.ts';
import { packageSpeakers } from '../package-speakers.ts';
import { packagesNamed } from '../packages-named.ts';
import type { HealthEntry } from './entries.ts';

const SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const satisfies readonly SourceId[];
/** Entries whose names are looked up at once, packages that are asked for at once, and rows that are read for these. */
const NAMED_AT_ONCE = 2_000;
const ASKED_AT_ONCE = 400;
const MOST_ROWS = 50_000;

/** What records say of the version of an entry. */
export interface OpenInRecords {
  /** Records that hold for it, by id. */
  readonly records: ReadonlyMap<string, SourceId>;
  /** Those that cannot be held against it. */
  readonly undecided: ReadonlySet<string>;
  /** A record speaks of it under a name that is surely its own, and its version is known. */
  readonly judged: boolean;
  /** The newest version that one of the records names as fixed. */
  readonly newest: string | null;
}

/** For each entry, in a handful of questions for some hundred of them. Those of which no record speaks are left out. */
export async function openInRecords(
  db: Db,
  entries: readonly HealthEntry[],
): Promise<ReadonlyMap<HealthEntry, OpenInRecords>> {
  const said = new Map<HealthEntry, Said>();
  for (let from = 0; from < entries.length; from += NAMED_AT_ONCE) {
    const asked = await askedFor(db, entries.slice(from, from + NAMED_AT_ONCE));
    for (let at = 0; at < asked.length; at += ASKED_AT_ONCE) {
      await evaluateAll(db, asked.slice(at, at + ASKED_AT_ONCE), said);
    }
  }
  return said;
}

interface Said {
  readonly records: Map<string, SourceId>;
  readonly undecided: Set<string>;
  judged: boolean;
  newest: string | null;
}

/** A package at a version, and whose it is: the attributes of one language's releases share it. */
interface Asked extends AskedPackage {
  readonly version: string;
  readonly entries: HealthEntry[];
}

async function askedFor(db: Db, entries: readonly HealthEntry[]): Promise<readonly Asked[]> {
  const wanted = entries.flatMap((entry) => carriedIdentities(entry).map(({ name }) => ({ entry, name })));
  const named = await packagesNamed(
    db,
    wanted.map(({ name }) => name),
  );
  const asked = new Map<string, Asked>();
  wanted.forEach(({ entry, name }, i) => {
    const { version } = entry;
    if (version === null) return;
    for (const one of (named[i] ?? []).filter((each) => isExactly(each, name))) {
      const key = JSON.stringify([one.id, version]);
      const question = asked.get(key) ?? { package: one, version, entries: [] };
      asked.set(key, question);
      if (!question.entries.includes(entry)) question.entries.push(entry);
    }
  });
  return [...asked.values()];
}

async function evaluateAll(db: Db, asked: readonly Asked[], said: Map<HealthEntry, Said>): Promise<void> {
  const { rows, complete } = await allAffectedRows(db, { asked, sources: SOURCES, at: null }, MOST_ROWS);
  // A giant among them: the others are judged in full all the same.
  if (!complete && asked.length > 1) {
    const half = Math.ceil(asked.length / 2);
    await evaluateAll(db, asked.slice(0, half), said);
    await evaluateAll(db, asked.slice(half), said);
    return;
  }
  const ids = [...new Set(asked.map((one) => one.package.id))];
  const speakers = await packageSpeakers(db, ids, SOURCES);
  const rowsOf = Map.groupBy(rows, (row) => row.asked);
  for (const question of asked) {
    if (!speakers.has(question.package.id)) continue;
    const found = (rowsOf.get(question) ?? []).map(({ assertion, recordKey, source }) => {
      const { verdict } = evaluate(assertion, { version: question.version });
      return { verdict, recordKey, source, fix: newestFix(assertion, question.version) };
    });
    for (const entry of question.entries) {
      const own = said.get(entry) ?? { records: new Map(), undecided: new Set(), judged: true, newest: null };
      said.set(entry, own);
      own.judged &&= complete;
      for (const { verdict, recordKey, source, fix } of found) {
        if (verdict === 'unknown') own.undecided.add(recordKey);
        if (verdict !== 'affected') continue;
        own.records.set(recordKey, source);
        own.newest = newer(own.newest, fix);
      }
    }
  }
}

/** The highest version above the given one that ends a range. */
function newestFix({ claims }: Assertion, version: string): string | null {
  const fixes = claims.flatMap((claim) =>
    claim.type === 'range' && claim.status === 'affected'
      ? claim.events.flatMap((event) => (event.type === 'fixed' ? [event.version] : []))
      : [],
  );
  return fixes
    .filter((fix) => compareVersions(fix, version) > 0)
    .reduce<string | null>((highest, fix) => newer(highest, fix), null);
}

export function newer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareVersions(a, b) >= 0 ? a : b;
}
