import type { Coverage, CoverageRow } from '@almanac/contract';
import { EXPLOITATION_UNKNOWN, type KnownExploitation, type ScanOutcome } from '@almanac/core/scan';
import { hasCollection, type SnapshotManifest, type SnapshotRisk } from '@almanac/core/snapshots';
import { UsageError } from '../errors.ts';
import type { Answers } from '../scan/answers.ts';
import { OF_COLLECTION } from '../scan/gaps.ts';
import { notCounted } from '../scan/not-counted.ts';
import type { GivenFile } from '../scan/read-files.ts';
import type { Session } from '../session.ts';
import { dbFolder } from '../settings.ts';
import { givenKey } from './given-key.ts';
import { closureOf } from './offline-closures.ts';
import { outcomeOf, riskOf, shareOf, type UpToDate } from './offline-outcome.ts';
import { openHeld } from './open-held.ts';
import { rootOf } from './report.ts';

/** Files are read for so many packages at once. */
const AT_ONCE = 64;

/** What `POST /purls` and `POST /cve/batch` would answer, from the snapshot on this machine. Nothing but its folder is read. */
export async function offlineAnswers(session: Session): Promise<Answers> {
  const folder = dbFolder(session.environment, session.home);
  const held = await openHeld(folder, await givenKey(session), new Date(session.now()));
  const { manifest, checkpoint } = held.snapshot;
  const { published, expires } = manifest;
  const isOk = { kev: stateOf(manifest, 'kev') === 'ok', epss: stateOf(manifest, 'epss') === 'ok' };
  return {
    snapshot: { origin: checkpoint.origin, size: checkpoint.size, root: rootOf(held.state), published, expires },
    async packages(purls, progress) {
      const outcomes = new Map<string, ScanOutcome>();
      for (let from = 0; from < purls.length; from += AT_ONCE) {
        session.signal.throwIfAborted();
        progress(from, purls.length);
        const some = purls.slice(from, from + AT_ONCE);
        const found = await Promise.all(some.map((purl) => outcomeOf(held, purl, isOk)));
        for (const [i, purl] of some.entries()) outcomes.set(purl, found[i] as ScanOutcome);
      }
      return { outcomes, coverage: coverageOf(manifest) };
    },
    async evidenced(entries) {
      if (entries.length > 0) session.note(notCounted(entries.length, 'a snapshot is asked by package URLs alone'));
      return { outcomes: new Map(), coverage: null };
    },
    async closures(files) {
      const closure = files.find((file) => file.closure !== undefined);
      if (closure !== undefined && !hasCollection(manifest)) {
        throw new UsageError(
          `${closure.path} has store paths, and this snapshot has no packages of the collection.`,
          'Scan it without --offline.',
        );
      }
      const outcomes = new Map<string, ScanOutcome>();
      const named: GivenFile[] = [];
      for (const given of files) named.push(await closureOf(held, given, { isOk, outcomes, signal: session.signal }));
      return { files: named, outcomes, coverage: outcomes.size === 0 ? null : coverageOf(manifest) };
    },
    async exploitation(cves) {
      const known = new Map<string, KnownExploitation>();
      for (const cve of cves) known.set(cve, exploitationBy(await riskOf(held, cve), isOk));
      return known;
    },
  };
}

function exploitationBy(risk: SnapshotRisk | null | undefined, isOk: UpToDate): KnownExploitation {
  if (risk === undefined) return EXPLOITATION_UNKNOWN;
  const { kev, epss } = risk === null ? { kev: null, epss: null } : shareOf(risk);
  return { kev: kev !== null || (isOk.kev ? false : null), epss, epssKnown: epss !== null || isOk.epss };
}

function stateOf({ sources }: SnapshotManifest, source: string): string | null {
  return sources.find(({ id }) => id === source)?.state ?? null;
}

/** As the API would say it whose sources are exactly those of the snapshot. */
function coverageOf({ sources }: SnapshotManifest): Coverage {
  const rows = sources
    .filter(({ id }) => id !== 'kev' && id !== 'epss')
    .map(({ id, state, checkedAt, changedAt }) => ({ source: id, state, checkedAt, changedAt }) as CoverageRow);
  const checks = rows.flatMap(({ state, checkedAt }) =>
    NOT_READ.has(state) || state === 'not_covered' || checkedAt === null ? [] : [checkedAt],
  );
  const others = OF_COLLECTION.filter((source) => !rows.some((row) => row.source === source)).map(
    (source): CoverageRow => ({ source, state: 'not_configured', checkedAt: null, changedAt: null }),
  );
  return { coverage: [...rows, ...others], asOf: checks.toSorted()[0] ?? null };
}

const NOT_READ: ReadonlySet<string> = new Set(['disabled', 'not_configured']);
