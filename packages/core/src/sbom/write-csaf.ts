import type { AdviceAction } from '../advice/model.ts';
import { describeNext } from '../advice/words.ts';
import type { Justification } from '../decisions/model.ts';
import { carriedDecision } from '../decisions/vex/carried.ts';
import { canonicalPurl } from '../purl/parse.ts';
import { ALL_KNOWN, ALL_KNOWN_WORDS } from './all-known.ts';
import type { ExportAbout } from './export-about.ts';
import type { ExaminedComponent } from './findings.ts';
import type { Component } from './model.ts';
import { decisionWords, type VexStatement, type VexStatus, vexStatements } from './statements.ts';

/** A document in CSAF 2.0, as far as we write it. */
export interface CsafDocument {
  readonly document: object;
  readonly product_tree?: { readonly full_product_names: readonly CsafProduct[] };
  readonly vulnerabilities?: readonly CsafVulnerability[];
}

interface CsafProduct {
  readonly product_id: string;
  readonly name: string;
  readonly product_identification_helper?: { readonly purl: string };
}

/** A vulnerability of CSAF with the state of each product. */
interface CsafVulnerability {
  readonly cve?: string;
  readonly ids?: readonly { readonly system_name: string; readonly text: string }[];
  readonly title?: string;
  readonly notes: readonly CsafNote[];
  readonly product_status: Readonly<Partial<Record<CsafStatus, readonly string[]>>>;
  readonly flags?: readonly { readonly label: Justification; readonly product_ids: readonly string[] }[];
  readonly threats?: readonly CsafWords[];
  readonly remediations?: readonly CsafWords[];
}

interface CsafNote {
  readonly category: 'description' | 'other';
  readonly title?: string;
  readonly text: string;
}

interface CsafWords {
  readonly category: string;
  readonly details: string;
  readonly product_ids: readonly string[];
}

type CsafStatus = 'known_affected' | 'known_not_affected' | 'fixed' | 'under_investigation';

const CSAF_STATUSES: Readonly<Record<VexStatus, CsafStatus>> = {
  affected: 'known_affected',
  not_affected: 'known_not_affected',
  fixed: 'fixed',
  under_investigation: 'under_investigation',
};

const CVE = /^CVE-\d{4}-\d{4,19}$/;

/** Writes what was found by the VEX profile of CSAF 2.0; where nothing can be said of any product, by the base profile. */
export function csafOf(examined: readonly ExaminedComponent[], about: ExportAbout): CsafDocument {
  const products = new Map<Component, CsafProduct>();
  const byId = new Map<string, CsafProduct>();
  const productOf = (component: Component): string => {
    const known = products.get(component);
    if (known !== undefined) return known.product_id;
    const product = describeProduct(component, byId.size + 1);
    const first = byId.get(product.product_id) ?? product;
    byId.set(first.product_id, first);
    products.set(component, first);
    return first.product_id;
  };
  const statements = vexStatements(examined).filter(({ components }) => components.length > 0);
  const groups = Map.groupBy(statements, ({ finding }) => finding?.id ?? ALL_KNOWN);
  const vulnerabilities = [...groups].map(([id, some]) => writeEntry(id, some, productOf));
  const document = headOf(about, vulnerabilities.length === 0 ? 'csaf_base' : 'csaf_vex');
  if (vulnerabilities.length === 0) return { document };
  return { document, product_tree: { full_product_names: [...byId.values()] }, vulnerabilities };
}

function headOf({ timestamp, documentId, site, toolVersion, fileName }: ExportAbout, category: string): object {
  return {
    category,
    csaf_version: '2.0',
    lang: 'en',
    title: `Vulnerabilities in the components of ${fileName ?? 'the scanned files'}`,
    publisher: { category: 'other', name: 'Almanac', namespace: site },
    tracking: {
      id: documentId.replace(/^urn:uuid:/, ''),
      status: 'final',
      version: '1',
      initial_release_date: timestamp,
      current_release_date: timestamp,
      revision_history: [{ date: timestamp, number: '1', summary: 'Created by a scan.' }],
      generator: { date: timestamp, engine: { name: 'Almanac', version: toolVersion } },
    },
  };
}

