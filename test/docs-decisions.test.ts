import { DECISION_LIMITS, DECISION_STATUSES, JUSTIFICATIONS, readDecisions } from '@almanac/core/decisions';
import { describe, expect, it } from 'vitest';
import { blocksOf, readPage } from './docs-pages.ts';

const PAGE = 'docs/decisions.md';

describe('the guide to decisions', () => {
  it('shows a file that is read', () => {
    const files = blocksOf(PAGE).filter(({ language }) => language === 'toml');

    const readings = files.map(({ code }) => readDecisions([{ name: PAGE, content: code }]));

    expect(readings).toMatchObject([{ decisions: [{ evidence: { records: [{ source: 'osv' }] } }], problem: null }]);
  });

  it('names every status, every justification and the limits', () => {
    const text = readPage(PAGE);

    for (const word of [...DECISION_STATUSES, ...JUSTIFICATIONS]) expect(text).toContain(`\`${word}\``);
    const { characters, decisions, documents, depth, records, versions, text: reason } = DECISION_LIMITS;
    for (const limit of [characters, decisions, documents, depth, records, versions, reason]) {
      expect(text).toContain(` ${limit.toLocaleString('en-GB')}`);
    }
  });
});
