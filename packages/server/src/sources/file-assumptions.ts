import {
  type Assumption,
  judgeReading,
  type PublicEvidence,
  readBulk,
  saysCanaries,
  shared,
  staysWithinLimits,
  succeeds,
} from './assumption.ts';

export function assumeFile(options: {
  readonly form: Pick<Assumption, 'sentence' | 'evidence'>;
  readonly size: Pick<Assumption, 'sentence' | 'evidence'>;
  readonly canaries: PublicEvidence;
}): readonly Assumption[] {
  const file = shared(readBulk());
  return [
    { id: 'file', ...options.form, check: succeeds(file, judgeReading) },
    {
      id: 'canary',
      sentence: 'The file contains the well-known records.',
      evidence: options.canaries,
      check: saysCanaries(file),
    },
    { id: 'limits', ...options.size, check: staysWithinLimits },
  ];
}
