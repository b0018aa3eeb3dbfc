import { packageOfPurl, parsePurl } from '@almanac/core/purl';
import type { CorpusPackage } from '@almanac/twins';
import { isDistribution, isSameName, resembles } from './names.ts';
import type { FoundOsv, Vulnerability } from './records.ts';
import type { CveAffected, CveContainer, JudgedCase, NvdMatch, NvdRecord, OsvAffected } from './shapes.ts';
import { cpeParts } from './statements.ts';

/** What a judge has to know beside the records. */
export interface Surroundings {
  /** The entry of the collection, or for a purl those of the same name. */
  readonly entries: readonly CorpusPackage[];
  /** What the tracker has on the CVE, and on the package of the question. */
  readonly issues: readonly { readonly attribute: string; readonly state: string; readonly reason: string }[];
}

const MOST_CHARACTERS = 6500;
const LEAST_CHARACTERS = 900;
const DESCRIPTION = 400;
const SHORT_DESCRIPTION = 200;
const MOST_ENTRIES = 12;
const MOST_OTHERS = 12;
const MOST_VERSIONS = 40;
const MOST_RECORDS = 12;

/** One case with everything that is needed to judge it, as Markdown. */
export function bundleOf(judged: JudgedCase, vulnerability: Vulnerability, surroundings: Surroundings): string {
  const names = namesAsked(judged, surroundings);
  const asked = 'package' in judged.question ? `package ${judged.question.package}` : `purl ${judged.question.purl}`;
  const head = [
    `## ${judged.id} (${judged.stratum})`,
    `Question: is ${asked}, version ${judged.version}, affected by ${judged.cve}?`,
    ...surroundings.entries.map((entry) => entryLine('package' in judged.question, entry)),
    issuesLine(judged, surroundings),
  ].join('\n');
  const osv = osvRecords(vulnerability, names, judged);
  const records = [
    ...cveRecord(vulnerability, names),
    ...nvdRecord(vulnerability, names),
    ...overrideRecord(vulnerability, names),
    ...osv.about,
  ];
  const others = osv.others.length === 0 ? [] : [['### Other records', ...osv.others].join('\n')];
  const room = MOST_CHARACTERS - head.length - (others[0]?.length ?? 0);
  return [head, ...(vulnerability.isEmpty() ? ['No record of this CVE.'] : fitted(records, room)), ...others, ''].join(
    '\n\n',
  );
}

/** Cut to a common length, so that they fit together; what short ones leave is given to the long ones. */
function fitted(texts: readonly string[], room: number): string[] {
  let limit = Math.floor(room / Math.max(texts.length, 1));
  for (let round = 0; round < 5; round += 1) {
    const long = texts.filter((text) => text.length > limit).length;
    const used = texts.reduce((sum, text) => sum + Math.min(text.length, limit), 0);
    if (long === 0 || used >= room) break;
    limit += Math.floor((room - used) / long);
  }
  return texts.map((text) => cut(text, Math.max(limit, LEAST_CHARACTERS)));
}

function namesAsked({ question }: JudgedCase, { entries }: Surroundings): string[] {
  if ('purl' in question) return [packageAsked(question.purl).name];
  return entries.flatMap(({ attribute, pname }) => [attribute.slice(attribute.lastIndexOf('.') + 1), pname]);
}

/** The OSV ecosystem and name of a purl. */
export function packageAsked(text: string): { readonly ecosystem: string; readonly name: string } {
  const purl = parsePurl(text);
  const found = purl === null ? null : packageOfPurl(purl);
  return found === null || found.ecosystem === null ? { ecosystem: '', name: purl?.name ?? '' } : found;
}

