import { list, member, text } from '../../ranges/untyped.ts';
import { DECISION_LIMITS, type DecisionStatus, type Justification } from '../model.ts';
import { decisionsCarried } from './carried.ts';
import { addStatement, type VexReading } from './statement.ts';

/** The property that holds a decision of ours. */
export const DECISION_PROPERTY = 'almanac:decision';

const STATES: Readonly<Record<string, DecisionStatus>> = {
  not_affected: 'not_affected',
  false_positive: 'not_affected',
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'affected',
  in_triage: 'under_investigation',
};

/** The words of CycloneDX for the nearest of VEX. */
const REASONS: Readonly<Record<string, Justification>> = {
  code_not_present: 'vulnerable_code_not_present',
  code_not_reachable: 'vulnerable_code_not_in_execute_path',
  requires_configuration: 'vulnerable_code_cannot_be_controlled_by_adversary',
  requires_dependency: 'vulnerable_code_cannot_be_controlled_by_adversary',
  requires_environment: 'vulnerable_code_cannot_be_controlled_by_adversary',
  protected_by_compiler: 'inline_mitigations_already_exist',
  protected_at_runtime: 'inline_mitigations_already_exist',
  protected_at_perimeter: 'inline_mitigations_already_exist',
  protected_by_mitigating_control: 'inline_mitigations_already_exist',
};

/** CycloneDX 1.4 to 1.7 with `vulnerabilities`: https://cyclonedx.org/docs/1.6/json/#vulnerabilities */
export function readCycloneDxVex(document: unknown, name: string, reading: VexReading): void {
  const metadata = member(document, 'metadata');
  const time = text(member(metadata, 'timestamp'));
  const author = list(member(metadata, 'authors')).flatMap((each) => text(member(each, 'name')) ?? [])[0] ?? null;
  const tools = list(member(member(metadata, 'tools'), 'components'));
  const isOurs = tools.some((tool) => member(tool, 'name') === 'Almanac');
  const purls = purlsByRef(document);
  for (const [i, vulnerability] of list(member(document, 'vulnerabilities')).entries()) {
    const place = `${name}, /vulnerabilities/${i}`;
    const carried = list(member(vulnerability, 'properties')).flatMap((property) =>
      member(property, 'name') === DECISION_PROPERTY ? decisionsCarried(text(member(property, 'value')), place) : [],
    );
    if (carried.length > 0) {
      reading.decisions.push(...carried);
      continue;
    }
    const analysis = member(vulnerability, 'analysis');
    const state = text(member(analysis, 'state'));
    const status = state === null || !Object.hasOwn(STATES, state) ? undefined : STATES[state];
    if (status === undefined) continue;
    const word = text(member(analysis, 'justification'));
    const justification = word === null || !Object.hasOwn(REASONS, word) ? null : (REASONS[word] ?? null);
    const reason = text(member(analysis, 'detail')) ?? word;
    const at = text(member(analysis, 'lastUpdated')) ?? text(member(analysis, 'firstIssued')) ?? time;
    const ids = idsOfEntry(vulnerability);
    for (const affected of list(member(vulnerability, 'affects'))) {
      const purl = purlOfRef(text(member(affected, 'ref')), purls);
      addStatement(reading, { ids, purl, status, justification, reason, author, at, place, isOurs });
    }
  }
}

function idsOfEntry(vulnerability: unknown): string[] {
  const references = list(member(vulnerability, 'references')).flatMap((each) => text(member(each, 'id')) ?? []);
  return [...[text(member(vulnerability, 'id'))].flatMap((id) => id ?? []), ...references];
}

/** The package URLs of components, nested ones too, by their `bom-ref`. */
function purlsByRef(document: unknown): ReadonlyMap<string, string> {
  const purls = new Map<string, string>();
  let open = [...list(member(document, 'components')), member(member(document, 'metadata'), 'component')];
  for (let depth = 0; open.length > 0 && depth < DECISION_LIMITS.depth; depth += 1) {
    const next: unknown[] = [];
    for (const component of open) {
      const ref = text(member(component, 'bom-ref'));
      const purl = text(member(component, 'purl'));
      if (ref !== null && purl !== null) purls.set(ref, purl);
      for (const nested of list(member(component, 'components'))) next.push(nested);
    }
    open = next;
  }
  return purls;
}

/** A `bom-ref`, a package URL, or a link into another document: `urn:cdx:serial/version#ref`. */
function purlOfRef(ref: string | null, purls: ReadonlyMap<string, string>): string | null {
  if (ref === null) return null;
  const known = purls.get(ref);
  if (known !== undefined) return known;
  if (ref.startsWith('pkg:')) return ref;
  const hash = ref.startsWith('urn:cdx:') ? ref.indexOf('#') : -1;
  return hash === -1 ? null : fragmentPurl(ref.slice(hash + 1), purls);
}

function fragmentPurl(fragment: string, purls: ReadonlyMap<string, string>): string | null {
  try {
    const ref = decodeURIComponent(fragment);
    return purls.get(ref) ?? (ref.startsWith('pkg:') ? ref : null);
  } catch {
    return null;
  }
}
