import { expect, it } from 'vitest';
import { readProof } from './answer.ts';

const identity = { reason: 'same name' };
const evaluation = { verdict: 'affected', proof: { reason: 'in_range', caveats: [], question: {} } };
const record = { kind: 'record', source: 'osv', id: 'GHSA-a', identity, evaluation };
const proof = { reason: 'r', overturn: 'o', evidence: [record], against: [], left: 0 };

it('takes a proof as core writes it', () => {
  const against = [
    { kind: 'patched', attribute: 'left', cve: 'CVE-1' },
    { ...record, kind: 'not_affected' },
  ];
  const issue = { kind: 'issue', source: 'nixpkgs', id: '1', identity };

  expect(readProof({ ...proof, against, evidence: [record, issue] })).not.toBeNull();
});

it.each([
  ['nothing', undefined],
  ['a text', 'because'],
  ['no reason', { ...proof, reason: undefined }],
  ['evidence that is no list', { ...proof, evidence: {} }],
  ['evidence without an identity', { ...proof, evidence: [{ ...record, identity: null }] }],
  ['a record without a range', { ...proof, evidence: [{ ...record, evaluation: { verdict: 'affected' } }] }],
  ['a statement against of another kind', { ...proof, against: [{ kind: 'other' }] }],
])('takes %s for none', (_name, value) => {
  expect(readProof(value)).toBeNull();
});