/** By its package URL, which is one product however often it occurs; else by its place among all. */
function describeProduct({ name, version, purl, place }: Component, number: number): CsafProduct {
  const title = version === null ? name : `${name} ${version}`;
  const canonical = purl === null ? null : canonicalPurl(purl);
  const named = { name: title === '' ? place || 'a component without a name' : title };
  if (canonical === null) return { product_id: `component-${number}`, ...named };
  return { product_id: canonical, ...named, product_identification_helper: { purl: canonical } };
}

function writeEntry(
  id: string,
  statements: readonly VexStatement[],
  productOf: (component: Component) => string,
): CsafVulnerability {
  const [first] = statements;
  const finding = first?.finding ?? null;
  const ids = [id, ...(finding?.aliases ?? [])];
  const cve = ids.find((each) => CVE.test(each));
  const others = [...new Set(ids.filter((each) => each !== cve))];
  const said = productsOnce(statements, productOf);
  const decisions = statements.flatMap(({ decision }) => decision ?? []);
  const description = finding === null ? ALL_KNOWN_WORDS : (finding.title ?? id);
  return {
    ...(cve === undefined ? {} : { cve }),
    ...(others.length === 0 ? {} : { ids: others.map((each) => ({ system_name: systemOf(each), text: each })) }),
    ...(finding?.title == null ? {} : { title: finding.title }),
    notes: [
      { category: 'description', text: description },
      ...decisions.flatMap((decision): CsafNote[] => [
        { category: 'other', title: 'Decision', text: decisionWords(decision) },
        { category: 'other', title: 'almanac:decision', text: carriedDecision(decision.decision) },
      ]),
    ],
    product_status: statusesOf(said),
    ...listed('flags', flagsOf(said)),
    ...listed('threats', threatsOf(said)),
    ...listed('remediations', remediationsOf(said)),
  };
}

interface SaidOfProducts {
  readonly statement: VexStatement;
  readonly products: readonly string[];
}

/** Of one product one thing is said: what the standard calls contradicting product status is left out, the first stays. */
function productsOnce(
  statements: readonly VexStatement[],
  productOf: (component: Component) => string,
): readonly SaidOfProducts[] {
  const taken = new Set<string>();
  return statements.flatMap((statement) => {
    const products = [...new Set(statement.components.map(productOf))].filter((product) => !taken.has(product));
    for (const product of products) taken.add(product);
    return products.length === 0 ? [] : [{ statement, products }];
  });
}

function statusesOf(said: readonly SaidOfProducts[]): CsafVulnerability['product_status'] {
  const byStatus = Map.groupBy(said, ({ statement }) => CSAF_STATUSES[statement.status]);
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.flatMap(({ products }) => products)]));
}

function flagsOf(said: readonly SaidOfProducts[]) {
  return said.flatMap(({ statement: { status, decision }, products }) => {
    const label = decision?.decision.justification ?? null;
    return status !== 'not_affected' || label === null ? [] : [{ label, product_ids: products }];
  });
}

function threatsOf(said: readonly SaidOfProducts[]): CsafWords[] {
  return said.flatMap(({ statement: { status, reason }, products }) =>
    status === 'not_affected' ? [{ category: 'impact', details: reason, product_ids: products }] : [],
  );
}

function remediationsOf(said: readonly SaidOfProducts[]): CsafWords[] {
  return said.flatMap(({ statement: { status, advice }, products }): CsafWords[] => {
    if (status !== 'affected') return [];
    return [{ category: CATEGORIES[advice?.action ?? 'review'], details: describeNext(advice), product_ids: products }];
  });
}

/** The standard's words for what to do. */
const CATEGORIES: Readonly<Record<AdviceAction, string>> = {
  upgrade: 'vendor_fix',
  leave_versions: 'workaround',
  apply_patch: 'vendor_fix',
  mitigate: 'mitigation',
  wait: 'none_available',
  nothing: 'none_available',
  review: 'none_available',
};

function systemOf(id: string): string {
  return id === ALL_KNOWN ? 'Almanac' : 'OSV';
}

/** A list that is empty is left out: the standard has none. */
function listed<K extends string, T>(name: K, items: readonly T[]): Partial<Record<K, readonly T[]>> {
  return items.length === 0 ? {} : ({ [name]: items } as Partial<Record<K, readonly T[]>>);
}
