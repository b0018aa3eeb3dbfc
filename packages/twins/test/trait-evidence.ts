import { instantsOf, stateAt } from '../src/world/timeline.ts';
import type { IssueState, TrackerIssue, TrackerPull } from '../src/world/tracker.ts';
import type { Trait } from '../src/world/traits.ts';
import type { Facts, Product, ProductVersion, Score, Vulnerability } from '../src/world/vulnerability.ts';
import { instantOf, type When } from '../src/world/when.ts';
import { baseScore31 } from './base-score.ts';

type Holds = (entry: Vulnerability) => boolean;

const START = Date.parse('2026-09-15T09:30:00Z');
const HOUR = 3_600_000;

/** Whether an entry, as it stands when the clock starts, really has the trait. */
export function evidenceOf(trait: Trait): Holds {
  return EVIDENCE[trait];
}

const EVIDENCE: Readonly<Record<Trait, Holds>> = {
  published: (entry) => listing(entry)?.state === 'PUBLISHED',
  partial: (entry) => listing(entry) === null && live(entry).length > 0,
  reserved: (entry) => entry.reserved !== undefined && listing(entry) === null && elsewhere(entry).length === 0,
  rejected: (entry) =>
    (listing(entry)?.state === 'REJECTED' && listing(entry)?.replacedBy === undefined) ||
    EVIDENCE.rejected_with_replacement(entry),
  rejected_with_replacement: (entry) =>
    listing(entry)?.state === 'REJECTED' && listing(entry)?.replacedBy?.length === 1,
  withdrawn: (entry) => listing(entry) === null && elsewhere(entry).length > 0 && live(entry).length === 0,
  awaiting_ingest: (entry) => listing(entry)?.fileMissing === true,
  unknown: (entry) => entry.reserved === undefined && listing(entry) === null && elsewhere(entry).length === 0,

  SEVERITY_DISAGREES: (entry) => new Set(severities(entry)).size > 1,
  RANGE_DISAGREES: (entry) => disagree(lowerBounds(entry)),
  FIX_DISAGREES: (entry) => disagree(fixes(entry)),
  STATE_DISAGREES: (entry) =>
    (listing(entry)?.state === 'PUBLISHED' && elsewhere(entry).some(({ withdrawn }) => withdrawn === true)) ||
    (listing(entry)?.state === 'REJECTED' && live(entry).length > 0),
  DATE_DISAGREES: ({ nvd, advisory }) =>
    nvd?.[0].set.publishedAs !== undefined && advisory?.[0].set.publishedAs !== undefined,
  SCORE_DISAGREES_WITH_VECTOR: (entry) =>
    allScores(entry).some((score) => score.version === '3.1' && baseScore31(score.vector) !== score.score),
  ALIAS_ONE_SIDED: ({ advisory }) => advisory?.[0].set.namesCve === false,

  zoneless_dates: (entry) => listing(entry)?.dates === 'zoneless',
  microsecond_dates: (entry) => listing(entry)?.dates === 'microseconds',
  undated: (entry) => listing(entry)?.undated === true,
  version_not_applicable: withVersion(({ version }) => version === 'n/a'),
  version_unspecified: withVersion(({ version }) => version === 'unspecified'),
  version_star: withVersion(({ version }) => version === '*'),
  comparator_in_version: withVersion(({ version }) => version.startsWith('<') || version.startsWith('>')),
  version_changes: withVersion(({ changes }) => changes !== undefined),
  wildcard_bound: withVersion(({ version, lessThan }) => version.endsWith('.*') || lessThan === '*'),
  odd_version_type: withVersion(({ versionType }) => versionType === '2024.3'),
  many_versions: withProduct(({ versions }) => versions.length > 1000),
  git_and_version_entries: (entry) => {
    const types = told(entry)?.products.map(({ versions }) =>
      versions.some(({ versionType }) => versionType === 'git'),
    );
    return types?.includes(true) === true && types.includes(false);
  },
  no_title: (entry) => told(entry)?.title === undefined,
  german_first: (entry) => told(entry)?.descriptions[0]?.lang === 'de',
  no_english: (entry) => told(entry)?.descriptions.every(({ lang }) => !lang.startsWith('en')) === true,
  weakness_in_words: (entry) => told(entry)?.weaknesses?.some(({ cwe }) => cwe === undefined) === true,
  no_weakness: (entry) => told(entry)?.weaknesses === undefined,
  ssvc_odd_case: (entry) => listing(entry)?.vulnrichment?.ssvc?.exploitation === 'PoC',
  cvss_from_both: (entry) => told(entry)?.scores !== undefined && listing(entry)?.vulnrichment?.scores !== undefined,
  cvss_four_versions: (entry) => new Set(told(entry)?.scores?.map(({ version }) => version)).size === 4,
  cvss_v2_only: (entry) => told(entry)?.scores?.every(({ version }) => version === '2.0') === true,
  no_score: (entry) => allScores(entry).length === 0,
  disputed: tagged('disputed'),
  unsupported: tagged('unsupported-when-assigned'),
  hosted_service: tagged('exclusively-hosted-service'),
  cpe_applicability: (entry) => told(entry)?.applicability !== undefined,
  cpe_and_configuration: ({ nvd }) => nvd?.[0].set.configurations?.[0]?.operator === 'AND',
  package_url: withProduct(({ packageURL }) => packageURL !== undefined),
  collection_url: withProduct(({ collectionURL }) => collectionURL !== undefined),
  program_container: (entry) => listing(entry)?.programContainer === true,
  four_digit_id: ({ id }) => id.split('-')[2]?.length === 4,
  long_id: ({ id }) => (id.split('-')[2]?.length ?? 0) >= 10,
  html_text: says('<img src=x'),
  script_text: says('<script>'),
  bidi_text: says('\u202e'),
  cdata_end_text: says(']]>'),
  control_characters: says('\u001b'),
  injected_instruction: says('Ignore all previous instructions'),
  template_text: says('{{7*7}}'),
  javascript_reference: refersTo('javascript:'),
  ftp_reference: refersTo('ftp:'),
  long_description: (entry) => (told(entry)?.descriptions[0]?.value.length ?? 0) > 90_000,
  proto_product: withProduct(({ product }) => product === '__proto__'),
  scoped_package: ({ advisory }) => advisory?.[0].set.packages[0]?.name.startsWith('@') === true,
  open_range: ({ advisory }) => advisory?.[0].set.packages[0]?.ranges[0]?.events.length === 1,
  hidden_upper_bound: ({ advisory }) => advisory?.[0].set.packages[0]?.lastKnownAffected !== undefined,
  several_ecosystems: ({ advisory }) => new Set(advisory?.[0].set.packages.map(({ ecosystem }) => ecosystem)).size > 1,
  multiple_introduced: ({ osv }) =>
    (osv?.[0]?.[0].set.packages[0]?.ranges[0]?.events.filter((event) => 'introduced' in event).length ?? 0) > 1,
  distribution_record: ({ osv }) => osv?.some(([first]) => first.set.id.startsWith('DEBIAN-CVE-')) === true,
  unreviewed_advisory: ({ advisory }) => advisory?.[0].set.type === 'unreviewed',
  malware: ({ advisory }) => advisory?.[0].set.type === 'malware',
  git_ranges: ({ osv }) => osv?.some(([first]) => first.set.commits?.[0]?.type === 'GIT') === true,
  date_bump: ({ osv }) => osv?.some((steps) => steps.some(({ set }) => Object.keys(set).length === 0)) === true,
  no_ecosystem: ({ osv }) =>
    osv?.some(([first]) => first.set.packages.length === 0 && first.set.commits === undefined) === true,
  moved_ecosystem: ({ osv }) =>
    osv?.some((steps) => new Set(steps.flatMap(({ set }) => set.packages?.[0]?.ecosystem ?? [])).size > 1) === true,
  left_export: ({ osv }) => osv?.some((timeline) => stateAt(timeline, START, START)?.dropped === true) === true,
  nvd_deferred: ({ nvd }) => stateAt(nvd, START, START)?.status === 'Deferred',
  nvd_not_scheduled: ({ nvd }) => stateAt(nvd, START, START)?.status === 'Not Scheduled',
  no_epss: ({ epss }) => epss === undefined,
  epss_rising: ({ epss }) => (epss?.at(-1)?.set.score ?? 0) > 10 * (epss?.[0].set.score ?? 1),
  republished: ({ cveList }) => cveList?.map(({ set }) => set.state).join() === 'PUBLISHED,REJECTED,PUBLISHED',
  kev: ({ kev }) => kev !== undefined && kev.every(({ set }) => set.listed !== false),
  kev_ransomware: ({ kev }) => stateAt(kev, START, START)?.ransomware === true,
  kev_ransomware_later: ({ kev }) => kev?.[0].set.ransomware === false && kev.at(-1)?.set.ransomware === true,
  kev_retracted: ({ kev }) => kev?.at(-1)?.set.listed === false,
  kev_retracted_within_the_hour: ({ kev }) => {
    const [added, removed] = instantsOf(kev, START);
    return added !== undefined && removed !== undefined && removed - added < HOUR;
  },
  kev_stray_spaces: ({ kev }) => kev?.[0].set.vendorProject.endsWith(' ') === true,
  kev_no_weakness: ({ kev }) => kev?.[0].set.cwes.length === 0,
  metasploit_exploit: ({ metasploit }) => metasploit?.[0].set.path.startsWith('exploit/') === true,
  metasploit_scanner: ({ metasploit }) => metasploit?.[0].set.path.startsWith('auxiliary/') === true,
  metasploit_without_cve: ({ metasploit }) =>
    metasploit?.[0].set.references?.every((reference) => !reference.startsWith('CVE-')) === true,
  metasploit_retracted: ({ metasploit }) => metasploit?.at(-1)?.set.listed === false,
  nuclei_template: ({ nuclei }) => nuclei !== undefined,
  exploitdb_entry: ({ exploitdb }) => exploitdb !== undefined,
  exploitdb_codes: ({ exploitdb }) => exploitdb?.[0].set.codes?.includes(';') === true,
  nvd_override: ({ nvdOverride }) => nvdOverride?.[0].set.configurations === undefined && nvdOverride !== undefined,
  nvd_override_undated: ({ nvdOverride }) => nvdOverride?.[0].set.undated === true,
  nvd_override_without_product: ({ nvdOverride }) =>
    nvdOverride?.[0].set.configurations?.every(({ nodes }) => !nodes[0]?.cpeMatch[0]?.vulnerable) === true,
  nvd_override_deleted: ({ nvdOverride }) => nvdOverride?.at(-1)?.set.listed === false,
  tracked_issue: withIssue(({ story }, id) => story[0].set.title.includes(id) && hasLabel(story[0].set)),
  tracker_made_issue: withIssue(({ story }) => story[0].set.body?.includes('Affected packages') === true),
  issue_without_cve: withIssue(({ story }) => !`${story[0].set.title} ${story[0].set.body}`.includes('CVE-')),
  issue_without_label: withIssue(({ story }) => !hasLabel(story[0].set)),
  issue_label_removed: withIssue(({ story }) => hasLabel(story[0].set) && !hasLabel(story.at(-1)?.set)),
  issue_closed_not_planned: withIssue(({ story }) => story.at(-1)?.set.reason === 'not_planned'),
  issue_duplicate: withIssue(({ story }) => story.at(-1)?.set.reason === 'duplicate'),
  issue_deleted: withIssue(({ story }) => story.at(-1)?.set.gone === 'deleted'),
  issue_transferred: withIssue(({ story }) => story.at(-1)?.set.gone === 'transferred'),
  issue_by_ghost: withIssue(({ author }) => author === null),
  label_as_text: withIssue(({ story }) => story[0].set.labels.some((label) => typeof label === 'string')),
  related_cve: withIssue(({ story }, id) => story[0].set.body?.replace(id, '').includes('CVE-') === true),
  mentioned_elsewhere: withIssue(({ mentions }) => mentions?.length === 3),
  pull_mentions_only: withPull((pull, { number }) => pull.body?.includes(`Not about #${number}`) === true),
  fix_in_master: withPull(({ base, merged }) => base === 'master' && isPast(merged)),
  fix_in_staging: withPull(({ base, merged }) => base === 'staging' && isPast(merged)),
  fix_backported: withPull(({ base, merged }) => base.startsWith('release-') && isPast(merged)),
  fix_merged_later: withPull(({ merged }) => merged !== undefined && !isPast(merged)),
  midnight_gap: ({ cveList }) => instantsOf(cveList, START).some((instant) => new Date(instant).getUTCHours() === 23),
  happens_later: (entry) =>
    [entry.facts, entry.cveList, entry.advisory, entry.kev].some((timeline) =>
      instantsOf(timeline, START).some((instant) => instant > START),
    ),
};

