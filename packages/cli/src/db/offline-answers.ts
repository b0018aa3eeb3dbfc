import type { Coverage } from '@almanac/contract';
import {
  coverageOfSnapshot,
  exploitationBySnapshot,
  type KnownExploitation,
  type ScanOutcome,
} from '@almanac/core/scan';
import { hasCollection } from '@almanac/core/snapshots';
import { UsageError } from '../errors.ts';
import type { Answers } from '../scan/answers.ts';
import { notCounted } from '../scan/not-counted.ts';
import type { GivenFile } from '../scan/read-files.ts';
import type { Session } from '../session.ts';
import { closureOf } from './offline-closures.ts';
import { askedSnapshot, outcomeOf } from './offline-outcome.ts';
import { type HeldSnapshot, openHeld } from './open-held.ts';
import { namedPublisher } from './publisher.ts';
import { rootOf } from './report.ts';
import { byPlace } from './wanted.ts';

/** Files are read for so many packages at once. */
const AT_ONCE = 64;

/** Answers from the snapshot on this machine. Nothing but its folder is read. */
export async function offlineAnswers(
  session: Session,
  option: { readonly key?: string | undefined },
): Promise<Answers> {
  const { folder, key } = await namedPublisher(session, option);
  return answersOf(session, await openHeld(folder, key, new Date(session.now())));
}

/** What `POST /purls` and `POST /cve/batch` would answer, from what is held of a snapshot. */
export function answersOf(session: Session, held: Pick<HeldSnapshot, 'snapshot' | 'state'>): Answers {
  const { manifest, checkpoint } = held.snapshot;
  const { published, expires, selection } = manifest;
  if (selection !== null) session.notices.add(selection.notice);
  const asked = askedSnapshot(held);
  const coverage = coverageOfSnapshot(manifest) as Coverage;
  return {
    snapshot: { origin: checkpoint.origin, size: checkpoint.size, root: rootOf(held.state), published, expires },
    async packages(purls, progress) {
      const outcomes = new Map<string, ScanOutcome>();
      const sorted = await byPlace(held.snapshot, purls, (partition) => held.state.held.has(partition));
      for (let from = 0; from < purls.length; from += AT_ONCE) {
        session.signal.throwIfAborted();
        progress(from, purls.length);
        const some = sorted.slice(from, from + AT_ONCE);
        const found = await Promise.all(some.map((purl) => outcomeOf(asked, purl)));
        for (const [i, purl] of some.entries()) outcomes.set(purl, found[i] as ScanOutcome);
      }
      return { outcomes, coverage };
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
      for (const given of files) named.push(await closureOf(asked, given, { outcomes, signal: session.signal }));
      return { files: named, outcomes, coverage: outcomes.size === 0 ? null : coverage };
    },
    async exploitation(cves) {
      const known = new Map<string, KnownExploitation>();
      for (const cve of cves) known.set(cve, await exploitationBySnapshot(asked, cve));
      return known;
    },
  };
}
