import { readJson } from './objects.ts';
import { SnapshotProblem } from './problem.ts';

const FORMAT = 'almanac-risk/1';

/** What is said of the exploitation of one CVE. */
export interface SnapshotRisk {
  readonly cve: string;
  /** The probability by EPSS, in hundred-thousandths; null: EPSS does not score it. */
  readonly epss: number | null;
  /** The day on which KEV took it up; null: it is not in KEV. */
  readonly kev: string | null;
}

/** One place of the partition `risk`. */
export interface RiskShard {
  readonly bits: number;
  readonly prefix: number;
  readonly risks: readonly SnapshotRisk[];
}

export function writeRisks({ bits, prefix, risks }: RiskShard): string {
  const rows = risks.toSorted((a, b) => (a.cve < b.cve ? -1 : 1)).map(({ cve, epss, kev }) => [cve, epss, kev]);
  return JSON.stringify({ format: FORMAT, partition: RISK, bits, prefix, risks: rows });
}

/** The partition that has them. */
export const RISK = 'risk';

export function readRisks(text: string, expected: Pick<RiskShard, 'bits' | 'prefix'>): RiskShard {
  const { partition, bits, prefix, risks } = readJson(text, FORMAT, 'shard_malformed');
  if (partition !== RISK || bits !== expected.bits || prefix !== expected.prefix) {
    throw new SnapshotProblem('shard_misplaced', `${RISK} ${expected.prefix}`);
  }
  if (!Array.isArray(risks)) throw new SnapshotProblem('shard_malformed');
  return { ...expected, risks: risks.map(readRisk) };
}

function readRisk(value: unknown): SnapshotRisk {
  const [cve, epss, kev, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  const isScore = epss === null || (Number.isInteger(epss) && (epss as number) >= 0 && (epss as number) <= 100_000);
  const isDay = kev === null || (typeof kev === 'string' && /^\d{4}-\d\d-\d\d$/.test(kev));
  if (typeof cve !== 'string' || !isScore || !isDay || more.length > 0) throw new SnapshotProblem('shard_malformed');
  return { cve, epss: epss as number | null, kev };
}