function withIssue(holds: (issue: TrackerIssue, cve: string) => boolean): Holds {
  return ({ id, issues = [] }) => issues.some((issue) => holds(issue, id));
}

function withPull(holds: (pull: TrackerPull, issue: TrackerIssue) => boolean): Holds {
  return withIssue((issue) => issue.pulls?.some((pull) => holds(pull, issue)) === true);
}

function hasLabel(state: Partial<IssueState> | undefined): boolean {
  const names = (state?.labels ?? []).map((label) => (typeof label === 'string' ? label : label.name));
  return names.includes('1.severity: security');
}

function isPast(when: When | undefined): boolean {
  return when !== undefined && instantOf(when, START) <= START;
}

function listing({ cveList }: Vulnerability) {
  return stateAt(cveList, START, START);
}

function told({ facts }: Vulnerability): Facts | null {
  return stateAt(facts, START, START);
}

/** Records of other databases under this id. */
function elsewhere({ advisory, osv }: Vulnerability): readonly { withdrawn?: boolean }[] {
  return [advisory, ...(osv ?? [])].flatMap(
    (timeline) => stateAt<{ withdrawn?: boolean }>(timeline, START, START) ?? [],
  );
}

function live(entry: Vulnerability) {
  return elsewhere(entry).filter(({ withdrawn }) => withdrawn !== true);
}

