import { expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import { readCve } from '../../ranges/cve.ts';
import type { CollectionFact, MatchFacts, MatchQuestion } from '../facts.ts';
import { recordFactOf } from '../load/record-facts.ts';
import { matchPackage } from '../match-package.ts';

const CVE = 'CVE-2026-10001';
const HARBOUR = entryOf('harbour', { homepage: 'https://github.com/tidewater/harbour', version: '1.5' });
const versions = [{ version: '0', lessThan: '2.0', status: 'affected', versionType: 'semver' }];

function record(vendor: string, product: string) {
  const affected = [{ vendor, product, versions, defaultStatus: 'unaffected' }];
  return { cveMetadata: { cveId: CVE, state: 'PUBLISHED' }, containers: { cna: { title: 'A hole', affected } } };
}

function outcome(
  more: Partial<MatchQuestion>,
  value = record('tidewater', 'harbour'),
  collection: readonly CollectionFact[] = [HARBOUR],
): string {
  const facts: MatchFacts = {
    question: { package: 'harbour', version: '1.5', ...more },
    collection,
    issues: [],
    found: readCve(value).assertions.map((assertion) => ({ assertion, sha256: null })),
    aliases: [],
    records: [recordFactOf({ source: 'cve_list_v5', key: CVE, value })],
    sources: ['cve_list_v5', 'osv', 'packages'].map((source) => ({ source, state: 'ok' })),
  };
  const { verdict, matches } = matchPackage(facts);
  const [match] = matches;
  return `${verdict} ${match?.status} ${match?.proof.rule} ${match?.proof.evidence[0]?.identity.rule}`;
}

it.each<[string, Partial<MatchQuestion>, string]>([
  ['none', {}, 'affected affected exact_confirmed vendor_agrees'],
  ['one for the CVE', { patched: [CVE] }, 'not_affected fixed_by_patch patched_by_document vendor_agrees'],
  ['one for another', { patched: ['CVE-2026-10002'] }, 'affected affected exact_confirmed vendor_agrees'],
])('of patches that a document tells of: %s', (_, more, expected) => {
  expect(outcome(more)).toBe(expected);
});

it('a patch of a document is evidence with the name and version of the component', () => {
  const value = record('tidewater', 'harbour');
  const { matches } = matchPackage({
    question: { package: 'harbour', version: '1.5', patched: [CVE] },
    collection: [HARBOUR],
    issues: [],
    found: readCve(value).assertions.map((assertion) => ({ assertion, sha256: null })),
    aliases: [],
    records: [],
    sources: [],
  });

  expect(matches[0]?.proof.against).toEqual([
    { kind: 'patched', attribute: 'harbour', channel: 'the document', version: '1.5', cve: CVE, sha256: null },
  ]);
});

it.each<[string, Partial<MatchQuestion>, string]>([
  ['none', {}, 'none_known undefined undefined undefined'],
  [
    'its product',
    { cpes: ['cpe:2.3:a:odd:quay:1.5:*:*:*:*:*:*:*'] },
    'affected affected likely_confirmed document_cpe',
  ],
  ['another vendor', { cpes: ['cpe:2.3:a:even:quay:1.5:*:*:*:*:*:*:*'] }, 'none_known undefined undefined undefined'],
  ['no CPE at all', { cpes: ['quay'] }, 'none_known undefined undefined undefined'],
])('of CPE names that a document gives: %s', (_, more, expected) => {
  expect(outcome(more, record('odd', 'quay'))).toBe(expected);
});

it.each<[string, Partial<MatchQuestion>, string]>([
  ['not given', {}, 'affected'],
  ['the one with the patch', { channel: 'nixos-26.05' }, 'not_affected'],
  ['the one without', { channel: 'nixos-unstable' }, 'affected'],
  ['one that does not carry the version', { channel: 'nixos-25.11' }, 'affected'],
])('with a patch in one channel, and the channel %s', (_, more, expected) => {
  const patched = entryOf('harbour', { ...HARBOUR, channel: 'nixos-26.05', patched: [CVE] });
  const older = entryOf('harbour', { ...HARBOUR, channel: 'nixos-25.11', version: '1.4' });

  expect(outcome(more, undefined, [HARBOUR, patched, older]).split(' ')[0]).toBe(expected);
});
