import { lazy } from '../frame/memo.ts';
import type { Vulnerability } from '../world/vulnerability.ts';
import { type World, worldOf } from '../world/world.ts';
import { famousCollection } from './collection.ts';
import { KNOWN_DAYS } from './epss-over-time.ts';
import { gatheredRecords, wholePackages } from './gathered.ts';
import { HAND_WRITTEN } from './hand-written.ts';
import { FAMOUS_INPUTS } from './inputs.ts';
import { issuesAbout } from './issues.ts';
import { withNews } from './news.ts';
import type { FamousRecord } from './record.ts';
import { vulnerabilityOf } from './vulnerability-of.ts';

/** Gathered records extend the hand-written ones. */
export const famousRecords: () => readonly FamousRecord[] = lazy(() => {
  const byId = new Map(HAND_WRITTEN.map((record) => [record.id, record]));
  for (const gathered of gatheredRecords()) {
    const known = byId.get(gathered.id);
    const osv = [...(known?.osv ?? []), ...(gathered.osv ?? [])];
    byId.set(gathered.id, { ...gathered, ...known, ...(osv.length === 0 ? {} : { osv }) });
  }
  return [...byId.values()];
});

/** How much data the demo has, and which packages it covers completely. */
export function famousSelection(): {
  readonly size: string;
  readonly notice: string;
  readonly wholePackages: string[];
} {
  const size = `${famousRecords().length.toLocaleString('en')} vulnerabilities`;
  const notice = `Demo data: ${size}. Nothing here says that a package is safe.`;
  return { size, notice, wholePackages: wholePackages() };
}

/** A distribution's erratum names this id, but it has neither record nor score, so it is presumably reserved. */
const RESERVED = {
  id: 'CVE-2026-59679',
  shows: [],
  assigner: { shortName: 'unknown' },
  reserved: { on: KNOWN_DAYS[1] },
};

function entryOf(record: FamousRecord, reexported: ReadonlySet<string>): Vulnerability {
  const entry = { ...vulnerabilityOf(record), issues: issuesAbout(record.id, record.title) };
  return reexported.has(record.id) ? { ...entry, reexported: REEXPORTED } : entry;
}

/** An ecosystem without changes for a week counts as frozen, so one record of each gets a new date every few days. */
const REEXPORTED = Array.from({ length: 40 }, (_, index) => ({ daysAgo: 6 - 3 * index, hour: 3 }));

function reexportedIds(): Set<string> {
  const byEcosystem = new Map<string, string>();
  for (const { id, ghsa, osv = [] } of famousRecords()) {
    for (const { packages } of [...osv, ...(ghsa === undefined ? [] : [ghsa])])
      for (const [ecosystem] of packages) if (!byEcosystem.has(ecosystem)) byEcosystem.set(ecosystem, id);
  }
  return new Set(byEcosystem.values());
}

const vulnerabilities = lazy(() => {
  const reexported = reexportedIds();
  return worldOf([...withNews(famousRecords().map((record) => entryOf(record, reexported))), RESERVED]);
});

/** Well-known vulnerabilities and their packages. Facts are real and the text is ours; unknown details are invented. */
export const famousWorld: World = {
  get size() {
    return vulnerabilities().size;
  },
  entries: () => vulnerabilities().entries(),
  find: (id) => vulnerabilities().find(id),
  collection: famousCollection,
  inputs: FAMOUS_INPUTS,
  apart: true,
};
