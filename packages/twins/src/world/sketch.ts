import type { Timeline } from './timeline.ts';
import type {
  CveListing,
  ExploitDbEntry,
  Facts,
  KevListing,
  MetasploitModule,
  NucleiTemplate,
  NvdOverride,
  Package,
  Product,
  Range,
  RangeEvent,
  Reference,
  Text,
  Weakness,
} from './vulnerability.ts';
import type { When } from './when.ts';

/** Helpers for writing entries; each makes one member of a vulnerability. */

const WEAKNESSES: Readonly<Record<string, string>> = {
  'CWE-20': 'Improper Input Validation',
  'CWE-22': 'Path Traversal',
  'CWE-77': 'Command Injection',
  'CWE-78': 'OS Command Injection',
  'CWE-79': 'Cross-site Scripting',
  'CWE-89': 'SQL Injection',
  'CWE-119': 'Improper Restriction of Operations within the Bounds of a Memory Buffer',
  'CWE-125': 'Out-of-bounds Read',
  'CWE-190': 'Integer Overflow or Wraparound',
  'CWE-200': 'Exposure of Sensitive Information',
  'CWE-269': 'Improper Privilege Management',
  'CWE-287': 'Improper Authentication',
  'CWE-352': 'Cross-Site Request Forgery',
  'CWE-400': 'Uncontrolled Resource Consumption',
  'CWE-416': 'Use After Free',
  'CWE-434': 'Unrestricted Upload of File with Dangerous Type',
  'CWE-502': 'Deserialization of Untrusted Data',
  'CWE-506': 'Embedded Malicious Code',
  'CWE-611': 'XML External Entity Reference',
  'CWE-787': 'Out-of-bounds Write',
  'CWE-835': 'Infinite Loop',
  'CWE-862': 'Missing Authorization',
  'CWE-918': 'Server-Side Request Forgery',
  'CWE-1321': 'Prototype Pollution',
  'CWE-1333': 'Inefficient Regular Expression Complexity',
};

export function weakness(cwe: string): readonly Weakness[] {
  return [{ cwe, text: `${cwe} ${WEAKNESSES[cwe] ?? 'Weakness'}` }];
}

export function english(value: string): readonly Text[] {
  return [{ lang: 'en', value }];
}

export function product(vendor: string, name: string, fixed: string, from = '0'): Product {
  return {
    vendor,
    product: name,
    defaultStatus: 'unaffected',
    versions: [{ version: from, lessThan: fixed, status: 'affected', versionType: 'semver' }],
  };
}

export function advisoryLink(url: string): readonly Reference[] {
  return [{ url, tags: ['vendor-advisory'] }];
}

export function facts(at: When, set: Facts): Timeline<Facts> {
  return [{ at, set }];
}

export function listed(at: When, extra: Partial<CveListing> = {}): Timeline<CveListing> {
  return [{ at, set: { state: 'PUBLISHED', dataVersion: '5.2', ...extra } }];
}

export function rejected(at: When, rejectedReason: string, replacedBy?: readonly string[]): Timeline<CveListing> {
  const set: CveListing = { state: 'REJECTED', dataVersion: '5.1', rejectedReason };
  return [{ at, set: replacedBy === undefined ? set : { ...set, replacedBy } }];
}

/** Open without a fix. */
export function range(introduced: string, fixed?: string, type: Range['type'] = 'SEMVER'): Range {
  const events: RangeEvent[] = [{ introduced }];
  if (fixed !== undefined) events.push({ fixed });
  return { type, events };
}

export function packageOf(ecosystem: string, name: string, ...ranges: readonly Range[]): Package {
  return { ecosystem, name, ranges };
}

const KEV_ACTION =
  'Apply mitigations per vendor instructions, follow applicable guidance for cloud services, or discontinue use of the product if mitigations are unavailable.';

export function exploited(
  at: When,
  entry: Pick<KevListing, 'vendorProject' | 'product' | 'name' | 'description' | 'notes'> & Partial<KevListing>,
): Timeline<KevListing> {
  return [{ at, set: { listed: true, action: KEV_ACTION, dueIn: 21, ransomware: false, cwes: [], ...entry } }];
}

export function inMetasploit(at: When, module: Omit<MetasploitModule, 'listed'>): Timeline<MetasploitModule> {
  return [{ at, set: { listed: true, ...module } }];
}

export function inNuclei(at: When, name: string, severity: string, score = 'N/A'): Timeline<NucleiTemplate> {
  return [{ at, set: { listed: true, name, severity, score } }];
}

export function inExploitDb(at: When, entry: Omit<ExploitDbEntry, 'listed' | 'published'>): Timeline<ExploitDbEntry> {
  return [{ at, set: { listed: true, published: at, ...entry } }];
}

/** Defaults to configurations of the assigner's products. */
export function inNvdOverrides(at: When, override: Omit<NvdOverride, 'listed'> = {}): Timeline<NvdOverride> {
  return [{ at, set: { listed: true, ...override } }];
}
