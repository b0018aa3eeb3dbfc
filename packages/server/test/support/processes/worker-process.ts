import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface WorkerProcess extends AsyncDisposable {
  readonly metricsUrl: string;
  readonly pid: number;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** The worker as a deployment starts it, once it says that it has; nothing but PATH of our own environment. */
export async function startWorkerProcess(environment: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const worker = spawn(
    process.execPath,
    ['--conditions=@almanac/source', fileURLToPath(new URL('../../../src/bin/worker.ts', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        METRICS_PORT: '0',
        CANARIES: '{}',
        ...environment,
      },
    },
  );
  const ended = once(worker, 'exit').then(([code]) => code as number | null);
  const metricsUrl = await new Promise<string>((resolve, reject) => {
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
    createInterface({ input: worker.stdout }).on('line', (line) => {
      const said = JSON.parse(line) as { msg: string; metricsUrl?: string };
      if (said.msg === 'worker started') resolve(said.metricsUrl ?? '');
    });
  });
  return {
    metricsUrl,
    pid: worker.pid ?? 0,
    ended,
    async [Symbol.asyncDispose]() {
      worker.kill('SIGKILL');
      await ended;
    },
  };
}
