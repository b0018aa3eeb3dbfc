import { AlmanacError } from '@almanac/client';
import { SnapshotProblem } from '@almanac/core/snapshots';
import { age, count, counted, instant } from '../output/words.ts';
import type { Answers } from '../scan/answers.ts';
import type { GivenFile } from '../scan/read-files.ts';
import type { Session } from '../session.ts';
import { answersOf } from './offline-answers.ts';
import { checkKey, openState } from './open-held.ts';
import { chooseKey, choosePlace, namedPublisher, tellTrust } from './publisher.ts';
import { pull } from './pull.ts';
import { openSource } from './source.ts';
import { readState } from './state.ts';
import { wantedOf } from './wanted.ts';

export interface SnapshotOptions {
  readonly snapshot?: string;
  readonly key?: string;
}

/**
 * Answers from the newest snapshot of the publisher, after downloading what these files need of it. Null: no publisher is known. Where it
 * cannot be reached, the snapshot of the last pull answers for as long as it may be used.
 */
export async function pulledAnswers(
  session: Session,
  options: SnapshotOptions,
  files: readonly GivenFile[],
): Promise<Answers | null> {
  const publisher = await namedPublisher(session, options);
  const { folder } = publisher;
  const before = await readState(folder);
  const chosen = await choosePlace(session, publisher, before);
  if (chosen === null) return null;
  const source = openSource(session, chosen.place);
  const now = new Date(session.now());
  try {
    const trust = await chooseKey(source, chosen, publisher, before);
    const pulled = await pull(session, {
      folder,
      key: trust.key,
      pinned: publisher.key,
      source,
      thorough: false,
      wanted: { everything: false, ecosystems: [], records: false, ...wantedOf(files) },
      opened({ checkpoint, manifest: { published } }) {
        const words = `published ${age(published, session.now())} ago`;
        session.note(`Snapshot ${count(checkpoint.size)} of ${checkpoint.origin}, ${words}, from ${chosen.place}`);
      },
    });
    tellTrust(session, trust, { before, state: pulled.state });
    const { files: requests, bytes } = source.taken;
    if (pulled.state.number !== before?.number) {
      session.note(`Downloaded ${counted(bytes, 'byte')} in ${counted(requests, 'request')}.`);
    }
    return answersOf(session, pulled);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    session.progress.clear();
    if (before === null) throw new SnapshotProblem('snapshot_unreachable', error.message, { cause: error });
    checkKey(before, publisher.key);
    const held = await openState(folder, before, now);
    const { published } = held.snapshot.manifest;
    session.note(`${error.message}: using the snapshot of ${instant(published)} on this machine.`);
    return answersOf(session, held);
  }
}

function isUnreachable(error: unknown): error is AlmanacError {
  return error instanceof AlmanacError && error.code === 'SNAPSHOT_UNREACHABLE';
}
