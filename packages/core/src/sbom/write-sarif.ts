import type { ComponentAdvice } from '../advice/model.ts';
import { describeNext } from '../advice/words.ts';
import { isSuppressed } from '../decisions/decide.ts';
import type { ExportAbout } from './export-about.ts';
import type { ExaminedComponent, Finding } from './findings.ts';
import { lineOf } from './line-of.ts';
import { markdownCell } from './markdown.ts';
import type { Component } from './model.ts';
import { number, shorten } from './notes.ts';
import { decisionWords } from './statements.ts';

/** A log in SARIF 2.1.0, as far as we write it. */
export interface SarifLog {
  readonly $schema: 'https://json.schemastore.org/sarif-2.1.0.json';
  readonly version: '2.1.0';
  readonly runs: readonly [SarifRun];
}

/** The one run of a log. */
export interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: 'Almanac';
      readonly version: string;
      readonly informationUri: string;
      readonly rules: readonly SarifRule[];
    };
  };
  readonly automationDetails: { readonly id: string };
  readonly invocations: readonly object[];
  readonly results: readonly SarifResult[];
}

/** A vulnerability, or that there is no telling. */
export interface SarifRule {
  readonly id: string;
  readonly name?: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly help?: { readonly text: string; readonly markdown: string };
  readonly helpUri?: string;
  readonly properties?: object;
}

type SarifLevel = 'error' | 'warning' | 'note' | 'none';

/** One finding in one component, or one component of which nothing can be said. */
export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly kind: 'fail' | 'pass';
  readonly level: SarifLevel;
  readonly message: { readonly text: string };
  readonly locations: readonly object[];
  readonly partialFingerprints: { readonly 'findingInPackage/v1': string };
  readonly suppressions?: readonly SarifSuppression[];
}

/** That a person decided that a result does not count. */
interface SarifSuppression {
  readonly kind: 'external';
  readonly status: 'accepted';
  readonly justification: string;
}

/** The rule under which components stand of which nothing can be said. */
const UNKNOWN_RULE: SarifRule = {
  id: 'unknown-coverage',
  shortDescription: {
    text: 'This component could not be checked. This is not a finding, but the component may be affected.',
  },
};

/** `high` is an error, as scanners have it; what has no severity may be one. */
const LEVELS: Readonly<Record<NonNullable<Finding['severity']>, SarifLevel>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** Code scanning ranks by a number. Where there is a word and no score: the middle of the range that CVSS gives to the word. */
const SCORES: Readonly<Record<NonNullable<Finding['severity']>, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
};

/** Writes what was found as SARIF: a rule for each vulnerability, a result for each finding, and a note for each unknown component. */
export function sarifOf(examined: readonly ExaminedComponent[], about: ExportAbout): SarifLog {
  const rules = new Map<string, { index: number; rule: SarifRule }>();
  const indexOf = (rule: SarifRule): number => {
    const known = rules.get(rule.id) ?? { index: rules.size, rule };
    rules.set(rule.id, known);
    return known.index;
  };
  const results = examined.flatMap(({ component, verdict, verdictReason, findings, advice = null }) => {
    const found = findings.map((finding) => {
      const ruleIndex = indexOf(ruleOf(finding, about));
      const text = messageOf(component, finding, advice);
      const result = resultOf(component, finding.id, ruleIndex, levelOf(finding), text, about);
      return isSuppressed(finding) ? { ...result, suppressions: suppressionsOf(finding) } : result;
    });
    const isOpen = findings.some((finding) => finding.status !== 'fixed_by_patch' && !isSuppressed(finding));
    const isUndecided = verdict === 'unknown' || (verdict === 'affected' && !isOpen);
    if (!isUndecided) return found;
    const text = `${titleOf(component)}: unknown. ${verdictReason}`;
    return [...found, resultOf(component, UNKNOWN_RULE.id, indexOf(UNKNOWN_RULE), 'note', text, about)];
  });
  const driver = { name: 'Almanac', version: about.toolVersion, informationUri: about.site } as const;
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { ...driver, rules: [...rules.values()].map(({ rule }) => rule) } },
        automationDetails: { id: about.documentId },
        invocations: [
          { executionSuccessful: true, endTimeUtc: about.timestamp, toolExecutionNotifications: notesOf(examined) },
        ],
        results,
      },
    ],
  };
}

