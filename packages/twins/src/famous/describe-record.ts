import { weaknessInWords } from '@almanac/core/dossier';
import { parsePackage, parseProduct } from './notation.ts';
import type { FamousFacts, FamousPackage, FamousProduct, FamousRecord } from './record.ts';

/** Describes a record from its facts: `curl: use after free (CWE-416) in versions 7.84.0 to 8.0.1`. */
export function describeRecord(record: FamousFacts): Pick<FamousRecord, 'title' | 'text'> {
  const { name, intervals } = subjectOf(record);
  const weakness = weaknessOf(record) ?? 'vulnerability';
  const versions = versionsInWords(intervals);
  const title = versions === null ? `${name}: ${weakness}` : `${name}: ${weakness} in ${versions}`;
  return { title, text: `${title}.` };
}

interface DescribedSubject {
  readonly name: string;
  readonly intervals: readonly Interval[];
}

/** Prefers the assigner's or a registry's subject over a repackager's or a distribution's. */
function subjectOf({ id, cve, ghsa, osv = [], nvd }: FamousFacts): DescribedSubject {
  const products = [...(cve?.products ?? []), ...(cve?.cisa?.products ?? [])];
  const product = products.find((each) => each.product !== undefined && each.product !== 'n/a');
  if (product?.product !== undefined) return { name: product.product, intervals: intervalsOfProduct(product) };
  const packages = [...(ghsa?.packages ?? []), ...osv.flatMap((each) => each.packages)];
  const [best] = packages.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (best !== undefined) return { name: shortName(best), intervals: intervalsOfPackage(best) };
  const [cpe] = [nvd?.cpes ?? []].flat(3);
  return { name: cpe?.split(/[: ]/)[2] ?? id, intervals: [] };
}

/** Last, because their versions are not upstream's. */
const LAST: readonly string[] = ['Homebrew', 'Debian', 'Alpine', 'Julia', 'OSS-Fuzz'];

function rankOf([ecosystem]: FamousPackage): number {
  return LAST.indexOf(ecosystem.split(':', 1)[0] ?? '');
}

/** Go `github.com/moby/buildkit` → `buildkit`, Maven `org.yaml:snakeyaml` → `snakeyaml`, Julia `CURL_jll` → `CURL`. */
function shortName([ecosystem, name]: FamousPackage): string {
  if (ecosystem !== 'Go' && ecosystem !== 'Maven') return name.replace(/_jll$/, '');
  return name.split(/[/:]/).findLast((part) => !/^v\d+$/.test(part)) ?? name;
}

function weaknessOf({ cve, ghsa, nvd }: FamousFacts): string | null {
  const named = [...(cve?.cwes ?? []), ...(cve?.cisa?.cwes ?? []), ...(nvd?.cwes ?? []), ...(ghsa?.cwes ?? [])];
  const cwe = named.find((each) => /^CWE-\d+$/.test(each));
  return cwe === undefined ? null : weaknessInWords(cwe);
}

interface Interval {
  readonly from: string;
  /** `before 1.2` or `1.1`; null if open. */
  to: string | null;
}

function intervalsOfPackage(given: FamousPackage): Interval[] {
  const intervals: Interval[] = [];
  for (const { type, events } of parsePackage(given).ranges) {
    for (const event of type === 'GIT' ? [] : events) {
      const last = intervals.at(-1);
      if ('introduced' in event) intervals.push({ from: event.introduced, to: null });
      else if (last !== undefined && 'fixed' in event) last.to = `before ${event.fixed}`;
      else if (last !== undefined && 'last_affected' in event) last.to = event.last_affected;
    }
  }
  return intervals;
}

/** For single versions: from the first to the last. */
function intervalsOfProduct(given: FamousProduct): Interval[] {
  const affected = parseProduct(given).versions.filter(({ status }) => status === 'affected');
  const ranges = affected.flatMap(({ version, lessThan, lessThanOrEqual }): Interval[] => {
    if (lessThan !== undefined && lessThan !== '*') return [{ from: version, to: `before ${lessThan}` }];
    return lessThanOrEqual === undefined || lessThanOrEqual === version ? [] : [{ from: version, to: lessThanOrEqual }];
  });
  const single = affected.flatMap(({ version, lessThanOrEqual }) => (lessThanOrEqual === version ? [version] : []));
  const [newest, oldest] = [single[0], single.at(-1)];
  return newest === undefined || oldest === undefined ? ranges : [...ranges, { from: oldest, to: newest }];
}

const MAX_INTERVALS = 3;

function versionsInWords(intervals: readonly Interval[]): string | null {
  if (intervals.length === 0) return null;
  const words = intervals.slice(0, MAX_INTERVALS).map(intervalInWords);
  if (words.includes(EVERY)) return EVERY;
  const [only] = intervals;
  if (intervals.length === 1 && only?.from === only?.to) return `version ${only?.from}`;
  return `versions ${words.join(', ')}${intervals.length > MAX_INTERVALS ? ' and others' : ''}`;
}

const EVERY = 'every version';

function intervalInWords({ from, to }: Interval): string {
  const isFromStart = /^(?:0[.0-]*|\*|unspecified|n\/a|-)$/.test(from);
  if (to === null) return isFromStart ? EVERY : `from ${from} on`;
  if (isFromStart) return to.startsWith('before ') ? to : `up to ${to}`;
  return from === to ? from : `${from} to ${to}`;
}
