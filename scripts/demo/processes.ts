import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Processes {
  start(name: 'worker' | 'api', environment: NodeJS.ProcessEnv): void;
  /** Resolves when all have ended. */
  stop(): Promise<void>;
}

interface ProcessesOptions {
  /** Where they write what they log; null: to this terminal, as a developer wants it. */
  readonly log: string | null;
  /** They start again when a source file changes. */
  readonly watch: boolean;
  /** One of them ended by itself. */
  readonly onEnd: (name: string, lastWords: string) => void;
}

/** The service's own processes, each as an operator would start it. */
export function openProcesses({ log, watch, onEnd }: ProcessesOptions): Processes {
  const running = new Set<ChildProcess>();
  let stopping = false;
  return {
    start(name, env) {
      const file = path.resolve(import.meta.dirname, `../../packages/server/src/bin/${name}.ts`);
      const flags = ['--conditions=@almanac/source', ...(watch ? ['--watch', '--watch-preserve-output'] : [])];
      const output = log === null ? 'inherit' : openSync(log, 'a');
      const child = spawn(process.execPath, [...flags, file], { env, stdio: ['ignore', output, output] });
      if (typeof output === 'number') closeSync(output);
      running.add(child);
      child.once('exit', () => {
        running.delete(child);
        if (!stopping) onEnd(name, log === null ? '' : lastLines(log));
      });
    },
    async stop() {
      stopping = true;
      await Promise.all(
        [...running].map((child) => {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          return ended;
        }),
      );
    },
  };
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-10).join('\n');
}
