import {
  type Assumption,
  judgeReading,
  type PublicEvidence,
  readWholeChannel,
  saysCanaries,
  shared,
  staysWithinLimits,
  succeeds,
} from './assumption.ts';

/** What is assumed of every upstream that is one file: its form, its well-known records, and its size. */
export function assumeFile(told: {
  readonly form: Pick<Assumption, 'sentence' | 'evidence'>;
  readonly size: Pick<Assumption, 'sentence' | 'evidence'>;
  readonly canaries: PublicEvidence;
}): readonly Assumption[] {
  const file = shared(readWholeChannel('bulk'));
  return [
    { id: 'file', ...told.form, check: succeeds(file, judgeReading) },
    {
      id: 'canary',
      sentence: 'The file has the well-known records.',
      evidence: told.canaries,
      check: saysCanaries(file),
    },
    { id: 'limits', ...told.size, check: staysWithinLimits },
  ];
}
