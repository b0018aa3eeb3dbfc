import type { SarifLog, SarifResult, SarifRule } from '../sbom/write-sarif.ts';
import type { PullFinding } from './finding.ts';
import { PULL_RULES } from './rules/index.ts';

/** What a log says of itself. */
export interface PullSarifAbout {
  readonly toolVersion: string;
  readonly site: string;
  readonly timestamp: string;
}

/** A package of which something could not be told. */
export interface UntoldPackage {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly notes: readonly string[];
}

const UNKNOWN_RULE: SarifRule = {
  id: 'unknown-coverage',
  shortDescription: {
    text: 'Part of this package could not be checked. This is not a finding, but the package may be affected.',
  },
};

/** Findings about a pull request as SARIF: every rule is listed, and what could not be told is a note. */
export function pullSarif(
  findings: readonly PullFinding[],
  untold: readonly UntoldPackage[],
  { toolVersion, site, timestamp }: PullSarifAbout,
): SarifLog {
  const rules: SarifRule[] = PULL_RULES.map(({ id, summary, severity }) => ({
    id,
    shortDescription: { text: summary },
    properties: { defaultLevel: severity, tags: ['security'] },
  }));
  const places = new Map([...rules, UNKNOWN_RULE].map(({ id }, i) => [id, i]));
  const result = (
    ruleId: string,
    level: SarifResult['level'],
    text: string,
    at: { readonly file: string; readonly line: number; readonly package: string },
  ): SarifResult => ({
    ruleId,
    ruleIndex: places.get(ruleId) ?? -1,
    kind: 'fail',
    level,
    message: { text },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(at.file) }, region: { startLine: Math.max(1, at.line) } },
        logicalLocations: [{ name: at.package }],
      },
    ],
    partialFingerprints: { 'findingInPackage/v1': `${ruleId} ${at.package} ${text}` },
  });
  const notes = untold.map(({ name, file, line, notes: said }) =>
    result(UNKNOWN_RULE.id, 'note', `${name}: ${said.join('; ')}`, { file, line, package: name }),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Almanac', version: toolVersion, informationUri: site, rules: [...rules, UNKNOWN_RULE] },
        },
        automationDetails: { id: 'pull-request/' },
        invocations: [{ executionSuccessful: true, endTimeUtc: timestamp }],
        results: [...findings.map((each) => result(each.rule, each.severity, each.message, each)), ...notes],
      },
    ],
  };
}

/** Paths in a log are addresses relative to the repository. */
function uriOf(path: string): string {
  return path
    .split('/')
    .map((step) => encodeURIComponent(step.toWellFormed()))
    .join('/');
}
