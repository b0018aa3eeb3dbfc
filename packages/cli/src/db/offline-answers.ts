import type { Coverage } from '@almanac/contract';
import {
  type AskedSnapshot,
  answerBySnapshot,
  coverageOfSnapshot,
  exploitationBySnapshot,
  type KnownExploitation,
  type ScanOutcome,
  scanOutcome,
} from '@almanac/core/scan';
import { UsageError } from '../errors.ts';
import type { Answers } from '../scan/answers.ts';
import { notCounted } from '../scan/not-counted.ts';
import type { Session } from '../session.ts';
import { dbFolder } from '../settings.ts';
import { givenKey } from './given-key.ts';
import { isHeld } from './held.ts';
import { type HeldSnapshot, openHeld } from './open-held.ts';
import { rootOf } from './report.ts';

/** Files are read for so many packages at once. */
const AT_ONCE = 64;

/** What `POST /purls` and `POST /cve/batch` would answer, from the snapshot on this machine. Nothing but its folder is read. */
export async function offlineAnswers(session: Session): Promise<Answers> {
  const folder = dbFolder(session.environment, session.home);
  const held = await openHeld(folder, await givenKey(session), new Date(session.now()));
  const { manifest, checkpoint } = held.snapshot;
  const { published, expires } = manifest;
  const asked = askedSnapshot(held);
  return {
    snapshot: { origin: checkpoint.origin, size: checkpoint.size, root: rootOf(held.state), published, expires },
    async packages(purls, progress) {
      const outcomes = new Map<string, ScanOutcome>();
      for (let from = 0; from < purls.length; from += AT_ONCE) {
        session.signal.throwIfAborted();
        progress(from, purls.length);
        const some = purls.slice(from, from + AT_ONCE);
        const found = await Promise.all(some.map((purl) => outcomeOf(asked, purl)));
        for (const [i, purl] of some.entries()) outcomes.set(purl, found[i] as ScanOutcome);
      }
      return { outcomes, coverage: coverageOfSnapshot(manifest) as Coverage };
    },
    async evidenced(entries) {
      if (entries.length > 0) session.note(notCounted(entries.length, 'a snapshot is asked by package URLs alone'));
      return { outcomes: new Map(), coverage: null };
    },
    async closures(files) {
      const closure = files.find((file) => file.closure !== undefined);
      if (closure !== undefined) {
        throw new UsageError(
          `${closure.path} has store paths, and a snapshot has no packages of the collection.`,
          'Scan it without --offline.',
        );
      }
      return { files, outcomes: new Map(), coverage: null };
    },
    async exploitation(cves) {
      const known = new Map<string, KnownExploitation>();
      for (const cve of cves) known.set(cve, await exploitationBySnapshot(asked, cve));
      return known;
    },
  };
}

/** Of a partition that the snapshot has, what was pulled is at hand; of one that it has not, everything. */
function askedSnapshot({ snapshot, state }: HeldSnapshot): AskedSnapshot {
  const has = (name: string) => snapshot.manifest.partitions.some((one) => one.name === name);
  return {
    snapshot,
    async isAtHand(partition, key) {
      // Not even the index is at hand.
      if (!state.held.has(partition) && has(partition)) return false;
      const place = await snapshot.place(partition, key);
      return place === null || isHeld(state.held, place);
    },
  };
}

async function outcomeOf(asked: AskedSnapshot, purl: string): Promise<ScanOutcome> {
  const answer = await answerBySnapshot(asked, purl);
  return scanOutcome(answer === null ? { kind: 'failed', reason: NOT_PULLED } : { kind: 'answer', answer });
}

const NOT_PULLED = 'the part of the snapshot that may have it was not pulled: almanac db pull --for gets it';
