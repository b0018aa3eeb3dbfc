import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { WorldUpstreamUrls } from '@almanac/twins';

export type ToUpstream =
  | { readonly kind: 'scores'; readonly last: string }
  | { readonly kind: 'again' }
  | { readonly kind: 'day' }
  | { readonly kind: 'churn' };
export type FromUpstream =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'listening'; readonly urls: WorldUpstreamUrls; readonly folder: string }
  | { readonly kind: 'done' };

/** An upstream of the world's size, which takes no memory of whoever reads it. */
export interface UpstreamProcess extends AsyncDisposable {
  readonly urls: WorldUpstreamUrls;
  /** Where its files are; what else is large may go there too. */
  readonly folder: string;
  /** Resolves when the upstream has come to it. */
  moveTo(state: ToUpstream): Promise<void>;
}

export async function startUpstreamProcess(share: number, say: (text: string) => void): Promise<UpstreamProcess> {
  const child = fork(new URL('process.ts', import.meta.url), [String(share)], {
    execArgv: ['--conditions=@almanac/source'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message: FromUpstream) => {
    if (message.kind === 'progress') say(message.text);
  });
  const { urls, folder } = await heard(child, 'listening');
  return {
    urls,
    folder,
    async moveTo(state) {
      const done = heard(child, 'done');
      child.send(state);
      await done;
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      if (child.exitCode !== null) return;
      child.disconnect();
      await exited;
    },
  };
}

function heard<K extends FromUpstream['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<FromUpstream, { kind: K }>> {
  return new Promise((resolve, reject) => {
    function onMessage(message: FromUpstream): void {
      if (message.kind !== kind) return;
      child.off('message', onMessage).off('exit', onExit);
      resolve(message as Extract<FromUpstream, { kind: K }>);
    }
    function onExit(code: number | null): void {
      reject(new Error(`the upstream ended with ${code}`));
    }
    child.on('message', onMessage).once('exit', onExit);
  });
}
