import { expect, it } from 'vitest';
import { epssDay } from './epss.ts';

it('keeps scores and percentiles in hundred-thousandths, in the order in which they come', () => {
  const rows = [
    { cve: 'CVE-1999-0001', score: 0.0142, percentile: 0.7991 },
    { cve: 'CVE-2024-24786', score: 0.00045, percentile: 1 },
  ];

  expect(epssDay({ scoreDate: '2026-02-12', modelVersion: 'v2025.03.14', whole: true, rows })).toEqual({
    scoredOn: '2026-02-12',
    model: 'v2025.03.14',
    whole: true,
    cveIds: ['CVE-1999-0001', 'CVE-2024-24786'],
    scores: [1420, 45],
    percentiles: [79_910, 100_000],
  });
});
