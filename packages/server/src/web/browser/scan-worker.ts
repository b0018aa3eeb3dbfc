import { DECISION_LIMITS, type DecisionDocument, type DecisionsReading, readDecisions } from '@almanac/core/decisions';
import { LOCKFILE_LIMITS } from '@almanac/core/lockfiles';
import { readPastedText, readScannedFile, type ScannedReading } from '@almanac/core/scan';
import { decode } from './decode.ts';
import { exportText } from './export-text.ts';
import { type Delivery, type Order, PASTED } from './messages.ts';

/**
 * Reads files and writes exports off the main thread, so that a large file does not freeze the page. The policy in
 * `http/routes/pages/assets.ts` denies it all network access.
 */
addEventListener('message', ({ data }: MessageEvent<Order>) => {
  deliveryOf(data).then(
    (delivery) => postMessage(delivery),
    (error: unknown) => postMessage({ kind: 'broken', message: String(error) } satisfies Delivery),
  );
});

async function deliveryOf(order: Order): Promise<Delivery> {
  if (order.kind === 'export') return { kind: 'export', text: exportText(order.order) };
  if (order.kind === 'decisions') return { kind: 'decisions', reading: await decisionsOf(order.files) };
  return { kind: 'read', result: await read(order.file) };
}

async function decisionsOf(files: readonly File[]): Promise<DecisionsReading> {
  const documents: DecisionDocument[] = [];
  for (const file of files) {
    const problem = `${file.name} is larger than ${DECISION_LIMITS.characters / MEGABYTE} MB.`;
    if (file.size > DECISION_LIMITS.characters) return { decisions: null, problem };
    documents.push({ name: file.name, content: decode(await file.arrayBuffer()) });
  }
  return readDecisions(documents);
}

const MEGABYTE = 1024 * 1024;

async function read(file: File): Promise<ScannedReading> {
  const most = LOCKFILE_LIMITS.characters;
  if (file.size > most) return { file: null, problem: `The file is larger than ${most / MEGABYTE} MB.` };
  const text = decode(await file.arrayBuffer());
  return file.type === PASTED ? readPastedText(text) : readScannedFile(file.name, text);
}
