import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chunk } from './frames.ts';

export interface Stage {
  readonly columns: number;
  readonly rows: number;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Given when it takes too long. */
  readonly signal: AbortSignal;
}

const PROMPT = '$ ';
const KEY_MS = 45;
const THINK_MS = 700;

/**
 * Types the lines into a shell on a terminal of its own, each when the one before has ended, and gives back what the terminal was
 * sent. The terminal is that of `script`, of util-linux.
 */
export async function play(lines: readonly string[], stage: Stage): Promise<Chunk[]> {
  const { columns, rows, folder, environment, signal } = stage;
  // Without its line editor the shell leaves the echo to the terminal: letters, and nothing that moves the cursor.
  const command = `stty cols ${columns} rows ${rows}; exec bash --noprofile --norc --noediting -i`;
  const shell = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    cwd: folder,
    env: { ...environment, SHELL: '/bin/sh', PS1: PROMPT, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
    signal,
  });
  const failed = new Promise<never>((_resolve, reject) => shell.once('error', reject));
  const chunks: Chunk[] = [];
  const start = performance.now();
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    chunks.push({ at: Math.round(performance.now() - start), text });
  });
  const prompted = async (): Promise<void> => {
    while (chunks.at(-1)?.text.endsWith(PROMPT) !== true) await sleep(20, undefined, { signal });
  };
  const perform = async (): Promise<Chunk[]> => {
    for (const line of lines) {
      await prompted();
      await sleep(THINK_MS);
      for (const key of line) {
        shell.stdin.write(key);
        await sleep(KEY_MS);
      }
      shell.stdin.write('\n');
      // The echo of this line has no prompt behind it; what comes next has.
      await sleep(KEY_MS);
    }
    await prompted();
    const played = [...chunks];
    const closed = once(shell, 'close');
    shell.stdin.end('exit\n');
    await closed;
    return played;
  };
  try {
    return await Promise.race([perform(), failed]);
  } finally {
    shell.kill();
  }
}