/** So that a log without results cannot be taken for a clean bill. */
function notesOf(examined: readonly ExaminedComponent[]): readonly object[] {
  const unknown = examined.filter(({ verdict }) => verdict === 'unknown').length;
  const noneKnown = examined.filter(({ verdict }) => verdict === 'none_known').length;
  const text = `${number(examined.length, 'component')} examined; ${unknown} could not be checked, ${noneKnown} without known records.`;
  return [{ level: unknown > 0 || examined.length === 0 ? 'warning' : 'note', message: { text } }];
}

function suppressionsOf({ decision }: Finding): readonly SarifSuppression[] {
  if (decision === undefined) return [];
  const justification = `${decision.decision.reason} ${decisionWords(decision)}`;
  return [{ kind: 'external', status: 'accepted', justification }];
}

/** So long may a title be that code scanning shows whole. */
const LONGEST_TITLE = 255;

function ruleOf(finding: Finding, { site }: ExportAbout): SarifRule {
  const { id, aliases, title, severity, score } = finding;
  const rank = score?.toFixed(1) ?? (severity === null ? null : SCORES[severity]);
  const address = id.startsWith('CVE-') ? `${site}/${encodeURIComponent(id.toWellFormed())}` : null;
  return {
    id,
    ...(title === null ? {} : { name: shorten(title, LONGEST_TITLE) }),
    shortDescription: { text: title === null ? id : shorten(`${id}: ${title}`, LONGEST_TITLE) },
    fullDescription: { text: title ?? id },
    help: helpOf(finding, address),
    ...(address === null ? {} : { helpUri: address }),
    properties: {
      aliases,
      severity: severity ?? 'unknown',
      ...(rank === null ? {} : { 'security-severity': rank }),
      tags: ['security', 'vulnerability'],
    },
  };
}

/** What is known of a vulnerability, and where to read on. */
function helpOf(finding: Finding, address: string | null): NonNullable<SarifRule['help']> {
  const { id, aliases, severity, score, affectedVersions, fixedIn } = finding;
  const facts = [
    ['Severity', `${severity ?? 'not rated'}${score == null ? '' : ` (CVSS ${score.toFixed(1)})`}`],
    ['Affected versions', affectedVersions ?? 'not known'],
    ['Fixed in', fixedIn ?? 'not known'],
    ...(aliases.length === 0 ? [] : [['Other IDs', aliases.join(', ')] as const]),
    ...(address === null ? [] : [['Evidence', address] as const]),
  ] as const;
  const rows = facts.map(([name, value]) => `| ${name} | ${markdownCell(value)} |`);
  return {
    text: facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    markdown: [`**${markdownCell(id)}**`, '', '| | |', '| --- | --- |', ...rows].join('\n'),
  };
}

function levelOf({ status, severity }: Finding): SarifLevel {
  if (status === 'fixed_by_patch') return 'none';
  if (status === 'possible') return 'note';
  return severity === null ? 'warning' : LEVELS[severity];
}

function messageOf(component: Component, finding: Finding, advice: ComponentAdvice | null): string {
  const [what, { id, confidence }] = [titleOf(component), finding];
  const range = finding.affectedVersions === null ? '' : ` Affected: ${finding.affectedVersions}.`;
  if (finding.status === 'fixed_by_patch') return `${what}: ${id} is fixed by a patch in this package.${range}`;
  if (finding.status === 'possible') return `${what} may be affected by ${id} (${confidence} confidence).${range}`;
  return `${what} is affected by ${id} (${confidence} confidence).${range} ${describeNext(advice)}`;
}

function resultOf(
  component: Component,
  ruleId: string,
  ruleIndex: number,
  level: SarifLevel,
  text: string,
  { fileName, lines }: ExportAbout,
): SarifResult {
  const line = lineOf(component, lines);
  const uri = (fileName ?? 'sbom')
    .split('/')
    .map((step) => encodeURIComponent(step.toWellFormed()))
    .join('/');
  return {
    ruleId,
    ruleIndex,
    // The standard ties the two: whatever does not fail has the level `none`.
    kind: level === 'none' ? 'pass' : 'fail',
    level,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          ...(line === null ? {} : { region: { startLine: line } }),
        },
        logicalLocations: [{ fullyQualifiedName: component.place, name: component.purl ?? component.name }],
      },
    ],
    partialFingerprints: { 'findingInPackage/v1': `${ruleId} ${component.purl ?? titleOf(component)}` },
  };
}

function titleOf({ name, version }: Component): string {
  return version === null ? name : `${name} ${version}`;
}
