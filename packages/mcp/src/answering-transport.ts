import { finished, PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly longestWait: number;
}

/**
 * A transport over two streams that answers pending tool calls after its input ends. The SDK's own drops them, so
 * piping requests in would print nothing.
 */
export function answeringTransport({ input, output, longestWait }: Streams): Transport {
  const held = new PassThrough();
  const wire = new StdioServerTransport(held, output);
  const calls = runningCalls();
  const transport: Transport = {
    start() {
      const heard: Partial<Transport> = {
        onmessage(message) {
          calls.received(message);
          transport.onmessage?.(message);
        },
        onerror: (error) => transport.onerror?.(error),
        onclose() {
          // Otherwise an open input would keep the process alive.
          input.unpipe(held).pause();
          transport.onclose?.();
        },
      };
      Object.assign(wire, heard);
      input.pipe(held, { end: false });
      finished(input, { writable: false }, () => void finish());
      return wire.start();
    },
    async send(message) {
      await wire.send(message);
      calls.sent(message);
    },
    close: () => wire.close(),
  };

  async function finish(): Promise<void> {
    // The last chunk is still in `held`.
    await setImmediate();
    await calls.whenAnswered(longestWait);
    held.end();
  }

  return transport;
}

interface RunningCalls {
  received(message: JSONRPCMessage): void;
  sent(message: JSONRPCMessage): void;
  whenAnswered(longestWait: number): Promise<void>;
}

function runningCalls(): RunningCalls {
  const ids = new Set<unknown>();
  let wake: (() => void) | null = null;
  const settle = (id: unknown) => {
    ids.delete(id);
    if (ids.size === 0) wake?.();
  };
  return {
    received(message) {
      if (!('method' in message)) return;
      if (message.method === 'tools/call' && 'id' in message) ids.add(message.id);
      // Cancelled calls get no answer.
      if (message.method === 'notifications/cancelled') settle(message.params?.['requestId']);
    },
    sent(message) {
      if (!('method' in message)) settle(message.id);
    },
    whenAnswered(longestWait) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, longestWait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (ids.size === 0) wake();
      });
    },
  };
}
