import { isDeepStrictEqual } from 'node:util';
import { readConfigurations, type Subject } from '@almanac/core/ranges';
import { type Fields, fieldsOf, listOf } from '../../feed/record-feed.ts';
import type { ProductVersion } from '../../world/vulnerability.ts';
import { CPE, cpeParts, LAST_KNOWN, parseConfigurations, parsePackage, parseProduct } from '../notation.ts';
import type { FamousCpe, FamousPackage, FamousProduct } from '../record.ts';

/** Throws for anything that the short notation cannot express, so that nothing is lost unnoticed. */

const MEMBERS = [
  'vendor',
  'product',
  'collectionURL',
  'packageName',
  'packageURL',
  'repo',
  'cpes',
  'platforms',
  'defaultStatus',
] as const;

export function shortenProduct(entry: Fields): FamousProduct {
  const members = MEMBERS.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]] as const]));
  const versions = listOf(entry['versions']) as ProductVersion[];
  const product = { ...Object.fromEntries(members), versions: shortenVersions(versions) };
  checkEqual(parseProduct(product).versions, versions);
  return product;
}

function shortenVersions(versions: readonly ProductVersion[]): string[] {
  const texts: string[] = [];
  for (const version of versions) {
    const text = shortenVersion(version);
    const [single, type] = isSingle(version) ? [version.version, ` #${version.versionType}`] : [];
    const last = texts.at(-1);
    if (single !== undefined && last?.startsWith('each ') && last.endsWith(type ?? '')) {
      texts.push(`${texts.pop()?.slice(0, -(type ?? '').length)} ${single}${type}`);
    } else texts.push(single === undefined ? text : `each ${single}${type}`);
  }
  return texts;
}

/** Some assigners write long version lists as one range per version. */
function isSingle({ version, lessThanOrEqual, status, versionType, changes }: ProductVersion): boolean {
  const isPlain = status === 'affected' && versionType !== undefined && changes === undefined;
  return isPlain && lessThanOrEqual === version && !version.includes(' ');
}

