import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advisoryIdAt, advisoryIndexOf, advisoryModified, advisoryRows, advisoryText } from './advisory.ts';
import { advisoriesOfDay, cvesOfDay } from './changes.ts';
import { cveIdAt, cveIndexOf, cveModified, cveRows, cveText } from './cve.ts';
import { ecosystemsOf, homeOf } from './ecosystems.ts';
import { epssText } from './epss.ts';
import type { Moments } from './moments.ts';
import { worldSize } from './size.ts';

const size = worldSize();
const ecosystems = ecosystemsOf(size);
const began = Date.parse('2026-09-15T09:30:00Z');
const first: Moments = { began, day: null, churn: null };
const last: Moments = { began, day: began + 3_600_000, churn: began + 7_200_000 };
const anyAdvisory = fc.nat({ max: size.advisories - 1 });
const anyCve = fc.nat({ max: size.cves - 1 });

describe('an advisory of the world', () => {
  it('is found by its id, and says what is told of it', () => {
    fc.assert(
      fc.property(anyAdvisory, fc.constantFrom(first, last), (index, moments) => {
        const home = homeOf(ecosystems, index);
        const record = JSON.parse(advisoryText(size, ecosystems, index, moments)) as {
          id: string;
          modified: string;
          affected: { package: { ecosystem: string; name: string } }[];
        };
        const packages = record.affected.map((entry) => JSON.stringify(entry.package));

        expect(advisoryIndexOf(record.id)).toBe(index);
        expect(record.id).toBe(advisoryIdAt(home, index));
        expect(Date.parse(record.modified)).toBe(advisoryModified(size, index, moments));
        expect(new Set(packages).size).toBe(advisoryRows(size, home, index));
      }),
    );
  });

  it('names every package of a churning record in another way after the churn day', () => {
    const [before, after] = [first, last].map((moments) => {
      const { affected } = JSON.parse(advisoryText(size, ecosystems, 7, moments)) as { affected: object[] };
      return new Set(affected.map((entry) => JSON.stringify(entry)));
    });

    expect(before?.size).toBe(size.churnRows);
    expect(before?.intersection(after ?? new Set())).toEqual(new Set());
  });
});

describe('a CVE record of the world', () => {
  it('is found by its id, and says what is told of it', () => {
    fc.assert(
      fc.property(anyCve, fc.constantFrom(first, last), (index, moments) => {
        const { cveMetadata, containers } = JSON.parse(cveText(size, index, moments)) as {
          cveMetadata: { cveId: string; dateUpdated: string };
          containers: { cna: { affected?: { product: string }[] } };
        };

        expect(cveIndexOf(cveMetadata.cveId)).toBe(index);
        expect(Date.parse(cveMetadata.dateUpdated)).toBe(cveModified(size, index, moments));
        expect(new Set(containers.cna.affected?.map(({ product }) => product)).size).toBe(cveRows(index));
      }),
    );
  });
});

it('has about eight million rows, and a package with ten thousand advisories', () => {
  let rows = 0;
  for (const home of ecosystems) {
    for (let index = home.from; index < home.to; index += 1) rows += advisoryRows(size, home, index);
  }
  let named = 0;
  for (let index = 0; index < size.churning; index += 30) {
    if (advisoryText(size, ecosystems, index, first).includes('"ecosystem":"Ubuntu:14.04:LTS","name":"linux"'))
      named += 30;
  }

  expect(rows / 8_000_000).toBeCloseTo(1, 1);
  expect(named / 10_000).toBeCloseTo(1, 1);
});

it('changes on a day what it says, and nothing else', () => {
  const changed = new Set(advisoriesOfDay(size));
  const modified = (index: number) => [first, last].map((moments) => advisoryModified(size, index, moments));

  expect(changed.size + cvesOfDay(size).length).toBe(5_000);
  fc.assert(
    fc.property(fc.integer({ min: size.churning, max: size.advisories - 1 }), (index) => {
      const [before, after] = modified(index);
      expect(before === after).toBe(!changed.has(index));
    }),
  );
  for (const index of changed) expect(modified(index)[1]).toBeGreaterThan(began);
});

it('scores as many CVEs as it says, few of them otherwise than the day before', () => {
  const [before, after] = ['2026-09-13', '2026-09-14'].map((date) =>
    epssText(worldSize(0.01), date).trim().split('\n'),
  );
  const same = new Set(before).intersection(new Set(after));

  expect(after?.length).toBe(2 + worldSize(0.01).scored);
  expect(after?.[2]).toMatch(new RegExp(`^${cveIdAt(0)},0\\.\\d{5},0\\.\\d{5}$`));
  expect(same.size / worldSize(0.01).scored).toBeCloseTo(0.9, 1);
});
