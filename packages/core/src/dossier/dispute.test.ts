import { describe, expect, it } from 'vitest';
import { cveList, factsWith, nvd } from '../../test/dossier-records.ts';
import { disputesOf } from './dispute.ts';
import { readEvidence } from './evidence.ts';
import type { CveFacts } from './facts.ts';

const described = (value: string) => ({ descriptions: [{ lang: 'en', value }] });

describe('disputesOf', () => {
  it.each<[string, Partial<CveFacts>, readonly string[]]>([
    ['a tag of the CVE list', { cveList: cveList({ tags: ['disputed'] }) }, ['cve_list_v5 tags']],
    [
      'a tag of NVD',
      { nvd: nvd({ cveTags: [{ sourceIdentifier: 'x', tags: ['disputed', 'unsupported-when-assigned'] }] }) },
      ['nvd tags'],
    ],
    ['a mark', { cveList: cveList(described('** DISPUTED ** A hole.')) }, ['cve_list_v5 description']],
    ['the word elsewhere', { cveList: cveList(described('A disputed hole.')) }, []],
    ['another tag', { cveList: cveList({ tags: ['unsupported-when-assigned'] }) }, []],
    ['a rejected record', { cveList: cveList({ tags: ['disputed'] }, 'REJECTED') }, []],
  ])('%s', (_, given, expected) => {
    const found = disputesOf(readEvidence(factsWith(given)));

    expect(found.map(({ source, field }) => `${source} ${field}`)).toEqual(expected);
  });
});
