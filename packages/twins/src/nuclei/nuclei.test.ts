import { expect, it } from 'vitest';
import { startTwin } from '../frame/start-twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { NUCLEI_PATH, nuclei } from './nuclei.ts';

it('has a line for each template, and scores in words', async () => {
  await using twin = await startTwin(nuclei(smallWorld));

  const text = await (await fetch(twin.url + NUCLEI_PATH)).text();

  const lines = text.split('\n');
  expect(lines.at(-1)).toBe('');
  expect(lines.slice(0, -1).map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { ID: 'CVE-2025-91201', Info: { Classification: { CVSSScore: '6.1' } } },
    { ID: 'CVE-2025-91301', file_path: 'http/cves/2025/CVE-2025-91301.yaml' },
  ]);
});

it('writes as Go does: what could be HTML is escaped', async () => {
  await using twin = await startTwin(nuclei(smallWorld));

  const text = await (await fetch(twin.url + NUCLEI_PATH)).text();

  expect(text).toContain('gangway \\u003c 3.3.0 - Open Redirect');
  expect(text).not.toMatch(/[<>&]/);
});
