import { readCve } from '../ranges/cve.ts';
import type { Claim, Status } from '../ranges/model.ts';
import { isSpared } from '../ranges/spared.ts';
import { list, member } from '../ranges/untyped.ts';
import { claimInWords } from '../ranges/words.ts';
import { reconcileSeverity } from '../scores/severity.ts';
import type { SourceDocument } from './facts.ts';
import { readRecord } from './record.ts';
import { containersOf, cveListMetadata } from './record-cve-list.ts';
import { shortened, textOf } from './upstream-text.ts';

/** A product of the record. A version that is named stands as it is written, a range in words that leave no doubt about its ends. */
export interface PrimaryProduct {
  readonly vendor: string | null;
  readonly product: string;
  readonly versions: readonly string[];
}

/** `data.primary` of the lookup: interface specification, 2.8. */
export interface Primary {
  readonly id: string;
  readonly state: string | null;
  readonly title: string | null;
  /** Of a rejected record, the reason. */
  readonly description: string | null;
  /** Upper case; null where neither the assigner nor CISA rates it. */
  readonly severity: string | null;
  readonly cvss: number | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly references: readonly string[];
  readonly affected: readonly PrimaryProduct[];
  /** Of a rejected record alone. */
  readonly replacedBy?: readonly string[];
}

/** So many products, and so many versions of each, are spelt out. */
const MAX_PRODUCTS = 500;
const MAX_VERSIONS = 200;

/** What the CVE list says, by the assigner's word first and CISA's next, the newest CVSS version first. */
export function primaryOf({
  id,
  cveList,
}: {
  readonly id: string;
  readonly cveList: SourceDocument | null;
}): Primary | null {
  if (cveList === null) return null;
  const record = readRecord(cveList);
  const { state, replacedBy } = cveListMetadata(cveList.value);
  const { title, description, published, modified } = record;
  if (record.state === 'withdrawn') {
    const empty = { severity: null, cvss: null, references: [], affected: [] };
    return { id, state: 'REJECTED', title: null, description, replacedBy, ...empty, published, modified };
  }
  const { chosen } = reconcileSeverity(record.severities);
  return {
    id,
    state,
    title,
    description,
    severity: chosen?.rating.toUpperCase() ?? null,
    cvss: chosen?.score ?? null,
    published,
    modified,
    references: record.references.map(({ url }) => url),
    affected: productsOf(cveList.value),
  };
}

/** Each product once, the assigner's statements before those that others added. One that is spared is no affected product. */
function productsOf(value: unknown): PrimaryProduct[] {
  const products = new Map<string, { vendor: string | null; product: string; versions: Set<string> }>();
  for (const { container } of containersOf(value)) {
    for (const affected of list(member(container, 'affected'))) {
      const [assertion] = readCve({ containers: { cna: { affected: [affected] } } }).assertions;
      if (assertion === undefined || isSpared(assertion)) continue;
      const vendor = textOf(member(affected, 'vendor'), 512);
      const product = textOf(member(affected, 'product'), 1_024) ?? shortened(assertion.subject.name, 1_024);
      const key = JSON.stringify([vendor, product]);
      if (products.size === MAX_PRODUCTS && !products.has(key)) continue;
      const known = products.get(key) ?? { vendor, product, versions: new Set() };
      products.set(key, known);
      for (const claim of assertion.claims) for (const words of versionsOf(claim)) known.versions.add(words);
      if (assertion.otherwise === 'affected') known.versions.add('every version not named otherwise');
    }
  }
  return [...products.values()].map(({ vendor, product, versions }) => ({
    vendor,
    product,
    versions: cut([...versions]),
  }));
}

/** A list of what is affected would mislead if it held, unmarked, what is not. */
const MARKS: Readonly<Record<Status, string>> = { affected: '', unaffected: 'not affected: ', unknown: 'unknown: ' };

function versionsOf(claim: Claim): string[] {
  const mark = MARKS[claim.status];
  if (claim.type === 'list') return claim.versions.map((version) => `${mark}${shortened(version, 200)}`);
  if (claim.type === 'opaque') return [`${mark}${shortened(claim.text, 200)}`];
  return [`${mark}${shortened(claimInWords(claim), 1_000)}`];
}

function cut(versions: readonly string[]): readonly string[] {
  if (versions.length <= MAX_VERSIONS) return versions;
  return [...versions.slice(0, MAX_VERSIONS), `${versions.length - MAX_VERSIONS} more`];
}
