import { SnapshotProblem } from '@almanac/core/snapshots';
import { openSnapshot } from '@almanac/offline/browser';
import { openSnapshotAnswers } from './snapshot-answers.ts';
import type { Refusal, SnapshotDelivery, SnapshotOrder } from './snapshot-messages.ts';

/**
 * Reads a snapshot and evaluates packages off the main thread. It only receives package URLs, never a file, and the
 * policy in `http/routes/pages/assets.ts` limits its requests to the snapshot's host.
 */
const answers = openSnapshotAnswers(({ address: source, key, verified }, now) =>
  // The page stores the head, because workers have no storage.
  openSnapshot({ source, key, now, cache: { read: () => verified, keep: () => true } }),
);

addEventListener('message', ({ data }: MessageEvent<SnapshotOrder>) => {
  deliveryOf(data).then(deliver, (error: unknown) => deliver({ kind: 'refused', refusal: refusalOf(error) }));
});

function deliver(delivery: SnapshotDelivery): void {
  postMessage(delivery);
}

async function deliveryOf(order: SnapshotOrder): Promise<SnapshotDelivery> {
  const { kind, opening } = order;
  if (kind === 'exploitation') return { kind, known: await answers.exploitation(opening, order.ids) };
  if (kind === 'proof') return { kind, proof: await answers.proof(opening, order.purl) };
  return { kind, answer: await answers.ask(opening, order.purls, progress) };
}

function progress(done: number): void {
  deliver({ kind: 'progress', done });
}

function refusalOf(error: unknown): Refusal {
  const code = error instanceof SnapshotProblem ? error.code : null;
  return { code, message: error instanceof Error ? error.message : String(error) };
}
