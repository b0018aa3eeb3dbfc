import type { Coverage } from '@almanac/contract';
import type { KnownExploitation, ScanOutcome } from '@almanac/core/scan';
import { type OpenedSnapshot, openSnapshot } from '@almanac/offline';
import { UsageError } from '../errors.ts';
import { age, count, counted, instant } from '../output/words.ts';
import type { Answers } from '../scan/answers.ts';
import { notCounted } from '../scan/not-counted.ts';
import type { GivenFile } from '../scan/read-files.ts';
import type { Session } from '../session.ts';
import { closureOf } from './offline-closures.ts';
import { outcomeOf } from './outcome-of-answer.ts';
import { choosePlace, namedPublisher, runOf, tellTrust } from './publisher.ts';
import { wantedOf } from './wanted-of-files.ts';

/** Reads nothing but the snapshot's folder on this machine. */
export async function offlineAnswers(
  session: Session,
  option: { readonly key?: string | undefined },
): Promise<Answers> {
  const { folder, key } = await namedPublisher(session, option);
  return openAnswers(session, await openSnapshot({ ...runOf(session), cache: folder, key }));
}

export interface SnapshotOptions {
  readonly snapshot?: string;
  readonly key?: string;
}

/** Downloads the parts of the newest snapshot that these files need. Null: no publisher is known. */
export async function pulledAnswers(
  session: Session,
  options: SnapshotOptions,
  files: readonly GivenFile[],
): Promise<Answers | null> {
  const publisher = await namedPublisher(session, options);
  const chosen = await choosePlace(session, publisher);
  if (chosen === null) return null;
  const { purls: packages, components } = wantedOf(files);
  const snapshot = await openSnapshot({
    ...runOf(session),
    source: chosen.place,
    announcedKey: chosen.announcedKey,
    cache: publisher.folder,
    key: publisher.key,
    packages,
    components,
    onOpen({ info: { size, origin, published } }) {
      const words = `published ${age(published, session.now())} ago`;
      session.note(`Snapshot ${count(size)} of ${origin}, ${words}, from ${chosen.place}`);
    },
  });
  tellTrust(session, snapshot);
  const { fallback, downloaded, info } = snapshot;
  if (fallback !== null) {
    session.note(`${fallback.message}: using the snapshot of ${instant(info.published)} on this machine.`);
  }
  if (snapshot.isUpdated) {
    session.note(`Downloaded ${counted(downloaded.bytes, 'byte')} in ${counted(downloaded.files, 'request')}.`);
  }
  return openAnswers(session, snapshot);
}

/** Answers as `POST /purls` and `POST /cve/batch` would. */
function openAnswers(session: Session, snapshot: OpenedSnapshot): Answers {
  const { notice, ...info } = snapshot.info;
  if (notice !== null) session.notices.add(notice);
  const coverage = snapshot.coverage as Coverage;
  return {
    snapshot: info,
    async packages(purls, progress) {
      const answers = await snapshot.judgeAll(purls, (done) => {
        session.signal.throwIfAborted();
        progress(done, purls.length);
      });
      return { outcomes: new Map([...answers].map(([purl, answer]) => [purl, outcomeOf(answer)])), coverage };
    },
    async evidenced(entries) {
      if (entries.length > 0) session.note(notCounted(entries.length, 'a snapshot is asked by package URLs alone'));
      return { outcomes: new Map(), coverage: null };
    },
    async closures(files) {
      const closure = files.find((file) => file.closure !== undefined);
      if (closure !== undefined && !snapshot.hasNixpkgs) {
        throw new UsageError(
          `${closure.path} has store paths, and this snapshot has no packages of the collection.`,
          'Scan it without --offline.',
        );
      }
      const outcomes = new Map<string, ScanOutcome>();
      const named: GivenFile[] = [];
      for (const given of files) named.push(await closureOf(snapshot, given, { outcomes, signal: session.signal }));
      return { files: named, outcomes, coverage: outcomes.size === 0 ? null : coverage };
    },
    async exploitation(cves) {
      const known = new Map<string, KnownExploitation>();
      for (const cve of cves) known.set(cve, await snapshot.getExploitation(cve));
      return known;
    },
  };
}
