import { beforeAll, describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../test/corpus.ts';
import { readCvss } from '../src/scores/cvss.ts';
import { toRating } from '../src/scores/rating.ts';

interface ScoredVector {
  readonly set: string;
  readonly vector: string;
  /** Base, temporal, environmental for v2 and v3; the one score of v4. */
  readonly expected: readonly (number | null)[];
}

describe.skipIf(!hasCorpus)('CVSS scores of a published test set', () => {
  let vectors: ScoredVector[] = [];

  beforeAll(async () => {
    vectors = await Array.fromAsync(corpusRecords<ScoredVector>('cvss/vectors.jsonl.gz'));
  });

  it('agrees on every score', () => {
    const differing = vectors
      .filter((given) => !agrees(given))
      .map(({ vector, expected }) => `${vector} ${expected.join(' ')}`);

    console.log(`CVSS: ${vectors.length - differing.length} of ${vectors.length} vectors agree`);
    expect(differing).toEqual([]);
    expect(vectors.length).toBeGreaterThan(7_600);
  });

  it('needs no tolerance to read them, and reads back what it prints', () => {
    const strays = vectors.filter(({ vector }) => {
      const reading = readCvss(vector);
      const again = reading && readCvss(reading.vector);
      return (
        reading === null ||
        reading.tolerated.length > 0 ||
        again?.score !== reading.score ||
        again.vector !== reading.vector
      );
    });

    expect(strays).toEqual([]);
  });
});

describe.skipIf(!hasCorpus)('CVSS scores that CNAs and CISA published', () => {
  interface Cvss {
    readonly vectorString?: string;
    readonly baseScore?: number;
    readonly baseSeverity?: string;
  }
  interface Container {
    readonly metrics?: readonly Record<string, unknown>[];
  }

  it('is read and agrees with the published base score, save for a handful of misprints', async () => {
    let seen = 0;
    const unread: string[] = [];
    const differing: string[] = [];
    for await (const record of corpusRecords<{ containers: { cna: Container; adp?: Container[] } }>(
      'cve-list/records.jsonl.gz',
    )) {
      for (const container of [record.containers.cna, ...(record.containers.adp ?? [])]) {
        for (const { vectorString, baseScore } of cvssOf(container)) {
          if (vectorString === undefined || baseScore === undefined) continue;
          seen += 1;
          const reading = readCvss(vectorString);
          if (reading === null) unread.push(vectorString);
          else if (reading.baseScore !== baseScore && reading.score !== baseScore)
            differing.push(`${vectorString} ${baseScore}`);
        }
      }
    }

    console.log(
      `CVE list: ${seen} vectors, ${unread.length} not readable, ${differing.length} with another score than published`,
    );
    expect(unread).toEqual([]);
    expect(differing.length / seen).toBeLessThan(0.01);
  });

  function cvssOf(container: Container): Cvss[] {
    const keys = ['cvssV2_0', 'cvssV3_0', 'cvssV3_1', 'cvssV4_0'];
    return (container.metrics ?? []).flatMap((metric) =>
      keys.flatMap((key) => (metric[key] === undefined ? [] : [metric[key] as Cvss])),
    );
  }
});

function agrees({ vector, expected }: ScoredVector): boolean {
  const reading = readCvss(vector);
  if (reading === null) return false;
  if (reading.version === '4.0') return reading.score === expected[0];
  const [base, temporal, environmental] = expected;
  // The set has an environmental score for every v3 vector. `CR:M` weighs 1: it asks for the equation and changes nothing.
  const environmentalScore = reading.environmentalScore ?? readCvss(`${vector}/CR:M`)?.environmentalScore;
  return (
    reading.baseScore === base &&
    (temporal === null || (reading.temporalScore ?? reading.baseScore) === temporal) &&
    (environmental === null || environmentalScore === environmental) &&
    reading.rating === toRating(base ?? -1, reading.version)
  );
}
