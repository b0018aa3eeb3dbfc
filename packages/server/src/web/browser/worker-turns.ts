/** A worker that processes one order at a time. */
export interface WorkerTurns<O, D> {
  /** Resolves with the last delivery; earlier ones go to `told`. */
  order(order: O, signal: AbortSignal, told?: (delivery: D) => void): Promise<D>;
  /** Terminates the worker; the next order starts another. */
  end(): void;
}

/** Starts lazily. Stopping terminates the worker, because nothing else interrupts running code. */
export function workerTurns<O, D>(url: string, isLast: (delivery: D) => boolean): WorkerTurns<O, D> {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let stop: ((reason: Error) => void) | null = null;

  return {
    order(order, signal, told = () => {}) {
      const turn = last.then(() => delivered(order, signal, told));
      last = turn.catch(() => {});
      return turn;
    },
    end() {
      stop?.(new Error('It was stopped'));
      worker?.terminate();
      worker = null;
    },
  };

  async function delivered(order: O, signal: AbortSignal, told: (delivery: D) => void): Promise<D> {
    signal.throwIfAborted();
    worker ??= new Worker(url, { type: 'module' });
    const here = worker;
    const done = new AbortController();
    const listening = { signal: done.signal };
    try {
      return await new Promise<D>((resolve, reject) => {
        stop = reject;
        here.addEventListener(
          'message',
          ({ data }: MessageEvent<D>) => {
            if (isLast(data)) resolve(data);
            else told(data);
          },
          listening,
        );
        here.addEventListener('error', () => reject(new Error('The code of a worker could not be run')), listening);
        signal.addEventListener('abort', () => reject(signal.reason as Error), listening);
        here.postMessage(order, []);
      });
    } catch (error) {
      here.terminate();
      if (worker === here) worker = null;
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

/**
 * Creates the page's Trusted Types policy, which only allows worker addresses that we sent. Call it once, because a
 * policy can't be created twice.
 */
export function trustAddresses(): (address: string) => string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = types?.createPolicy('scan', { createScriptURL: (text) => text });
  return (address) => policy?.createScriptURL(address) ?? address;
}
