import type { DecisionsReading } from '@almanac/core/decisions';
import type { ScannedReading } from '@almanac/core/scan';
import type { Delivery, ExportOrder, Order } from './messages.ts';

/** The worker as the page sees it. It is started when it is first needed. */
export interface WorkerClient {
  read(file: File, signal: AbortSignal): Promise<ScannedReading>;
  decisions(files: readonly File[], signal: AbortSignal): Promise<DecisionsReading>;
  exported(order: ExportOrder, signal: AbortSignal): Promise<string>;
}

/** One thing after the other; when stopped, the worker is ended, since nothing else ends a reader in the middle. */
export function workerClient(address: string): WorkerClient {
  const url = trusted(address);
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  return {
    async read(file, signal) {
      const delivery = await inTurn({ kind: 'read', file }, signal);
      if (delivery.kind !== 'read') throw new Error('The file was not read');
      return delivery.result;
    },
    async decisions(files, signal) {
      const delivery = await inTurn({ kind: 'decisions', files }, signal);
      if (delivery.kind !== 'decisions') throw new Error('The decisions were not read');
      return delivery.reading;
    },
    async exported(order, signal) {
      const delivery = await inTurn({ kind: 'export', order }, signal);
      if (delivery.kind !== 'export') throw new Error('Nothing was written');
      return delivery.text;
    },
  };

  function inTurn(order: Order, signal: AbortSignal): Promise<Delivery> {
    const turn = last.then(() => delivered(order, signal));
    last = turn.catch(() => {});
    return turn;
  }

  async function delivered(order: Order, signal: AbortSignal): Promise<Delivery> {
    signal.throwIfAborted();
    worker ??= new Worker(url, { type: 'module' });
    const here = worker;
    const done = new AbortController();
    try {
      const delivery = await new Promise<Delivery>((resolve, reject) => {
        const listening = { once: true, signal: done.signal };
        here.addEventListener('message', ({ data }: MessageEvent<Delivery>) => resolve(data), listening);
        here.addEventListener(
          'error',
          () => reject(new Error('The code that reads files could not be run')),
          listening,
        );
        signal.addEventListener('abort', () => reject(signal.reason as Error), listening);
        here.postMessage(order, []);
      });
      if (delivery.kind === 'broken') throw new Error(delivery.message);
      return delivery;
    } catch (error) {
      here.terminate();
      worker = null;
      throw error;
    } finally {
      done.abort();
    }
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string };
}

/** The page's policy lets no text become code. The worker's address stands in the page that we sent. */
function trusted(address: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  return types?.createPolicy('scan', { createScriptURL: (text) => text }).createScriptURL(address) ?? address;
}
