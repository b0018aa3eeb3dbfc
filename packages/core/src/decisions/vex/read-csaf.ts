import { list, member, text } from '../../ranges/untyped.ts';
import { DECISION_LIMITS, type DecisionStatus, JUSTIFICATIONS } from '../model.ts';
import { decisionsCarried } from './carried.ts';
import { addStatement, type VexReading } from './statement.ts';

const STATUSES: readonly (readonly [member: string, status: DecisionStatus])[] = [
  ['known_not_affected', 'not_affected'],
  ['fixed', 'fixed'],
  ['first_fixed', 'fixed'],
  ['known_affected', 'affected'],
  ['under_investigation', 'under_investigation'],
];

/** The VEX profile of CSAF 2.0: https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#45-profile-5-vex */
export function readCsaf(document: unknown, name: string, reading: VexReading): void {
  const about = member(document, 'document');
  const author = text(member(member(about, 'publisher'), 'name'));
  const at = text(member(member(about, 'tracking'), 'current_release_date'));
  const engine = member(member(member(about, 'tracking'), 'generator'), 'engine');
  const isOurs = member(engine, 'name') === 'Almanac';
  const tree = member(document, 'product_tree');
  const purls = purlsOfTree(tree);
  const groups = groupsOf(tree);
  for (const [i, vulnerability] of list(member(document, 'vulnerabilities')).entries()) {
    const place = `${name}, /vulnerabilities/${i}`;
    const carried = list(member(vulnerability, 'notes')).flatMap((note) =>
      decisionsCarried(text(member(note, 'text')), place),
    );
    // A document of ours: what its lists say beside the notes is what the evidence says.
    if (carried.length > 0) {
      reading.decisions.push(...carried);
      continue;
    }
    const ids = idsOfCsaf(vulnerability);
    for (const [products, status] of STATUSES) {
      for (const product of texts(member(member(vulnerability, 'product_status'), products))) {
        const purl = purls.get(product) ?? null;
        const flag = saidOf(vulnerability, 'flags', product, groups);
        const threat = saidOf(vulnerability, 'threats', product, groups);
        const justification = JUSTIFICATIONS.find((word) => word === text(member(flag, 'label'))) ?? null;
        const reason = text(member(threat, 'details')) ?? justification;
        addStatement(reading, { ids, purl, status, justification, reason, author, at, place, isOurs });
      }
    }
  }
}

function idsOfCsaf(vulnerability: unknown): string[] {
  const cve = text(member(vulnerability, 'cve'));
  const others = list(member(vulnerability, 'ids')).flatMap((id) => text(member(id, 'text')) ?? []);
  return [...(cve === null ? [] : [cve]), ...others];
}

/** The first flag or threat that names the product, itself or by its group. */
function saidOf(
  vulnerability: unknown,
  what: string,
  product: string,
  groups: ReadonlyMap<string, ReadonlySet<string>>,
) {
  return list(member(vulnerability, what)).find(
    (each) =>
      texts(member(each, 'product_ids')).includes(product) ||
      texts(member(each, 'group_ids')).some((group) => groups.get(group)?.has(product) === true),
  );
}

function groupsOf(tree: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = list(member(tree, 'product_groups'));
  return new Map(
    groups.map((group) => [text(member(group, 'group_id')) ?? '', new Set(texts(member(group, 'product_ids')))]),
  );
}

/** The package URL of each product: of its own, of its branches, and of what it is made of where it has none itself. */
function purlsOfTree(tree: unknown): ReadonlyMap<string, string> {
  const purls = new Map<string, string>();
  const add = (product: unknown) => {
    const id = text(member(product, 'product_id'));
    const purl = text(member(member(product, 'product_identification_helper'), 'purl'));
    if (id !== null && purl !== null) purls.set(id, purl);
  };
  for (const product of list(member(tree, 'full_product_names'))) add(product);
  let open = [...list(member(tree, 'branches'))];
  for (let depth = 0; open.length > 0 && depth < DECISION_LIMITS.depth; depth += 1) {
    const next: unknown[] = [];
    for (const branch of open) {
      add(member(branch, 'product'));
      for (const nested of list(member(branch, 'branches'))) next.push(nested);
    }
    open = next;
  }
  for (const relationship of list(member(tree, 'relationships'))) {
    const whole = member(relationship, 'full_product_name');
    const id = text(member(whole, 'product_id'));
    const part = purls.get(text(member(relationship, 'product_reference')) ?? '');
    if (id !== null && part !== undefined) purls.set(id, part);
    add(whole);
  }
  return purls;
}

function texts(value: unknown): string[] {
  return list(value).flatMap((each) => text(each) ?? []);
}
