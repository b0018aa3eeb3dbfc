import { describe, expect, it } from 'vitest';
import { type IngestFacts, ingestNeed, isAskedLately } from './ingest-need.ts';

const NO_RECORD = 'No CVE list record is available.';
const OUTDATED = 'A required source is out of date.';
const ANNOUNCED = 'The CVE list announced the record, but it has not arrived yet.';
const ASKED = 'The sources were queried within the last five minutes.';

describe('ingestNeed', () => {
  it.each<[IngestFacts['availability'], IngestFacts['age'], boolean, boolean, string | null]>([
    ['published', 'current', false, false, null],
    ['published', 'unread', false, false, null],
    ['published', 'outdated', false, true, OUTDATED],
    ['published', 'outdated', true, false, `${OUTDATED} ${ASKED}`],
    ['partial', 'current', false, true, NO_RECORD],
    ['partial', 'current', true, false, `${NO_RECORD} ${ASKED}`],
    ['awaiting_ingest', 'current', false, true, ANNOUNCED],
    ['awaiting_ingest', 'current', true, false, `${ANNOUNCED} ${ASKED}`],
    ['reserved', 'outdated', false, false, null],
    ['rejected', 'outdated', false, false, null],
    ['withdrawn', 'outdated', false, false, null],
  ])('%s, %s, asked lately: %s', (availability, age, askedLately, needsIngest, ingestReason) => {
    expect(ingestNeed({ availability, age, askedLately })).toEqual({ needsIngest, ingestReason });
  });
});

describe('isAskedLately', () => {
  const now = Date.parse('2026-11-15T08:00:00.000Z');
  const asked = (checkedAt: string | null, state: 'ok' | 'unreachable' = 'ok') =>
    isAskedLately([{ source: 'cve_services', state, checkedAt }], now);

  it.each([
    ['a minute ago', asked('2026-11-15T07:59:00.000Z'), true],
    ['a second ahead of our clock', asked('2026-11-15T08:00:01.000Z'), true],
    ['six minutes ago', asked('2026-11-15T07:54:00.000Z'), false],
    ['without an answer', asked(null, 'unreachable'), false],
    ['never', isAskedLately([{ source: 'osv', state: 'ok', checkedAt: '2026-11-15T08:00:00.000Z' }], now), false],
  ])('%s', (_, isLate, expected) => {
    expect(isLate).toBe(expected);
  });
});
