/** A worker that is given one order after the other. */
export interface WorkerTurns<O, D> {
  /** What the worker delivers last; `told` is given what comes before. */
  order(order: O, signal: AbortSignal, told?: (delivery: D) => void): Promise<D>;
  /** Ends the worker; the next order starts another. */
  end(): void;
}

/** Started when it is first needed; when stopped, the worker is ended, since nothing else ends code in the middle. */
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

/** The page's policy lets no text become code. Addresses of workers stand in the page that we sent. To be called once: a policy has one maker. */
export function trustAddresses(): (address: string) => string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = types?.createPolicy('scan', { createScriptURL: (text) => text });
  return (address) => policy?.createScriptURL(address) ?? address;
}
