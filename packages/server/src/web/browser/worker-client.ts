import type { DecisionsReading } from '@almanac/core/decisions';
import type { ScannedReading } from '@almanac/core/scan';
import type { Delivery, ExportOrder, Order } from './messages.ts';
import { workerTurns } from './worker-turns.ts';

export interface WorkerClient {
  read(file: File, signal: AbortSignal): Promise<ScannedReading>;
  decisions(files: readonly File[], signal: AbortSignal): Promise<DecisionsReading>;
  exported(order: ExportOrder, signal: AbortSignal): Promise<string>;
}

export function workerClient(url: string): WorkerClient {
  const worker = workerTurns<Order, Delivery>(url, () => true);

  return {
    async read(file, signal) {
      const delivery = await delivered({ kind: 'read', file }, signal);
      if (delivery.kind !== 'read') throw new Error('The file was not read');
      return delivery.result;
    },
    async decisions(files, signal) {
      const delivery = await delivered({ kind: 'decisions', files }, signal);
      if (delivery.kind !== 'decisions') throw new Error('The decisions were not read');
      return delivery.reading;
    },
    async exported(order, signal) {
      const delivery = await delivered({ kind: 'export', order }, signal);
      if (delivery.kind !== 'export') throw new Error('Nothing was written');
      return delivery.text;
    },
  };

  async function delivered(order: Order, signal: AbortSignal): Promise<Delivery> {
    const delivery = await worker.order(order, signal);
    if (delivery.kind !== 'broken') return delivery;
    worker.end(); // a broken worker is not reused for the next file
    throw new Error(delivery.message);
  }
}
