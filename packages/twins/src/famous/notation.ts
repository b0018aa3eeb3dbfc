import { readCvss } from '@almanac/core/scores';
import type {
  Configuration,
  Package,
  Product,
  ProductVersion,
  Range,
  RangeEvent,
  Score,
  Severity,
} from '../world/vulnerability.ts';
import type { FamousPackage, FamousProduct } from './record.ts';

/** The short forms of records, written out. */

export function productOf({ versions, ...product }: FamousProduct): Product {
  return { ...product, versions: versions.map(versionOf) };
}

/** `!2.442 < * #maven; 2.500`: what it is, where it ends, how it is compared, and what changes on the way. */
function versionOf(text: string): ProductVersion {
  if (text.startsWith('= ')) return { version: text.slice(2), status: 'affected' };
  const [range = '', ...changes] = text.split('; ');
  const [bounds = '', versionType] = range.split(' #');
  const sign = [' <= ', ' < '].find((each) => bounds.includes(each));
  const [lower = '', upper] = sign === undefined ? [bounds] : bounds.split(sign);
  return {
    ...pointOf(lower),
    ...(upper === undefined ? {} : sign === ' < ' ? { lessThan: upper } : { lessThanOrEqual: upper }),
    ...(versionType === undefined ? {} : { versionType }),
    ...(changes.length === 0
      ? {}
      : { changes: changes.map(pointOf).map(({ version: at, status }) => ({ at, status })) }),
  };
}

function pointOf(text: string): Pick<ProductVersion, 'version' | 'status'> {
  const unaffected = text.startsWith('!');
  return { version: unaffected ? text.slice(1) : text, status: unaffected ? 'unaffected' : 'affected' };
}

export function parsePackage([ecosystem, name, ...texts]: FamousPackage): Package {
  const versions = texts.filter((text) => text.startsWith('= ')).map((text) => text.slice(2));
  const ranges = texts.filter((text) => !text.startsWith('= ')).map(rangeOf);
  return { ecosystem, name, ranges, ...(versions.length === 0 ? {} : { versions }) };
}

function rangeOf(text: string): Range {
  const semver = text.startsWith('SEMVER: ');
  const intervals = (semver ? text.slice('SEMVER: '.length) : text).split(', ');
  return { type: semver ? 'SEMVER' : 'ECOSYSTEM', events: intervals.flatMap(eventsOf) };
}

/** `1.2 < 1.4`, `1.2 <= 1.3`, or `1.2` and everything after it. */
function eventsOf(interval: string): RangeEvent[] {
  const [introduced = '', sign, end] = interval.split(' ');
  if (end === undefined) return [{ introduced }];
  return [{ introduced }, sign === '<' ? { fixed: end } : { last_affected: end }];
}

/** `9.8 CVSS:3.1/AV:N/…`. */
export function scoreOf(text: string): Score {
  const [number = '', vector = ''] = text.split(' ');
  return { ...vectorScore(vector), score: Number(number) };
}

/** The advisory databases give a vector alone. */
export function vectorScore(vector: string): Score {
  const reading = readCvss(vector);
  if (reading === null) throw new Error(`${vector} is no vector`);
  const { version, baseScore: score, rating } = reading;
  return { version, vector, score, severity: rating.toUpperCase() as Severity };
}

export function configurationOf(cpes: readonly string[]): Configuration {
  return { nodes: [{ operator: 'OR', negate: false, cpeMatch: cpes.map(matchOf) }] };
}

const BOUNDS = { '>=': 'versionStartIncluding', '<': 'versionEndExcluding', '<=': 'versionEndIncluding' } as const;

function matchOf(text: string): Configuration['nodes'][number]['cpeMatch'][number] {
  const [criteria = '', ...bounds] = text.split(' ');
  const members = (['>=', '<', '<='] as const).flatMap((sign) => {
    const value = bounds[bounds.indexOf(sign) + 1];
    return bounds.includes(sign) && value !== undefined ? [[BOUNDS[sign], value] as const] : [];
  });
  return { vulnerable: true, criteria, ...Object.fromEntries(members) };
}
