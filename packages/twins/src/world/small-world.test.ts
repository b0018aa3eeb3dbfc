import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../test/trait-evidence.ts';
import { smallWorld } from './small-world.ts';
import { TRAITS } from './traits.ts';
import type { Vulnerability } from './vulnerability.ts';

const entries: readonly Vulnerability[] = [...smallWorld.entries()];

describe('every trait is shown by an entry', () => {
  it.each(TRAITS)('%s', (trait) => {
    expect(entries.filter(({ shows }) => shows.includes(trait)).map(({ id }) => id)).not.toEqual([]);
  });
});

describe('every entry has what it says it shows', () => {
  it.each(entries.map((entry) => [entry.id, entry] as const))('%s', (_, entry) => {
    expect(entry.shows.filter((trait) => !evidenceOf(trait)(entry))).toEqual([]);
  });
});

describe('conflicts stand only where they are meant', () => {
  it.each(['SEVERITY_DISAGREES', 'RANGE_DISAGREES', 'FIX_DISAGREES', 'SCORE_DISAGREES_WITH_VECTOR'] as const)(
    '%s',
    (conflict) => {
      const found = entries.filter((entry) => evidenceOf(conflict)(entry)).map(({ id }) => id);

      expect(found).toEqual(entries.filter(({ shows }) => shows.includes(conflict)).map(({ id }) => id));
    },
  );
});

it('is about eighty invented ids, each once', () => {
  const ids = entries.map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(80);
  // Ranges that the numbering authorities have not reached.
  expect(ids.filter((id) => !/^CVE-(20\d\d-9\d{4}|2002-999\d|2025-9\d{9})$/.test(id))).toEqual([]);
});

it('has every advisory id once, in the form of real ones', () => {
  const ids = entries.flatMap(({ advisory }) => advisory?.[0].set.ghsa ?? []);

  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/.test(id))).toEqual([]);
});

it('is never without something recent or something to come', () => {
  const steps = entries.flatMap(({ cveList }) => cveList?.map(({ at }) => at) ?? []);
  const hours = steps.flatMap((at) => ('hoursAgo' in at ? at.hoursAgo : []));

  expect(hours.some((ago) => ago > 0 && ago < 12)).toBe(true);
  expect(hours.filter((ago) => ago < 0).length).toBeGreaterThan(5);
});