function entryLine(
  asked: boolean,
  { attribute, pname, version, homepages, position, description, patches }: CorpusPackage,
): string {
  const named = patches.filter((file) => /cve[-_]\d/i.test(file));
  return [
    `${asked ? 'Collection' : 'Collection, same name, not asked about'}: ${attribute}, pname ${pname}, version ${version}, homepage ${homepages.join(' ') || 'none'}, ${position ?? 'no position'}`,
    `"${oneLine(description ?? '', 120)}"`,
    `patches ${patches.length}${named.length === 0 ? '' : `, naming CVEs: ${named.join(' ')}`}`,
  ].join('; ');
}

function issuesLine({ question }: JudgedCase, { issues }: Surroundings): string {
  const own = 'package' in question ? issues.filter(({ attribute }) => attribute === question.package) : [];
  const others = issues.filter((issue) => !own.includes(issue));
  const print = (list: Surroundings['issues']) =>
    list
      .slice(0, 8)
      .map(({ attribute, state, reason }) => `${attribute} (${state}, by ${reason})`)
      .join(', ');
  return `Tracker: ${own.length > 0 ? `an issue names this pair: ${print(own)}` : 'no issue names this pair'}${
    others.length === 0 ? '' : `; issues of this CVE for other packages: ${print(others)}`
  }`;
}

function cveRecord(vulnerability: Vulnerability, names: readonly string[]): string[] {
  const record = vulnerability.cve();
  if (record === null) return [];
  const { cna = {}, adp = [] } = record.containers;
  const text = cna.descriptions ?? cna.rejectedReasons ?? [];
  const description = text.find(({ lang }) => lang.startsWith('en'))?.value ?? text[0]?.value ?? '';
  const tags = cna.tags ?? [];
  const links = [cna, ...adp].flatMap(({ references }) => (references ?? []).map(({ url }) => url));
  return [
    [
      `### CVE list ${vulnerability.id}, ${record.cveMetadata.state}, published ${record.cveMetadata.datePublished?.slice(0, 10) ?? 'unknown'}${tags.length > 0 ? `, tags ${tags.join(' ')}` : ''}`,
      `> ${oneLine(description, DESCRIPTION)}`,
      ...affectedLines('cna', cna, names),
      ...adp.flatMap((container) =>
        affectedLines(`adp ${container.providerMetadata?.shortName ?? ''}`, container, names),
      ),
      ...repositoryLine(links),
    ].join('\n'),
  ];
}

function affectedLines(
  container: string,
  { affected, providerMetadata }: CveContainer,
  names: readonly string[],
): string[] {
  const by = container === 'cna' ? `cna ${providerMetadata?.shortName ?? ''}` : container;
  return fullAndOthers(
    affected ?? [],
    ({ product = '', packageName = '' }) =>
      names.some((name) => resembles(name, product) || resembles(name, packageName)),
    (entry) => `- [${by}] ${cveEntry(entry)}`,
    (entry) =>
      `${entry.vendor ?? ''}/${entry.packageName ?? entry.product ?? ''}: ${(entry.versions ?? []).slice(0, 2).map(cveVersion).join('; ')}`,
    by,
  );
}

function cveEntry(entry: CveAffected): string {
  const versions = listed((entry.versions ?? []).map(cveVersion), MOST_VERSIONS, '; ');
  return [
    `vendor "${entry.vendor ?? ''}"`,
    `product "${entry.product ?? ''}"`,
    ...optional('packageName', entry.packageName),
    ...optional('collectionURL', entry.collectionURL),
    ...optional('repo', entry.repo),
    ...optional('default', entry.defaultStatus),
    ...optional('platforms', listed(entry.platforms ?? [], 6)),
    ...optional('cpes', listed(entry.cpes ?? [], 4)),
    `versions: ${versions || 'none'}`,
  ].join(', ');
}

function cveVersion(version: NonNullable<CveAffected['versions']>[number]): string {
  const end = [...optional('<', version.lessThan), ...optional('<=', version.lessThanOrEqual)].join(' ');
  const changes = (version.changes ?? []).map(({ at, status }) => `${status} at ${at}`).join(', ');
  return oneLine(
    `${version.status ?? 'no status'} ${version.version ?? ''} ${end}${version.versionType ? ` (${version.versionType})` : ''}${changes ? ` changes ${changes}` : ''}`,
    160,
  );
}

