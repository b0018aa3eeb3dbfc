import { cpeText } from '../cpe/cpe.ts';
import { parseCpe } from '../cpe/parse.ts';
import { boundAt } from './bound.ts';
import { type ClaimFrame, claimInSomeOrder, claimOfVersion, frame, opaque } from './claims.ts';
import { type CpeVersion, cpeVersion } from './cpe-version.ts';
import { freeform } from './freeform.ts';
import type { Assertion, Bound, Claim, Reading, RecordRef } from './model.ts';
import { list, member, text } from './untyped.ts';

/** So many platforms are named in a condition; the rest is counted. */
const NAMED = 5;

/** Reads the configurations of an NVD API 2.0 record, bare or wrapped in `{ cve }`: one assertion for each vulnerable product. */
export function readNvd(value: unknown): Reading {
  const cve = member(value, 'cve') ?? value;
  const record: RecordRef = { source: 'nvd', id: text(member(cve, 'id')) ?? '' };
  const rejected = text(member(cve, 'vulnStatus'))?.toLowerCase() === 'rejected';
  return readConfigurations(record, list(member(cve, 'configurations')), rejected);
}

/** Reads what an enricher adds to NVD's record of a CVE, in the same shape. */
export function readNvdOverrides(id: string, value: unknown): Reading {
  const record: RecordRef = { source: 'nvd_overrides', id, by: 'Anchore' };
  return readConfigurations(record, list(member(member(value, 'cve'), 'configurations')));
}

/** The same shape stands in CVE records as `cpeApplicability`. */
export function readConfigurations(record: RecordRef, configurations: readonly unknown[], withdrawn = false): Reading {
  const products = new Map<string, Product>();
  const dropped: string[] = [];
  for (const configuration of configurations) {
    const nodes = list(member(configuration, 'nodes')).map((node) => nodeOf(node, dropped));
    const negated = member(configuration, 'negate') === true;
    const joined = member(configuration, 'operator') === 'AND' && nodes.length > 1;
    const described = nodes.slice(0, NAMED + 1).map((node) => ({ node, words: inWords(node) }));
    for (const node of nodes) {
      const others = joined ? described.filter((other) => other.node !== node).map(({ words }) => words) : [];
      const conditions = node.all && node.matches.length > 1 ? [...others, inWords(node)] : others;
      const base = frame('cpe', {
        conditions,
        caveats: conditions.length > 0 ? ['scheme_assumed', 'needs_platform'] : ['scheme_assumed'],
      });
      addNode(products, node, base, negated !== node.negated);
    }
  }
  const assertions = [...products.values()].map(({ vendor, product, claims }): Assertion => {
    const subject = { ecosystem: null, vendor, name: product };
    return { record, subject, claims, defaultStatus: 'unaffected', withdrawn };
  });
  return { assertions, dropped };
}

interface Product {
  readonly vendor: string | null;
  readonly product: string;
  readonly claims: Claim[];
}

interface Match {
  readonly criteria: string;
  readonly vendor: string | null;
  readonly product: string;
  readonly version: CpeVersion;
  readonly vulnerable: boolean;
  readonly from: Bound | null;
  readonly to: Bound | null;
  readonly malformed: boolean;
}

interface Node {
  readonly matches: readonly Match[];
  readonly all: boolean;
  readonly negated: boolean;
}

function nodeOf(node: unknown, dropped: string[]): Node {
  const matches: Match[] = [];
  for (const match of list(member(node, 'cpeMatch'))) {
    const criteria = text(member(match, 'criteria')) ?? '';
    const cpe = parseCpe(criteria);
    const product = cpe === null ? null : cpeText(cpe.product);
    if (cpe === null || product === null) {
      dropped.push('criteria is no CPE name');
      continue;
    }
    const named = { criteria, vendor: cpeText(cpe.vendor), product, version: cpeVersion(cpe) };
    matches.push({ ...named, vulnerable: member(match, 'vulnerable') !== false, ...boundsOf(match) });
  }
  return { matches, all: member(node, 'operator') === 'AND', negated: member(node, 'negate') === true };
}

function boundsOf(match: unknown): Pick<Match, 'from' | 'to' | 'malformed'> {
  let malformed = false;
  const at = (key: string, inclusive: boolean) => {
    const value = member(match, key);
    const version = text(value);
    if (version === null && value !== undefined && value !== null) malformed = true;
    return version === null ? null : boundAt(version, inclusive);
  };
  const bounds = {
    from: at('versionStartIncluding', true) ?? at('versionStartExcluding', false),
    to: at('versionEndIncluding', true) ?? at('versionEndExcluding', false),
  };
  return { ...bounds, malformed };
}

/** Exact versions of one product within one node become one list, however many the node enumerates. */
function addNode(products: Map<string, Product>, node: Node, base: ClaimFrame, negated: boolean): void {
  const lists = new Map<string, string[]>();
  for (const match of node.matches) {
    if (!match.vulnerable) continue;
    const key = JSON.stringify([match.vendor, match.product]);
    const product = products.get(key) ?? { vendor: match.vendor, product: match.product, claims: [] };
    products.set(key, product);
    const claim = negated ? opaque(base, match.criteria, 'negated') : claimOfMatch(match, base);
    const known = claim.type === 'list' ? lists.get(key) : undefined;
    if (claim.type !== 'list') product.claims.push(claim);
    else if (known !== undefined) known.push(...claim.versions);
    else {
      const versions = [...claim.versions];
      lists.set(key, versions);
      product.claims.push({ ...claim, versions });
    }
  }
}

function claimOfMatch({ criteria, version, from, to, malformed }: Match, base: ClaimFrame): Claim {
  if (malformed) return opaque(base, criteria, 'malformed');
  if (from !== null || to !== null || version.kind === 'any') return claimInSomeOrder(base, freeform, { from, to });
  if (version.kind === 'exact') return claimOfVersion(base, freeform, version.exact);
  if (version.kind === 'none') return opaque(base, criteria, 'version_unstated');
  if (version.kind === 'pattern') return opaque(base, criteria, 'text_unreadable');
  const line = boundAt(version.line, true);
  return claimInSomeOrder(base, freeform, { from: line, to: line });
}

/** A node that must hold too, as a condition a reader can check. */
function inWords({ matches, negated }: Node): string {
  const names = new Set(matches.map(({ vendor, product }) => `${vendor ?? 'any vendor’s'} ${product}`));
  const some = [...names].slice(0, NAMED).join(', or ');
  const more = names.size > NAMED ? `, or ${names.size - NAMED} more` : '';
  return `${negated ? 'not together with' : 'together with'} ${some}${more}`;
}
