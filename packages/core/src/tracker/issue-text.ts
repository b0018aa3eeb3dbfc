import { extractKind } from '../ids/extract.ts';

/** The label by which the collection marks what is about its security, on issues and pull requests. */
export const SECURITY_LABEL = '1.severity: security';

export const LABEL_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type LabelSeverity = (typeof LABEL_SEVERITIES)[number];

/** GitHub takes no longer bodies; whatever is beyond is nobody's report. */
export const LONGEST_TEXT = 100_000;
const MOST_CVES = 500;
const MOST_PACKAGES = 200;

export function isSecurityLabelled(labels: readonly string[]): boolean {
  return labels.some((name) => name.trim().toLowerCase() === SECURITY_LABEL);
}

/** The CVE ids that a text names, in its order. */
export function extractCves(text: string | null): string[] {
  return text === null ? [] : extractKind('cve', text.slice(0, LONGEST_TEXT)).slice(0, MOST_CVES);
}

/** One in a list may be a reference; several are what the issue groups. */
const FEWEST_LISTED = 2;
/** A bullet with or without a box to tick, a row of a table or a heading that begins with an id, or with a link of that name. */
const LISTED = /^(?:[-*+]|\d{1,3}[.)]|\||#{1,6})\s{1,8}(?:\[[ xX]\]\s{1,8})?[[`*]{0,4}(CVE-\d{4}-\d{4,19})\b/i;

/** The CVEs that an issue groups, by a list in its body: a package's open ones, each with its own item. */
function listedCves(body: string | null): string[] {
  const lines = (body ?? '').slice(0, LONGEST_TEXT).split('\n');
  const listed = lines.flatMap((line) => extractCves(LISTED.exec(line.slice(0, 200).trimStart())?.[1] ?? null));
  const found = [...new Set(listed)].slice(0, MOST_CVES);
  return found.length < FEWEST_LISTED ? [] : found;
}

/** Separates the CVEs an issue is about from those it only mentions. */
export function issueCves(
  title: string,
  body: string | null,
): { readonly cves: string[]; readonly relatedCves: string[] } {
  const cves = [...new Set([...extractCves(title), ...listedCves(body)])];
  return { cves, relatedCves: extractCves(body).filter((id) => !cves.includes(id)) };
}

/** An issue counts for the tracker when it has the label and names a CVE, in its title or its body. */
export function isTracked(labels: readonly string[], title: string, body: string | null): boolean {
  const { cves, relatedCves } = issueCves(title, body);
  return isSecurityLabelled(labels) && cves.length + relatedCves.length > 0;
}

/** The worst that a label says: `1.severity: critical`, `severity: high`, `severity/moderate`. */
export function severityOfLabels(labels: readonly string[]): LabelSeverity | null {
  const said = labels.map(severityOfLabel);
  return LABEL_SEVERITIES.find((level) => said.includes(level)) ?? null;
}

function severityOfLabel(label: string): LabelSeverity | null {
  const name = label.slice(0, 100).toLowerCase();
  const at = name.indexOf('severity');
  // Nothing but a number and its dot may stand before.
  if (at === -1 || at > 4 || !/^[0-9. ]*$/.test(name.slice(0, at))) return null;
  const level = name
    .slice(at + 'severity'.length)
    .replace(/^[:/ ]+/, '')
    .trim();
  return level === 'moderate' ? 'medium' : (LABEL_SEVERITIES.find((known) => known === level) ?? null);
}

/** Package names of an issue: of the title's prefix first, then of the list in the body. */
export function issuePackages(title: string, body: string | null): string[] {
  return [...new Set([...packagesOfTitle(title), ...packagesOfBody(body)])].slice(0, MOST_PACKAGES);
}

/**
 * `curl: CVE-…`, `curl, wget: CVE-…`, `CVE-…: curl: …`, `[26.05] curl: …`, and the old
 * `Vulnerability roundup 99: curl-7.72.0: 3 advisories`.
 */
export function packagesOfTitle(title: string): string[] {
  const parts = withoutTags(title.slice(0, 1000)).split(': ').slice(0, 3);
  for (const part of parts.slice(0, -1)) {
    const text = part.trim();
    if (isRoundup(text)) return nameOfRoundup(parts[1] ?? '');
    if (extractCves(text).length > 0) continue;
    return text.split(/,|&| and /).flatMap((word) => nameIn(word) ?? []);
  }
  return [];
}

/** `- \`attr (version@channel)\`` lines under "Affected packages". */
export function packagesOfBody(body: string | null): string[] {
  const found: string[] = [];
  let within = false;
  for (const line of (body ?? '').slice(0, LONGEST_TEXT).split('\n')) {
    if (line.length > 1000) continue;
    if (line.toLowerCase().includes('affected packages')) within = true;
    const item = within ? parseListItem(line) : null;
    const open = item?.indexOf(' (') ?? -1;
    if (item === null || open === -1 || !item.includes('@', open)) continue;
    const name = nameIn(item.slice(0, open));
    if (name !== null) found.push(name);
  }
  return [...new Set(found)].slice(0, MOST_PACKAGES);
}

/** Returns the text after the bullet, without code marks. */
function parseListItem(line: string): string | null {
  const text = line.trim();
  return text.startsWith('- ') || text.startsWith('* ') ? text.slice(2).replaceAll('`', '').trim() : null;
}

/** `[Backport release-26.05] curl: …` without what stands in brackets before. */
function withoutTags(title: string): string {
  let text = title.trim();
  for (let tags = 0; tags < 5 && text.startsWith('['); tags += 1) {
    const end = text.indexOf(']');
    if (end === -1) return text;
    text = text.slice(end + 1).trim();
  }
  return text;
}

/** Words before a colon that are no names of packages. */
const NO_NAMES: ReadonlySet<string> = new Set([
  'security',
  'vulnerability',
  'vulnerabilities',
  'tracking',
  'treewide',
  'nixpkgs',
  'nixos',
  'cve',
  'update',
  'warning',
]);

const NAME = /^[A-Za-z_][A-Za-z0-9_.+'"@-]{0,119}$/;

/** An attribute or a package's name; modules (`nixos/…`) and sentences are none. */
function nameIn(word: string): string | null {
  const name = word.trim().replace(/^pkgs\./, '');
  return NAME.test(name) && !NO_NAMES.has(name.toLowerCase()) ? name : null;
}

function isRoundup(text: string): boolean {
  return text.toLowerCase().startsWith('vulnerability roundup');
}

/** `curl-7.72.0`: the version begins at the first hyphen before a digit. */
function nameOfRoundup(text: string): string[] {
  const hyphen = text.slice(0, 200).search(/-\d/);
  const name = nameIn(hyphen === -1 ? text : text.slice(0, hyphen));
  return name === null ? [] : [name];
}