function severities(entry: Vulnerability): string[] {
  const advisory = stateAt(entry.advisory, START, START)?.severity.toUpperCase();
  const [first] = told(entry)?.scores ?? [];
  // The list's word where score and vector agree; a wrong score is a conflict of its own.
  const own = first === undefined || EVIDENCE.SCORE_DISAGREES_WITH_VECTOR(entry) ? [] : [first.severity];
  return [...own, ...(advisory === undefined ? [] : [advisory])];
}

/** For each source, what it says of the first product or package that it has with a range. */
function lowerBounds(entry: Vulnerability): (string | undefined)[] {
  const range = stateAt(entry.advisory, START, START)?.packages[0]?.ranges[0]?.events[0];
  return [
    told(entry)?.products[0]?.versions[0]?.version.replace('*', '0'),
    range !== undefined && 'introduced' in range ? range.introduced : undefined,
  ];
}

function fixes(entry: Vulnerability): (string | undefined)[] {
  const event = stateAt(entry.advisory, START, START)?.packages[0]?.ranges[0]?.events[1];
  return [
    told(entry)?.products[0]?.versions[0]?.lessThan,
    event !== undefined && 'fixed' in event ? event.fixed : undefined,
  ];
}

function disagree(values: readonly (string | undefined)[]): boolean {
  return new Set(values.filter((value) => value !== undefined)).size > 1;
}

function allScores(entry: Vulnerability): readonly Score[] {
  const enriched = listing(entry)?.vulnrichment?.scores ?? [];
  const others = [entry.advisory, entry.nvd].flatMap(
    (timeline) => timeline?.flatMap(({ set }) => set.scores ?? []) ?? [],
  );
  return [...(told(entry)?.scores ?? []), ...enriched, ...others];
}

function withProduct(holds: (product: Product) => boolean): Holds {
  return (entry) => told(entry)?.products.some(holds) === true;
}

function withVersion(holds: (version: ProductVersion) => boolean): Holds {
  return withProduct(({ versions }) => versions.some(holds));
}

function tagged(tag: string): Holds {
  return (entry) => told(entry)?.tags?.includes(tag) === true;
}

function says(text: string): Holds {
  return (entry) =>
    [told(entry)?.title, told(entry)?.descriptions[0]?.value].some((words) => words?.includes(text) === true);
}

function refersTo(scheme: string): Holds {
  return (entry) => told(entry)?.references.some(({ url }) => url.startsWith(scheme)) === true;
}
