import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Job } from './jobs.ts';
import { openSbomProcesses, type ProcessesOptions, type SbomProcesses } from './processes.ts';

const reading = (text: string): Job => ({ kind: 'plan-question', bytes: Buffer.from(`{"sbom":${text}}`) });
const document = (more: string) => `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[]${more}}`;

const counting: Job = { kind: 'examine', bytes: Buffer.from(document('')), format: 'json', view: 'all', now: 0 };

/** Of a document without components. */
const NOTHING_ASKED = { cves: null, purls: [], notes: [] };

/** No caller that could go away. */
const NOBODY = { signal: new AbortController().signal };

const OPTIONS: ProcessesOptions = {
  // To read a document asks no database.
  settings: {
    database: { primaryUrl: 'postgres://nobody@127.0.0.1:1/nothing', applicationName: 'test' },
    build: 'test',
    siteUrl: 'http://site.test',
    selection: null,
  },
  processes: 1,
  waiting: 1,
  limits: { milliseconds: 60_000, megabytes: 100 },
};

function open(options: Partial<ProcessesOptions> = {}) {
  return openSbomProcesses({ ...OPTIONS, ...options });
}

describe('a process for bills of materials', () => {
  const processes = open();
  afterAll(() => processes.close());

  /** To build so many lists is one step of V8, in the middle of which nothing can be stopped: a thread would take all others along. */
  it('ends alone when its memory is full, and the next document gets another', async () => {
    const giant = processes.run(reading(document(`,"x":[${'[],'.repeat(2_900_000)}[]]`)), NOBODY);

    await expect(giant).rejects.toMatchObject({
      code: 'SBOM_TOO_COSTLY',
      message: 'The document used too much memory',
      retryAfter: 10,
    });
    expect((await processes.run(reading(document('')), NOBODY)).value).toEqual(NOTHING_ASKED);
  });
});

describe('a caller that goes away', () => {
  it('takes the process along that works for it, and the next gets another', async () => {
    const before = childrenHere();
    await using processes = closing(open());
    const caller = new AbortController();
    const reason = new Error('gone');
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const asked = processes.run(counting, {
      signal: caller.signal,
      counted: () => {
        resolve();
        return new Promise<void>(() => {});
      },
    });

    await reached;
    caller.abort(reason);

    await expect(asked).rejects.toBe(reason);
    expect(childrenHere()).toEqual(before);
    expect((await processes.run(reading(document('')), NOBODY)).value).toEqual(NOTHING_ASKED);
  });

  it('gives up its place in the queue', async () => {
    await using processes = closing(open());
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: proceed } = Promise.withResolvers<void>();
    const first = processes.run(counting, {
      ...NOBODY,
      counted: async () => {
        resolve();
        await goOn;
        throw new Error('that is all');
      },
    });
    await reached;
    const caller = new AbortController();
    const second = processes.run(reading(document('')), { signal: caller.signal });

    caller.abort(new Error('gone'));

    await expect(second).rejects.toThrow('gone');
    const third = processes.run(reading(document('')), NOBODY);
    proceed();
    await expect(first).rejects.toThrow('that is all');
    expect((await third).value).toEqual(NOTHING_ASKED);
  });
});

describe('processes that are closed', () => {
  it('end the one that is just starting', async () => {
    const before = childrenHere();
    const processes = open();
    const asked = processes.run(reading(document('')), NOBODY);
    const refused = expect(asked).rejects.toMatchObject({ code: 'OVERLOADED' });

    await processes.close();

    await refused;
    expect(childrenHere()).toEqual(before);
  });

  it('let a program that has nothing else to do come to its own end', () => {
    const program = `
      import { openSbomProcesses } from ${JSON.stringify(new URL('processes.ts', import.meta.url))};
      const processes = openSbomProcesses(${JSON.stringify(OPTIONS)});
      const job = { kind: 'plan-question', bytes: Buffer.from('{"sbom":${document('')}}') };
      // As a server does that listens.
      const waiting = setInterval(() => {}, 1_000);
      await processes.run(job, { signal: new AbortController().signal });
      clearInterval(waiting);
      await processes.close();
      console.log('closed');`;
    const args = ['--conditions=@almanac/source', '--input-type=module', '--eval', program];

    const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });

    expect([stdout, status]).toEqual(['closed\n', 0]);
  });

  it('do not blame the document that is being examined', async () => {
    const processes = open();
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const asked = processes.run(counting, {
      ...NOBODY,
      counted: () => {
        resolve();
        return new Promise<void>(() => {});
      },
    });
    const refused = expect(asked).rejects.toMatchObject({ code: 'OVERLOADED' });

    await reached;
    await processes.close();

    await refused;
  });
});

it('that no process can be started is an overload and no fault of the document, and is tried again', async () => {
  const processes = open({ variables: { NODE_OPTIONS: '--no-such-option' } });

  for (const attempt of [1, 2, 3]) {
    const asked = processes.run(reading(document('')), NOBODY);
    await expect(asked, `attempt ${attempt}`).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 5 });
  }
  await processes.close();
});

it.skipIf(!existsSync('/proc/self/environ'))('a process finds what it is given and nothing else', async () => {
  const before = childrenHere();
  const processes = open({ variables: { TZ: 'UTC', PATH: '/bin' } });
  let found: string[] = [];

  const asked = processes.run(counting, {
    ...NOBODY,
    counted: async () => {
      const pid = childrenHere().find((child) => !before.includes(child));
      found = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      throw new Error('that is all');
    },
  });

  await expect(asked).rejects.toThrow('that is all');
  await processes.close();
  // The channel is Node's own.
  expect(found.filter((variable) => !variable.startsWith('NODE_CHANNEL_')).toSorted()).toEqual(['PATH=/bin', 'TZ=UTC']);
});

function closing(processes: SbomProcesses): SbomProcesses & AsyncDisposable {
  return { ...processes, [Symbol.asyncDispose]: () => processes.close() };
}

function childrenHere(): string[] {
  const list = `/proc/self/task/${process.pid}/children`;
  return existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean) : [];
}
