import { LOCKFILE_LIMITS } from '@almanac/core/lockfiles';
import { readScannedFile, type ScannedReading } from '@almanac/core/scan';
import { decode } from './decode.ts';
import { exportText } from './export-text.ts';
import type { Delivery, Order } from './messages.ts';

/**
 * Reads files and writes exports, away from the page: a large file does not stop it, and nothing here can reach the
 * network (see the policy of its address in `http/routes/pages/assets.ts`).
 */
addEventListener('message', ({ data }: MessageEvent<Order>) => {
  deliveryOf(data).then(
    (delivery) => postMessage(delivery),
    (error: unknown) => postMessage({ kind: 'broken', message: String(error) } satisfies Delivery),
  );
});

async function deliveryOf(order: Order): Promise<Delivery> {
  if (order.kind === 'export') return { kind: 'export', text: exportText(order.order) };
  return { kind: 'read', result: await read(order.file) };
}

const MEGABYTE = 1024 * 1024;

async function read(file: File): Promise<ScannedReading> {
  const most = LOCKFILE_LIMITS.characters;
  if (file.size > most) return { file: null, problem: `The file is larger than ${most / MEGABYTE} MB.` };
  return readScannedFile(file.name, decode(await file.arrayBuffer()));
}