function shortenVersion({
  version,
  status,
  lessThan,
  lessThanOrEqual,
  versionType,
  changes = [],
}: ProductVersion): string {
  const isText = lessThan === undefined && lessThanOrEqual === undefined && versionType === undefined;
  if (isText && status === 'affected' && /[<;#!=]/.test(version)) return `= ${version}`;
  const end =
    lessThan === undefined ? (lessThanOrEqual === undefined ? '' : ` <= ${lessThanOrEqual}`) : ` < ${lessThan}`;
  const type = versionType === undefined ? '' : ` #${versionType}`;
  return [
    `${withStatus(version, status)}${end}${type}`,
    ...changes.map((change) => withStatus(change.at, change.status)),
  ].join('; ');
}

function withStatus(text: string, status: string): string {
  return status === 'unaffected' ? `!${text}` : text;
}

/** Single versions can be omitted if the ranges say the same. */
export function shortenPackage(entry: Fields, withVersions: boolean): FamousPackage {
  const { ecosystem, name } = fieldsOf(entry['package']);
  const ranges = listOf(entry['ranges']).map(fieldsOf);
  const versioned = ranges.filter(({ type }) => type !== 'GIT');
  const kept = versioned.length > 0 ? versioned : ranges;
  const versions = withVersions ? listOf(entry['versions']) : [];
  const lastKnown = fieldsOf(entry['database_specific'])['last_known_affected_version_range'];
  const short: FamousPackage = [
    wordOf(ecosystem),
    wordOf(name),
    ...kept.map(shortenRange),
    ...(versions.length === 0 ? [] : [`= ${versions.join(' ')}`]),
    ...(typeof lastKnown === 'string' ? [`${LAST_KNOWN}${lastKnown}`] : []),
  ];
  const parsed = parsePackage(short);
  checkEqual(
    parsed.ranges,
    kept.map(({ type, repo, events }) => Object.assign({ type, events }, repo === undefined ? {} : { repo })),
  );
  checkEqual(parsed.versions ?? [], versions);
  return short;
}

function shortenRange({ type, repo, events }: Fields): string {
  const texts: string[] = [];
  for (const event of listOf(events).map(fieldsOf)) {
    const [[kind, version] = []] = Object.entries(event);
    if (kind === 'introduced') texts.push(wordOf(version));
    else texts.push(`${texts.pop()} ${kind === 'fixed' ? '<' : '<='} ${wordOf(version)}`);
  }
  const bounds = texts.join(', ');
  return type === 'ECOSYSTEM' ? bounds : `${wordOf(type)}${repo === undefined ? '' : ` ${wordOf(repo)}`}: ${bounds}`;
}

const NO_RECORD = { source: 'nvd', id: '' };

/** Keeps configurations about wanted products. */
export function shortenConfigurations(
  configurations: readonly Fields[],
  isWanted: (subject: Subject) => boolean,
): FamousCpe[] {
  const single: Fields[] = [];
  const together: FamousCpe[] = [];
  for (const { operator, nodes } of configurations) {
    const all = listOf(nodes).map((node) => listOf(fieldsOf(node)['cpeMatch']).map(fieldsOf));
    const isNeeded = (match: Fields) => {
      const [product] = readConfigurations(NO_RECORD, [{ nodes: [{ cpeMatch: [match] }] }]).assertions;
      return match['vulnerable'] === false || (product !== undefined && isWanted(product.subject));
    };
    const wanted = all.map((matches) => matches.filter(isNeeded));
    if (!wanted.flat().some(({ vulnerable }) => vulnerable === true)) continue;
    if (operator === 'AND' && all.length > 1) {
      // Keeps companions complete: they name the required platform.
      const parts = all.map((matches, at) => (wanted[at]?.length === 0 ? matches : (wanted[at] ?? [])));
      const short = parts.map(shortenMatches);
      checkEqual(withoutIds(parseConfigurations([short])[0]?.nodes.map(({ cpeMatch }) => cpeMatch)), withoutIds(parts));
      together.push(short);
    } else single.push(...wanted.flat().filter(({ vulnerable }) => vulnerable === true));
  }
  const short = shortenMatches(single);
  const parsed = parseConfigurations(short).flatMap(({ nodes }) => nodes.flatMap(({ cpeMatch }) => cpeMatch));
  checkEqual(withoutIds([parsed]), withoutIds([single]));
  return [...short, ...together];
}

function withoutIds(nodes: readonly (readonly object[])[] | undefined): unknown {
  return nodes?.map((matches) =>
    matches
      .map((match) =>
        JSON.stringify(
          Object.entries(match)
            .filter(([key]) => key !== 'matchCriteriaId')
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        ),
      )
      .toSorted(),
  );
}

function shortenMatches(matches: readonly Fields[]): string[] {
  const lists = new Map<string, string[]>();
  const texts: string[] = [];
  for (const match of matches) {
    const { name, version } = shortenCriteria(wordOf(match['criteria']));
    const mark = match['vulnerable'] === false ? '!' : '';
    const bounds = [
      ['versionStartIncluding', '>='],
      ['versionEndExcluding', '<'],
      ['versionEndIncluding', '<='],
    ].flatMap(([key = '', sign = '']) => (match[key] === undefined ? [] : [`${sign} ${wordOf(match[key])}`]));
    if (bounds.length > 0 || version === null)
      texts.push([`${mark}${name}${version === null ? '' : `:${version}`}`, ...bounds].join(' '));
    else lists.set(`${mark}${name}`, [...(lists.get(`${mark}${name}`) ?? []), version]);
  }
  const listed = [...lists].map(([name, versions]) =>
    versions.length === 1 ? `${name}:${versions[0]}` : `${name}:{${versions.join(',')}}`,
  );
  return [...texts, ...listed];
}

/** `cpe:2.3:a:haxx:curl:7.1:*:*:*:*:*:*:*` → `a:haxx:curl` and `7.1` */
function shortenCriteria(criteria: string): { readonly name: string; readonly version: string | null } {
  const parts = cpeParts(criteria.slice(CPE.length));
  while (parts.at(-1) === '*') parts.pop();
  const rest = parts.slice(3).join(':');
  if (/[{},\s]/.test(rest)) throw new Error(`${criteria} cannot be shortened`);
  return { name: parts.slice(0, 3).join(':'), version: rest === '' ? null : rest };
}

function checkEqual(ours: unknown, theirs: unknown): void {
  if (!isDeepStrictEqual(ours, theirs)) {
    throw new Error(`The notation says ${JSON.stringify(ours)}, the record ${JSON.stringify(theirs)}`);
  }
}

export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
