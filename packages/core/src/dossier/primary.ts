import type { Claim } from '../ranges/model.ts';
import { isSpared } from '../ranges/spared.ts';
import { claimInWords } from '../ranges/words.ts';
import type { Statement } from '../records/model.ts';
import { readVulnerabilityRecord } from '../records/read-record.ts';
import { shortened, textOf } from '../records/text.ts';
import { reconcileSeverity } from '../scores/severity.ts';
import type { SourceDocument } from './facts.ts';
import { productKey } from './subject-names.ts';

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
  const record = readVulnerabilityRecord(cveList);
  const { statedState: state, replacedBy, title, published, modified } = record;
  const description = record.description ?? record.rejectedReason;
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
    affected: productsOf(record.statements),
  };
}

/** Each product once however it is spelt, the assigner's statements before those that others added; one that is not affected at all is left out. */
function productsOf(statements: readonly Statement[]): PrimaryProduct[] {
  const products = new Map<string, { vendor: string | null; product: string; versions: Set<string> }>();
  for (const statement of statements) {
    const { subject, product: named, claims, defaultStatus } = statement;
    // Configurations of CPE names repeat the products in another spelling.
    if (claims.some(({ kind }) => kind === 'cpe') || isSpared(statement)) continue;
    const vendor = textOf(subject.vendor, 512);
    const product = textOf(named ?? subject.name, 1_024) ?? '';
    const key = JSON.stringify([productKey(vendor), productKey(product)]);
    if (products.size === MAX_PRODUCTS && !products.has(key)) continue;
    const known = products.get(key) ?? { vendor, product, versions: new Set() };
    products.set(key, known);
    for (const claim of claims)
      if (claim.status === 'affected') for (const words of versionsOf(claim)) known.versions.add(words);
    if (defaultStatus === 'affected') known.versions.add(everyVersionBut(claims));
  }
  return [...products.values()].map(({ vendor, product, versions }) => ({
    vendor,
    product,
    versions: cut([...versions]),
  }));
}

/** So many exceptions are named. */
const MAX_SPARED = 8;

function everyVersionBut(claims: readonly Claim[]): string {
  const spared = claims.filter(({ status }) => status !== 'affected').flatMap(versionsOf);
  return spared.length === 0 ? 'every version' : `every version except: ${spared.slice(0, MAX_SPARED).join('; or ')}`;
}

function versionsOf(claim: Claim): string[] {
  if (claim.type === 'list') return claim.versions.map((version) => shortened(version, 200));
  if (claim.type === 'opaque') return [shortened(claim.text, 200)];
  return [shortened(claimInWords(claim), 1_000)];
}

function cut(versions: readonly string[]): readonly string[] {
  if (versions.length <= MAX_VERSIONS) return versions;
  return [...versions.slice(0, MAX_VERSIONS), `${versions.length - MAX_VERSIONS} more`];
}
