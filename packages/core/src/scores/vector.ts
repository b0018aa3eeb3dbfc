import type { CvssMetric } from './metric-table.ts';
import { getMetrics, metricsByKey } from './metrics.ts';
import type { CvssVersion } from './rating.ts';

/** A vector taken apart: every metric it defines (`X` and `ND` define nothing), and what had to be forgiven to read it. */
export interface CvssVector {
  readonly version: CvssVersion;
  readonly values: ReadonlyMap<string, string>;
  readonly tolerated: readonly string[];
}

/** The longest vector of any version is under 250 characters. */
const LONGEST = 512;

/**
 * Reads a vector as upstreams really write them; null when base metrics are missing or contradict each other.
 *
 * Wrong case, parentheses, stray slashes and spaces, a missing or unusual prefix, repeated and unknown metrics are forgiven and noted.
 */
export function readVector(text: string): CvssVector | null {
  if (text.length > LONGEST) return null;
  const tolerated = new Set<string>();
  let body = text.trim();
  if (body.startsWith('(') && body.endsWith(')')) {
    body = body.slice(1, -1).trim();
    tolerated.add('parentheses');
  }
  const prefix = PREFIX.exec(body);
  if (prefix !== null) body = body.slice(prefix[0].length);
  const pairs = readPairs(body, tolerated);
  const version = prefix === null ? guessVersion(pairs) : (VERSIONS.get(prefix[1] ?? '') ?? null);
  if (version === null) return null;
  notePrefix(prefix?.[0] ?? null, version, tolerated);

  const metrics = metricsByKey(version);
  const values = new Map<string, string>();
  for (const [givenKey, givenValue] of pairs) {
    const metric = metrics.get(givenKey.toUpperCase());
    if (metric === undefined) {
      tolerated.add(`unknown metric ${givenKey.slice(0, 8)}`);
      continue;
    }
    const value = parseValue(metric, givenValue);
    if (value === null) {
      if (metric.group === 'base') return null;
      tolerated.add(`unknown value of ${metric.key}`);
      continue;
    }
    if (givenKey !== metric.key || givenValue !== value) tolerated.add('letter case');
    const earlier = values.get(metric.key);
    if (earlier !== undefined) {
      if (earlier !== value) return null;
      tolerated.add(`repeated metric ${metric.key}`);
    }
    if (value !== 'X' && value !== 'ND') values.set(metric.key, value);
  }
  const complete = getMetrics(version).every((metric) => metric.group !== 'base' || values.has(metric.key));
  return complete ? { version, values, tolerated: [...tolerated] } : null;
}

/** The vector in its specification's order and case. */
export function printVector(vector: CvssVector): string {
  const parts = getMetrics(vector.version).flatMap((metric) => {
    const value = vector.values.get(metric.key);
    return value === undefined ? [] : [`${metric.key}:${value}`];
  });
  return [...(vector.version === '2.0' ? [] : [`CVSS:${vector.version}`]), ...parts].join('/');
}

const PREFIX = /^CVSS[: ]?v?(2(?:\.0)?|3\.0|3\.1|4\.0)[/#]/i;
const VERSIONS: ReadonlyMap<string, CvssVersion> = new Map([
  ['2', '2.0'],
  ['2.0', '2.0'],
  ['3.0', '3.0'],
  ['3.1', '3.1'],
  ['4.0', '4.0'],
]);

function readPairs(body: string, tolerated: Set<string>): [string, string][] {
  const pairs: [string, string][] = [];
  const parts = body.split('/');
  if (parts[0] === '' || parts.at(-1) === '') tolerated.add('stray slash');
  for (const part of parts) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    if (trimmed !== part) tolerated.add('spaces');
    const colon = trimmed.indexOf(':');
    if (colon === -1) tolerated.add(`no metric: ${trimmed.slice(0, 8)}`);
    else pairs.push([trimmed.slice(0, colon), trimmed.slice(colon + 1)]);
  }
  return pairs;
}

/** Only v2 has `Au`, only v4 has `VC`; a bare v3 vector is taken for 3.1, whose base score is the same. */
function guessVersion(pairs: readonly [string, string][]): CvssVersion | null {
  const keys = new Set(pairs.map(([key]) => key.toUpperCase()));
  if (keys.has('CVSS')) return null;
  if (keys.has('VC')) return '4.0';
  if (keys.has('PR')) return '3.1';
  return keys.has('AU') ? '2.0' : null;
}

function notePrefix(prefix: string | null, version: CvssVersion, tolerated: Set<string>): void {
  if (prefix === null && version !== '2.0') tolerated.add(`no prefix: read as ${version}`);
  if (prefix !== null && version === '2.0') tolerated.add('prefix of a v2 vector');
  if (prefix !== null && version !== '2.0' && prefix !== `CVSS:${version}/`) tolerated.add('unusual prefix');
}

/** The value as its specification writes it. `Clear`, `Green`, `Amber` and `Red` are the only ones not in capitals. */
function parseValue(metric: CvssMetric, given: string): string | null {
  if (Object.hasOwn(metric.values, given)) return given;
  const upper = given.toUpperCase();
  return Object.keys(metric.values).find((value) => value.toUpperCase() === upper) ?? null;
}
