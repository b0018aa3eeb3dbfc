import { afterAll, describe, expect, it } from 'vitest';
import type { Job } from './jobs.ts';
import { openSbomProcesses } from './processes.ts';

const reading = (text: string): Job => ({ kind: 'read', bytes: Buffer.from(text), beside: [] });
const document = (more: string) => `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[]${more}}`;

describe('a process for bills of materials', () => {
  const processes = openSbomProcesses({
    // To read a document asks no database.
    settings: {
      database: { primaryUrl: 'postgres://nobody@127.0.0.1:1/nothing', applicationName: 'test' },
      build: 'test',
      siteUrl: 'http://site.test',
    },
    processes: 1,
    waiting: 1,
    limits: { milliseconds: 60_000, megabytes: 100 },
  });
  afterAll(() => processes.close());

  /** To build so many lists is one step of V8, in the middle of which nothing can be stopped: a thread would take all others along. */
  it('ends alone when its memory is full, and the next document gets another', async () => {
    const giant = processes.run(reading(document(`,"x":[${'[],'.repeat(2_900_000)}[]]`)));

    await expect(giant).rejects.toMatchObject({
      code: 'SBOM_TOO_COSTLY',
      message: 'To examine the document took more memory than one is given',
      retryAfter: 10,
    });
    expect((await processes.run(reading(document('')))).value).toMatchObject({ sbom: { format: 'cyclonedx' } });
  });
});
