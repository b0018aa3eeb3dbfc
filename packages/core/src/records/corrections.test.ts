import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleOfCorrections } from '../../../../scripts/corrections.ts';
import { evaluate } from '../ranges/evaluate.ts';
import type { Assertion } from '../ranges/model.ts';
import { CORRECTED_BY, CORRECTIONS, type Correction, correctAssertions } from './corrections.ts';

describe('corrections', () => {
  it('are what corrections.jsonl has: run `npm run corrections` after a change', () => {
    const [lines, written] = ['corrections.jsonl', 'corrections-list.ts'].map((name) =>
      readFileSync(path.join(import.meta.dirname, name), 'utf8'),
    );

    expect(moduleOfCorrections(lines ?? '')).toBe(written);
  });

  it.each(CORRECTIONS)('$record of $subject', (correction) => {
    const { record, reason, link, isAffected, isClear } = correction;
    const [corrected] = correctAssertions(record, [toAssertion(correction)]);

    expect(corrected?.record.by).toBe(CORRECTED_BY);
    expect(evaluate(corrected as Assertion, { version: isAffected }).verdict).toBe('affected');
    expect(evaluate(corrected as Assertion, { version: isClear }).verdict).toBe('not_affected');
    expect(reason.length).toBeGreaterThan(20);
    expect(new URL(link).protocol).toBe('https:');
  });

  it('leave other subjects and other records alone, and say each thing once', () => {
    const [correction] = CORRECTIONS as readonly [Correction];
    const own = toAssertion(correction);
    const other = { ...own, subject: { ...own.subject, name: 'other' } };

    expect(correctAssertions(correction.record, [other])).toEqual([other]);
    expect(correctAssertions('CVE-2000-0001', [own])).toEqual([own]);
    expect(correctAssertions(correction.record, [own, other, own])).toHaveLength(2);
  });
});

/** A statement that says nothing of versions. */
function toAssertion({ record, subject }: Correction): Assertion {
  const [ecosystem, name] = subject.includes(' ') ? subject.split(' ', 2) : [null, subject.split(':')[1]];
  const vendor = ecosystem === null ? (subject.split(':')[0] ?? null) : null;
  return {
    record: { source: 'test', id: record },
    subject: { ecosystem: ecosystem ?? null, vendor, name: name ?? '' },
    claims: [],
    defaultStatus: 'unknown',
    withdrawn: false,
  };
}
