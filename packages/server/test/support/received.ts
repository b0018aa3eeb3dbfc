import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Requests that this process made over HTTP, and bytes of bodies that came, as they came. */
export interface Received extends Disposable {
  requests: number;
  bytes: number;
}

export function countReceived(): Received {
  const received: Received = {
    requests: 0,
    bytes: 0,
    [Symbol.dispose]() {
      unsubscribe('undici:request:create', made);
      unsubscribe('undici:request:bodyChunkReceived', came);
    },
  };
  const made = () => {
    received.requests += 1;
  };
  const came = (message: unknown) => {
    received.bytes += (message as { chunk: Uint8Array }).chunk.length;
  };
  subscribe('undici:request:create', made);
  subscribe('undici:request:bodyChunkReceived', came);
  return received;
}
