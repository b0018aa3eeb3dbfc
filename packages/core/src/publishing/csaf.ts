import {
  advisoryId,
  byVersion,
  type ChannelStatement,
  collectionPurl,
  type DatedAdvisory,
  evidenceOf,
  type Publisher,
} from './advisory.ts';
import { actionSentence, statusOf, type VexWord } from './vex-words.ts';

const STATUSES: Readonly<Record<VexWord, string>> = {
  affected: 'known_affected',
  not_affected: 'known_not_affected',
  under_investigation: 'under_investigation',
};

/** Where a document goes, by section 5.1 of CSAF 2.0: a folder for the year, and the id in lower case. */
export function csafPath({ cve, published }: Pick<DatedAdvisory, 'cve' | 'published'>): string {
  return `${published.slice(0, 4)}/${advisoryId(cve)
    .toLowerCase()
    .replaceAll(/[^+\-a-z0-9]+/g, '_')}.json`;
}

/** An advisory by the VEX profile of CSAF 2.0; null where there is nothing to say of any version. */
export function csafAdvisory(advisory: DatedAdvisory, publisher: Publisher): object | null {
  const products = byVersion(advisory.statements).flatMap((statements): Product[] => {
    const [first] = statements;
    const status = first === undefined ? null : statusOf(first.verdict);
    if (first === undefined || first.version === null || status === null) return [];
    return [{ id: collectionPurl(first.attribute, first.version), first, status }];
  });
  if (products.length === 0) return null;
  const { cve } = advisory;
  return {
    document: headOf(advisory, publisher),
    product_tree: {
      full_product_names: products.map(({ id, first: { attribute, version } }) => ({
        product_id: id,
        name: `${attribute} ${version}`,
        product_identification_helper: { purl: id },
      })),
    },
    vulnerabilities: [
      {
        cve,
        notes: [{ category: 'description', text: `The status of ${cve} in nixpkgs packages.` }],
        product_status: Object.fromEntries(
          [...Map.groupBy(products, ({ status }) => STATUSES[status])].map(([word, some]) => [
            word,
            some.map(({ id }) => id),
          ]),
        ),
        ...listed('threats', products.filter(({ status }) => status === 'not_affected').map(impactOf)),
        ...listed('remediations', products.filter(({ status }) => status === 'affected').map(remedyOf)),
        references: evidenceOf(advisory, publisher).map((url) => ({ category: 'external', summary: 'Evidence', url })),
      },
    ],
  };
}

/** `/.well-known/csaf/provider-metadata.json`. Directory listings are not ours to promise: a publisher, no provider. */
export function csafProvider({ site, files }: Publisher, folder: string, updated: string): object {
  return {
    canonical_url: `${files}/.well-known/csaf/provider-metadata.json`,
    distributions: [{ directory_url: `${files}/${folder}` }],
    last_updated: updated,
    list_on_CSAF_aggregators: false,
    metadata_version: '2.0',
    mirror_on_CSAF_aggregators: true,
    publisher: publisherOf(site),
    role: 'csaf_publisher',
  };
}

interface Product {
  readonly id: string;
  readonly first: ChannelStatement;
  readonly status: VexWord;
}

function publisherOf(site: string) {
  return { category: 'other', name: 'Almanac', namespace: site };
}

function headOf({ cve, published, modified }: DatedAdvisory, { site, files, toolVersion }: Publisher): object {
  return {
    category: 'csaf_vex',
    csaf_version: '2.0',
    lang: 'en',
    distribution: { tlp: { label: 'WHITE' } },
    title: `${cve} in nixpkgs`,
    publisher: publisherOf(site),
    references: [
      { category: 'self', summary: 'This document', url: `${files}/collection/csaf/${csafPath({ cve, published })}` },
    ],
    tracking: {
      id: advisoryId(cve),
      status: 'interim',
      version: '1',
      initial_release_date: modified,
      current_release_date: modified,
      revision_history: [{ date: modified, number: '1', summary: 'Current state; earlier states are not kept.' }],
      generator: { date: modified, engine: { name: 'Almanac', version: toolVersion } },
    },
  };
}

function impactOf({ id, first }: Product) {
  return { category: 'impact', details: first.reason, product_ids: [id] };
}

function remedyOf({ id, first: { fixedIn } }: Product) {
  const category = fixedIn === null ? 'none_available' : 'vendor_fix';
  return { category, details: actionSentence(fixedIn), product_ids: [id] };
}

/** CSAF refuses empty lists. */
function listed(name: string, items: readonly object[]): object {
  return items.length === 0 ? {} : { [name]: items };
}
