import { SOURCE_IDS } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { readEnvironment, sourceAddresses } from '../bin/environment.ts';
import { SOURCE_ASSUMPTIONS } from './assumptions.ts';

const addresses = sourceAddresses(
  readEnvironment({
    CONTACT_URL: 'https://almanac.example/repository',
    DEPENDENCIES_URL: 'https://nix.example/jobs',
    NVD_API_KEY: 'demo',
  }),
);

describe.each(SOURCE_IDS)('what is assumed of %s', (id) => {
  const list = SOURCE_ASSUMPTIONS[id] as (address: unknown) => ReturnType<(typeof SOURCE_ASSUMPTIONS)['kev']>;
  const assumptions = list(addresses[id]);

  it('has names of its own, the limits among them', () => {
    const names = assumptions.map((assumption) => assumption.id);

    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('limits');
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  });

  it.each(assumptions)('has public evidence with a date for $id', ({ sentence, evidence }) => {
    expect(sentence).toMatch(/^[A-Za-z].+\.$/);
    expect(URL.parse(evidence.url)).toMatchObject({ protocol: 'https:', hostname: expect.stringContaining('.') });
    expect(evidence.date).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(Date.parse(evidence.date)).toBeLessThanOrEqual(Date.now());
  });
});
