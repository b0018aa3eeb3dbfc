import { finished, PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Milliseconds that calls may take after the input has ended. */
  readonly longestWait: number;
}

/**
 * A transport over two streams that ends with its input, and not before the tool calls that came in are answered: the library's own
 * drops them, so that a caller who pipes questions in would get no answers.
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
          // Nobody reads any more: an input that stays open keeps no process.
          input.unpipe(held).pause();
          transport.onclose?.();
        },
      };
      Object.assign(wire, heard);
      input.pipe(held, { end: false });
      // An input that ends is closed soon after.
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
    // What was read last is on its way through `held`.
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
      // A call that was cancelled is not answered.
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