function nvdRecord(vulnerability: Vulnerability, names: readonly string[]): string[] {
  const record = vulnerability.nvd()?.cve;
  if (record === undefined) return [];
  const lines = configurationLines(record, names);
  const text =
    vulnerability.cveText === null ? record.descriptions?.find(({ lang }) => lang === 'en')?.value : undefined;
  return [
    [
      `### NVD ${record.id}, ${record.vulnStatus ?? 'no status'}`,
      ...(text === undefined ? [] : [`> ${oneLine(text, DESCRIPTION)}`]),
      ...listedLines(lines, 30),
      ...(vulnerability.cveText === null ? repositoryLine((record.references ?? []).map(({ url }) => url)) : []),
    ].join('\n'),
  ];
}

function overrideRecord(vulnerability: Vulnerability, names: readonly string[]): string[] {
  const record = vulnerability.override();
  if (record === null) return [];
  const lines = listedLines(configurationLines(record.cve, names), 30);
  const text = vulnerability.cveText === null ? record._annotation?.description : undefined;
  const described = text === undefined ? [] : [`> ${oneLine(text, DESCRIPTION)}`];
  return [[`### Anchore's additions to NVD for ${vulnerability.id}`, ...described, ...lines].join('\n')];
}

function configurationLines(record: NvdRecord['cve'], names: readonly string[]): string[] {
  return (record.configurations ?? []).flatMap(({ operator, nodes }, index) =>
    nodes.flatMap(({ cpeMatch, negate }, node) => {
      const place = `configuration ${index + 1}${operator === 'AND' ? ` (AND, node ${node + 1})` : ''}${negate ? ' negated' : ''}`;
      return fullAndOthers(
        cpeMatch,
        ({ criteria }) => names.some((name) => resembles(name, cpeParts(criteria)[4] ?? '')),
        (match) => `- [${place}] ${nvdMatch(match)}`,
        nvdMatch,
        place,
      );
    }),
  );
}

function nvdMatch(match: NvdMatch): string {
  return [
    match.criteria.replace(/^cpe:2\.3:/, '').replace(/(?::\*)+$/, ''),
    ...optional('>=', match.versionStartIncluding),
    ...optional('>', match.versionStartExcluding),
    ...optional('<', match.versionEndExcluding),
    ...optional('<=', match.versionEndIncluding),
    ...(match.vulnerable ? [] : ['(not vulnerable itself)']),
  ].join(' ');
}

function osvRecords({ osv, cveText }: Vulnerability, names: readonly string[], { question }: JudgedCase) {
  const asked = 'purl' in question ? packageAsked(question.purl) : { ecosystem: '', name: '' };
  const about = (found: FoundOsv) =>
    (found.record.affected ?? []).some((entry) => names.some((name) => resembles(name, entry.package?.name ?? '')));
  const exactly = (found: FoundOsv) =>
    (found.record.affected ?? []).some(
      ({ package: named }) => named?.name === asked.name && named.ecosystem === asked.ecosystem,
    );
  const rank = (found: FoundOsv) => 2 * Number(exactly(found)) + Number(about(found));
  const sorted = osv.toSorted((a, b) => rank(b) - rank(a));
  const full = sorted.filter((found, index) => index < MOST_RECORDS && (rank(found) > 0 || sorted.length <= 3));
  const others = sorted.filter((found) => !full.includes(found));
  return {
    about: full.map((found, index) => {
      return osvRecord(found, names, index === 0 && cveText === null ? DESCRIPTION : SHORT_DESCRIPTION);
    }),
    others: listedLines(others.map(otherRecord), MOST_OTHERS),
  };
}

