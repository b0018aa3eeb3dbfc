import { spawn } from 'node:child_process';
import path from 'node:path';
import { run } from '../../src/run.ts';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Around {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Columns of a terminal; without, output is a pipe. */
  readonly columns?: number;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  /** Told what is written to standard error. */
  readonly onErr?: (text: string) => void;
}

/** A command line run in this process, with a terminal or a pipe of the test's own. */
export async function almanac(args: readonly string[], around: Around = {}): Promise<Ended> {
  const { environment = {}, folder = '/', columns, signal = new AbortController().signal, now = Date.now } = around;
  const written = { out: '', err: '' };
  const sink = (name: 'out' | 'err') => ({
    isTTY: columns !== undefined,
    columns: columns ?? null,
    write: (text: string) => {
      written[name] += text;
      if (name === 'err') around.onErr?.(text);
    },
  });
  const code = await run(
    {
      out: sink('out'),
      err: sink('err'),
      environment,
      folder,
      home: '/nonexistent',
      version: '0.1.0',
      now,
      uuid: () => '00000000-0000-4000-8000-000000000000',
      signal,
    },
    args,
  );
  return { code, ...written };
}

const bin = path.resolve(import.meta.dirname, '../../src/bin.ts');

/** The program itself in a process of its own, on pipes. */
export function start(args: readonly string[], environment: Readonly<Record<string, string>>, folder = '/') {
  const child = spawn(process.execPath, ['--conditions=@almanac/source', bin, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...environment },
  });
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, ...written }));
  });
  /** Resolves once these words were written to standard output. */
  const says = (words: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!written.out.includes(words)) return;
        child.stdout.off('data', look);
        resolve();
      };
      child.stdout.on('data', look);
      look();
    });
  return { child, written, says, ended };
}
