import { describeNext } from '../advice/words.ts';
import type { Justification } from '../decisions/model.ts';
import { carriedDecision } from '../decisions/vex/carried.ts';
import { DECISION_PROPERTY } from '../decisions/vex/read-cyclonedx-vex.ts';
import { ALL_KNOWN, ALL_KNOWN_WORDS } from './all-known.ts';
import type { ExportAbout } from './export-about.ts';
import type { ExaminedComponent, Finding } from './findings.ts';
import type { Component } from './model.ts';
import { decisionWords, type VexStatement, type VexStatus, vexStatements } from './statements.ts';

/** A document in CycloneDX 1.6 with vulnerabilities, as far as we write it. */
export interface CycloneDxVexDocument {
  readonly $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json';
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly serialNumber?: string;
  readonly version: 1;
  readonly metadata: object;
  readonly components: readonly object[];
  readonly vulnerabilities: readonly CycloneDxVulnerability[];
}

/** A vulnerability of CycloneDX with its analysis. */
export interface CycloneDxVulnerability {
  readonly 'bom-ref': string;
  readonly id: string;
  readonly references?: readonly { readonly id: string; readonly source: { readonly url: string } }[];
  readonly ratings?: readonly { readonly severity: NonNullable<Finding['severity']> | 'unknown' }[];
  readonly description?: string;
  readonly recommendation?: string;
  readonly analysis: {
    readonly state: 'exploitable' | 'in_triage' | 'resolved' | 'not_affected';
    readonly justification?: string;
    readonly detail: string;
  };
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly affects?: readonly { readonly ref: string }[];
}

/** The words of CycloneDX for those of VEX; `in_triage` is what it calls being under investigation. */
const STATES: Readonly<Record<VexStatus, CycloneDxVulnerability['analysis']['state']>> = {
  affected: 'exploitable',
  under_investigation: 'in_triage',
  fixed: 'resolved',
  not_affected: 'not_affected',
};

/** The nearest words of CycloneDX. */
const JUSTIFICATION_WORDS: Readonly<Record<Justification, string>> = {
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  vulnerable_code_cannot_be_controlled_by_adversary: 'requires_environment',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
};

/** Writes what was found as CycloneDX VEX: every component with its verdict, and every vulnerability with its analysis. */
export function toCycloneDxVex(examined: readonly ExaminedComponent[], about: ExportAbout): CycloneDxVexDocument {
  const refs = assignRefs(examined.map(({ component }) => component));
  const fileProperty = about.fileName === null ? [] : [{ name: 'almanac:file', value: about.fileName }];
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    ...(isSerialNumber(about.documentId) ? { serialNumber: about.documentId } : {}),
    version: 1,
    metadata: {
      timestamp: about.timestamp,
      tools: { components: [{ type: 'application', name: 'Almanac', version: about.toolVersion }] },
      properties: [...fileProperty, { name: 'almanac:site', value: about.site }],
    },
    components: examined.map((one) => writeComponent(one, refs.get(one.component) ?? '')),
    vulnerabilities: vexStatements(examined).map((statement, index) =>
      writeVulnerability(statement, index, refs, about),
    ),
  };
}

function writeComponent({ component, verdict, verdictReason }: ExaminedComponent, ref: string): object {
  const { name, version, purl, place } = component;
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    ...(version === null ? {} : { version }),
    ...(purl === null ? {} : { purl }),
    properties: [
      { name: 'almanac:verdict', value: verdict },
      { name: 'almanac:verdict-reason', value: verdictReason },
      { name: 'almanac:place', value: place },
    ],
  };
}

function writeVulnerability(
  { finding, status, reason, decision, advice, components }: VexStatement,
  index: number,
  refs: ReadonlyMap<Component, string>,
  about: ExportAbout,
): CycloneDxVulnerability {
  const justification = decision?.decision.justification ?? null;
  const description = finding === null ? ALL_KNOWN_WORDS : finding.title;
  const aliases = [...new Set(finding?.aliases)];
  return {
    'bom-ref': `almanac:vulnerability:${index + 1}`,
    id: finding?.id ?? ALL_KNOWN,
    ...(aliases.length === 0 ? {} : { references: aliases.map((id) => ({ id, source: { url: about.site } })) }),
    ...(finding === null ? {} : { ratings: [{ severity: finding.severity ?? 'unknown' }] }),
    ...(description === null ? {} : { description }),
    ...(status === 'affected' ? { recommendation: describeNext(advice) } : {}),
    analysis: {
      state: STATES[status],
      ...(status === 'not_affected' && justification !== null
        ? { justification: JUSTIFICATION_WORDS[justification] }
        : {}),
      detail: decision === null ? reason : `${reason}\n${decisionWords(decision)}`,
    },
    ...(decision === null
      ? {}
      : { properties: [{ name: DECISION_PROPERTY, value: carriedDecision(decision.decision) }] }),
    ...(components.length === 0
      ? {}
      : { affects: [...new Set(components)].map((component) => ({ ref: refs.get(component) ?? '' })) }),
  };
}

/** The ids of the examined document where they tell components apart, else ours: the standard wants them to differ. */
function assignRefs(components: readonly Component[]): ReadonlyMap<Component, string> {
  const taken = new Set<string>();
  return new Map(
    components.map((component, index) => {
      const own = component.ref;
      const ref = own === null || own.startsWith('almanac:') || taken.has(own) ? `almanac:component:${index + 1}` : own;
      taken.add(ref);
      return [component, ref];
    }),
  );
}

function isSerialNumber(id: string): boolean {
  return /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id);
}
