import { readCvss } from '@almanac/core/scores';
import type {
  Configuration,
  CpeMatch,
  Package,
  Product,
  ProductVersion,
  Range,
  RangeEvent,
  Score,
  Severity,
} from '../world/vulnerability.ts';
import type { FamousCpe, FamousPackage, FamousProduct } from './record.ts';

export function parseProduct({ versions, ...product }: FamousProduct): Product {
  return { ...product, versions: versions.flatMap(parseVersions) };
}

/** `each 8.6.0 8.5.0 #semver` lists versions as separate ranges; anything else is one entry. */
function parseVersions(text: string): ProductVersion[] {
  if (!text.startsWith('each ')) return [parseVersion(text)];
  const [versions = '', type = ''] = text.slice('each '.length).split(' #');
  return versions.split(' ').map((version) => parseVersion(`${version} <= ${version} #${type}`));
}

/** `!2.442 < * #maven; 2.500`: status, end, version type and changes. */
function parseVersion(text: string): ProductVersion {
  if (text.startsWith('= ')) return { version: text.slice(2), status: 'affected' };
  const [range = '', ...changes] = text.split('; ');
  const [bounds = '', versionType] = range.split(' #');
  const sign = [' <= ', ' < '].find((each) => bounds.includes(each));
  const [lower = '', upper] = sign === undefined ? [bounds] : bounds.split(sign);
  return {
    ...parsePoint(lower),
    ...(upper === undefined ? {} : sign === ' < ' ? { lessThan: upper } : { lessThanOrEqual: upper }),
    ...(versionType === undefined ? {} : { versionType }),
    ...(changes.length === 0
      ? {}
      : { changes: changes.map(parsePoint).map(({ version: at, status }) => ({ at, status })) }),
  };
}

function parsePoint(text: string): Pick<ProductVersion, 'version' | 'status'> {
  const unaffected = text.startsWith('!');
  return { version: unaffected ? text.slice(1) : text, status: unaffected ? 'unaffected' : 'affected' };
}

export function parsePackage([ecosystem, name, ...texts]: FamousPackage): Package {
  const versions = texts.flatMap((text) => (text.startsWith('= ') ? text.slice(2).split(' ') : []));
  const lastKnown = texts.find((text) => text.startsWith(LAST_KNOWN))?.slice(LAST_KNOWN.length);
  const ranges = texts.filter((text) => !text.startsWith('= ') && !text.startsWith(LAST_KNOWN)).map(parseRange);
  return {
    ecosystem,
    name,
    ranges,
    ...(versions.length === 0 ? {} : { versions }),
    ...(lastKnown === undefined ? {} : { lastKnownAffected: lastKnown }),
  };
}

export const LAST_KNOWN = 'last known ';

/** `SEMVER: 0 < 1.2`, `GIT https://example.org/a.git: 1f2e < 3d4c`, or `0 < 1.2` in the ecosystem's own order. */
function parseRange(text: string): Range {
  const end = text.indexOf(': ');
  const [type, repo] = end === -1 ? ['ECOSYSTEM'] : text.slice(0, end).split(' ');
  const bounds = end === -1 ? text : text.slice(end + 2);
  const events = bounds.split(', ').flatMap(parseEvents);
  return { type: type as Range['type'], ...(repo === undefined ? {} : { repo }), events };
}

/** `1.2 < 1.4`, `1.2 <= 1.3`, or an open `1.2`; some databases name several ends. */
function parseEvents(interval: string): RangeEvent[] {
  const [introduced = '', ...ends] = interval.split(' ');
  const events: RangeEvent[] = [{ introduced }];
  for (let at = 0; at + 1 < ends.length; at += 2) {
    const version = ends[at + 1] ?? '';
    events.push(ends[at] === '<' ? { fixed: version } : { last_affected: version });
  }
  return events;
}

/** `9.8 CVSS:3.1/AV:N/…` */
export function scoreOf(text: string): Score {
  const [number = '', vector = ''] = text.split(' ');
  return { ...vectorScore(vector), score: Number(number) };
}

/** Advisory databases give only a vector. */
export function vectorScore(vector: string): Score {
  const reading = readCvss(vector);
  if (reading === null) throw new Error(`${vector} is no vector`);
  const { version, baseScore: score, rating } = reading;
  return { version, vector, score, severity: rating.toUpperCase() as Severity };
}

/** Strings are alternatives; a nested list is a configuration that needs all its parts. */
export function parseConfigurations(cpes: readonly FamousCpe[]): Configuration[] {
  const single = cpes.filter((cpe) => typeof cpe === 'string');
  return [
    ...(single.length === 0 ? [] : [{ nodes: [parseNode(single)] }]),
    ...cpes.flatMap((cpe) =>
      typeof cpe === 'string' ? [] : [{ operator: 'AND' as const, nodes: cpe.map(parseNode) }],
    ),
  ];
}

function parseNode(cpes: readonly string[]): Configuration['nodes'][number] {
  return { operator: 'OR', negate: false, cpeMatch: cpes.flatMap(parseMatches) };
}

const BOUNDS = { '>=': 'versionStartIncluding', '<': 'versionEndExcluding', '<=': 'versionEndIncluding' } as const;
/** Parts of a CPE name after `cpe:2.3:`. */
const CPE_PARTS = 11;

/** `a:haxx:curl:* < 7.47.0`, `a:haxx:curl:{7.1,7.2:beta}`; a leading `!` marks the platform. */
function parseMatches(text: string): CpeMatch[] {
  const [name = '', ...bounds] = text.split(' ');
  const members = (['>=', '<', '<='] as const).flatMap((sign) => {
    const value = bounds[bounds.indexOf(sign) + 1];
    return bounds.includes(sign) && value !== undefined ? [[BOUNDS[sign], value] as const] : [];
  });
  const vulnerable = !name.startsWith('!');
  const plain = (vulnerable ? name : name.slice(1)).replace(CPE, '');
  const [prefix = '', versions] = plain.split('{');
  const names =
    versions === undefined
      ? [prefix]
      : versions
          .slice(0, -1)
          .split(',')
          .map((each) => prefix + each);
  return names.map((each) => {
    const missing = CPE_PARTS - cpeParts(each).length;
    return Object.assign({ vulnerable, criteria: `${CPE}${each}${':*'.repeat(missing)}` }, Object.fromEntries(members));
  });
}

export const CPE = 'cpe:2.3:';

/** `a:haxx:curl\:x` → `a`, `haxx`, `curl\:x`. */
export function cpeParts(name: string): string[] {
  return name.split(/(?<!\\):/);
}