function osvRecord({ record, relation }: FoundOsv, names: readonly string[], most: number): string {
  const entries = record.affected ?? [];
  const same = (entry: OsvAffected) => names.some((name) => isSameName(name, entry.package?.name ?? ''));
  const like = (entry: OsvAffected) => names.some((name) => resembles(name, entry.package?.name ?? ''));
  const builds = entries.some((entry) => isDistribution(entry.package?.ecosystem ?? ''));
  const description = [record.summary ?? '', record.details ?? ''].filter((text) => text !== '').join(': ');
  return [
    `### OSV ${record.id}, names the CVE by ${relation}${record.withdrawn ? `, WITHDRAWN ${record.withdrawn}` : ''}`,
    `> ${oneLine(description, most)}`,
    ...fullAndOthers(
      entries,
      entries.some(same) ? same : like,
      (entry) => `- ${osvEntry(entry)}`,
      (entry) => oneLine(osvEntry(entry), 110),
      'affected',
      builds ? 4 : MOST_OTHERS,
    ),
    ...repositoryLine((record.references ?? []).flatMap(({ url }) => url ?? [])),
  ].join('\n');
}

/** A record about other packages, in a line. */
function otherRecord({ record, relation }: FoundOsv): string {
  const entries = (record.affected ?? []).map(osvEntry);
  const withdrawn = record.withdrawn ? ', WITHDRAWN' : '';
  const text = `${oneLine(record.summary ?? record.details ?? '', 80)}: ${listed(entries, 2, '; ')}`;
  return `- ${record.id} (${relation}${withdrawn}) ${oneLine(text, 240)}`;
}

function osvEntry({ package: named, ranges, versions }: OsvAffected): string {
  const printed = (ranges ?? []).map(({ type, repo, events }) => {
    const list = (events ?? []).map((event) =>
      Object.entries(event)
        .map(([kind, version]) => `${kind} ${version}`)
        .join(' '),
    );
    return `${type ?? ''}${repo === undefined ? '' : ` ${repo}`}: ${listed(list, 24)}`;
  });
  return [
    `${named?.ecosystem ?? 'no ecosystem'} ${named?.name ?? 'no name'}`,
    ...printed,
    ...optional('versions', listed(versions ?? [], MOST_VERSIONS)),
  ].join(' | ');
}

/** Those that matter in full, those of other products as one line each, with the number of those left out. */
function fullAndOthers<T>(
  entries: readonly T[],
  matters: (entry: T) => boolean,
  full: (entry: T) => string,
  short: (entry: T) => string,
  place: string,
  mostOthers = MOST_OTHERS,
): string[] {
  const shown = entries.filter(matters);
  const others = entries.filter((entry) => !shown.includes(entry));
  const few = shown.length === 0 && others.length <= 2;
  if (few) return others.map(full);
  return [
    ...listedLines(shown.map(full), MOST_ENTRIES),
    ...listedLines(
      others.map((entry) => `- other [${place}]: ${oneLine(short(entry), 180)}`),
      mostOthers,
    ),
  ];
}

const REPOSITORY =
  /^(?:git\+)?(?:https?|git|ssh):\/\/(?:(?:www\.)?(?:github|gitlab|bitbucket)\.\w+|gitee\.com|codeberg\.org|(?:git|gitlab|gitea|invent|code|salsa|forge)\.[\w.-]+)\/(?!advisories\/|orgs\/)[^/]+\/[^/]/i;

function repositoryLine(links: readonly string[]): string[] {
  const repositories = new Set(links.flatMap((link) => (REPOSITORY.test(link) ? oneLine(link, 140) : [])));
  return repositories.size === 0 ? [] : [`Repositories: ${listed([...repositories], 6, ' ')}`];
}

function listed(values: readonly string[], most: number, separator = ', '): string {
  const rest = values.length - most;
  return `${values.slice(0, most).join(separator)}${rest > 0 ? ` … and ${rest} more` : ''}`;
}

function listedLines(lines: readonly string[], most: number): string[] {
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), `- … and ${rest} more`] : [...lines];
}

function optional(label: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [`${label} ${value}`];
}

function oneLine(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}… (cut, ${text.length - most} characters more)` : text;
}
