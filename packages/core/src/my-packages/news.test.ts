import { describe, expect, it } from 'vitest';
import { listedSince, newsSentence } from './news.ts';

const NOW = Date.parse('2026-11-15T08:00:00.000Z');
const RECENT = '2026-11-15T01:00:00.000Z';
const OLD = '2026-11-01T00:00:00.000Z';

describe('a finding entered the list', () => {
  it.each([
    ['with its statement', { stated: RECENT, published: OLD, carried: null }, RECENT],
    [
      'when it was published, where the source was loaded as a whole',
      { stated: null, published: OLD, carried: null },
      OLD,
    ],
    ['when a channel moved to the version', { stated: OLD, published: OLD, carried: RECENT }, RECENT],
    [
      'with a statement about a version that was there before',
      { stated: RECENT, published: OLD, carried: OLD },
      RECENT,
    ],
    ['at an unknown time', { stated: null, published: null, carried: OLD }, null],
  ])('%s', (_, dates, since) => {
    expect(listedSince(dates)).toBe(since);
  });
});

describe('what is new', () => {
  const finding = (id: string, since: string | null, status: 'affected' | 'possible' = 'affected') => ({
    id,
    status,
    kev: false,
    epss: null,
    exploitation: null,
    listedSince: since,
  });
  const row = (name: string, findings: ReturnType<typeof finding>[], verdict: 'affected' | 'unknown' = 'affected') => ({
    asked: name,
    package: name,
    ecosystem: 'npm',
    version: '1.0.0',
    verdict,
    verdictReason: '',
    unknownReasons: [],
    findings,
    fix: null,
  });

  it.each([
    ['nothing', [], 'Nothing new since yesterday.'],
    ['what is older than a day', [row('lamp', [finding('CVE-2026-1', OLD)])], 'Nothing new since yesterday.'],
    ['what has no date', [row('lamp', [finding('CVE-2026-1', null)])], 'Nothing new since yesterday.'],
    ['what may apply', [row('lamp', [finding('CVE-2026-1', RECENT, 'possible')])], 'Nothing new since yesterday.'],
    [
      'what is not known to be affected',
      [row('lamp', [finding('CVE-2026-1', RECENT)], 'unknown')],
      'Nothing new since yesterday.',
    ],
    [
      'two',
      [
        row('lamp', [finding('CVE-2026-1', RECENT), finding('CVE-2026-2', OLD)]),
        row('oar', [finding('CVE-2026-1', RECENT)]),
      ],
      'New since yesterday: CVE-2026-1 in lamp 1.0.0, CVE-2026-1 in oar 1.0.0.',
    ],
    [
      'many',
      [
        row(
          'lamp',
          Array.from({ length: 7 }, (_, i) => finding(`CVE-2026-${i}`, RECENT)),
        ),
      ],
      'New since yesterday: CVE-2026-0 in lamp 1.0.0, CVE-2026-1 in lamp 1.0.0, CVE-2026-2 in lamp 1.0.0, CVE-2026-3 in lamp 1.0.0, CVE-2026-4 in lamp 1.0.0 and 2 more.',
    ],
  ])('%s', (_, rows, sentence) => {
    expect(newsSentence(rows, NOW)).toBe(sentence);
  });
});
