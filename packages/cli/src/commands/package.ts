import {
  getPurl,
  getVulns,
  type PurlResult,
  type UnknownReason,
  type Verdict,
  type VulnsResult,
} from '@almanac/contract';
import { mostTelling } from '@almanac/core/matching';
import { printPurl, purlOfPackage } from '@almanac/core/purl';
import { suggestEcosystem } from '@almanac/core/versions';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { counted } from '../output/words.ts';
import { isAllowed } from '../scan/allowed-reasons.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';

export interface PackageOptions {
  readonly version?: string;
  readonly ecosystem?: string;
}

/** By purl, by ecosystem and name (as its purl), or by the name in the collection. */
export async function packageCommand(session: Session, name: string, options: PackageOptions): Promise<ExitCode> {
  const { client, signal } = session;
  const purl = purlFor(name, options);
  const text =
    purl === null
      ? await collectionAnswer(session, name, options.version)
      : await client.text(getPurl, { params: { purl } }, { signal });
  const answer = JSON.parse(text) as Answer;
  if (session.json) session.printJson(text);
  else session.print(...packageLines(session, answer));
  if (answer.verdict === 'affected') return EXIT.findings;
  const isOpen = answer.verdict === 'unknown' && !isAllowed(answer.unknownReasons ?? [], session.allowed);
  return isOpen ? EXIT.unknown : EXIT.clean;
}

/** Versions of the collection that are asked about for one name, as many as its page judges. */
const MOST_ASKED = 6;

/** Without a version, the answer about the most telling version that the collection carries, as on the page of the package. */
async function collectionAnswer(session: Session, name: string, version: string | undefined): Promise<string> {
  const { client, signal } = session;
  const ask = (attribute: string, query: { version?: string }) =>
    client.text(getVulns, { params: { package: attribute }, query }, { signal });
  const whole = await ask(name, version === undefined ? {} : { version });
  const { data } = JSON.parse(whole) as { readonly data: VulnsResult };
  const carried = new Map<string, { attribute: string; version: string }>();
  for (const place of data.carried ?? []) {
    const { attribute } = place;
    if (place.version !== null)
      carried.set(JSON.stringify([attribute, place.version]), { attribute, version: place.version });
  }
  const answers: { readonly text: string; readonly verdict: Verdict }[] = [];
  for (const place of [...carried.values()].slice(0, MOST_ASKED)) {
    const text = await ask(place.attribute, { version: place.version });
    answers.push({ text, verdict: (JSON.parse(text) as Answer).verdict });
  }
  return mostTelling(answers, ({ verdict }) => verdict)?.text ?? whole;
}

interface Answer {
  readonly data: VulnsResult | PurlResult;
  readonly verdict: Verdict;
  readonly verdictReason: string;
  readonly unknownReasons?: readonly UnknownReason[];
  readonly coverage: Parameters<typeof coverageWords>[0]['coverage'];
  readonly asOf: string | null;
}

function purlFor(name: string, { version, ecosystem }: PackageOptions): string | null {
  if (name.startsWith('pkg:')) {
    if (ecosystem !== undefined)
      throw new UsageError('A package URL names its ecosystem itself: leave out --ecosystem.');
    if (version !== undefined) throw new UsageError(`Write the version into the package URL: ${name}@${version}`);
    return name;
  }
  if (ecosystem === undefined) return null;
  const { purl, problem } = purlOfPackage({ ecosystem, name, version: version ?? null });
  if (purl !== null) return printPurl(purl);
  const suggested = suggestEcosystem(ecosystem);
  const others = 'Ecosystems are written as OSV does: npm, PyPI, Go, crates.io, Maven, RubyGems, Debian:12.';
  throw new UsageError(`${problem}.`, suggested === null ? others : `Did you mean ${suggested}?`);
}

function packageLines(session: Session, { data, verdict, verdictReason, coverage, asOf }: Answer): string[] {
  const { colours, width } = session;
  const isAny = data.version === 'any';
  const paint = PAINTS[verdict];
  const found = [...data.matches.map((match) => ({ ...match, id: match.cve })), ...(data.otherMatches ?? [])];
  const rows = found.map((match) => [
    { text: match.id },
    { text: match.severity ?? 'not rated', paint: paintOf(colours, match.severity ?? null) },
    { text: statusWords(verdict, match.status ?? 'affected') },
    { text: match.confidence },
    { text: match.affectedVersions },
    { text: match.fixedIn ?? 'no fix known' },
    { text: match.title },
  ]);
  const left = (data.total ?? found.length) - found.length;
  return [
    `${colours.bold(plain(`${data.package} ${isAny ? '(any version)' : data.version}`))}  ${colours[paint](WORDS[verdict])}`,
    ...paragraph(
      session,
      isAny ? `${verdictReason} Give a version with --version, or in the package URL.` : verdictReason,
    ),
    ...(rows.length === 0 ? [] : ['', ...table(COLUMNS, rows, width, colours.dim)]),
    ...(left > 0 ? [`${counted(left, 'finding')} more than an answer carries`] : []),
    '',
    ...paragraph(session, coverageWords({ coverage, asOf })),
  ];
}

const WORDS: Readonly<Record<Verdict, string>> = {
  affected: 'affected',
  not_affected: 'not affected',
  none_known: 'no known vulnerability',
  unknown: 'unknown',
};

const PAINTS = { affected: 'red', not_affected: 'green', none_known: 'green', unknown: 'yellow' } as const;

/** Where it could not be told that the package is affected, a finding is possible at best. */
function statusWords(verdict: Verdict, status: string): string {
  return status === 'affected' && verdict !== 'affected' ? 'possible' : status.replaceAll('_', ' ');
}

const COLUMNS = [
  { head: 'Vulnerability' },
  { head: 'Severity' },
  { head: 'Status' },
  { head: 'Confidence', mayGo: true },
  { head: 'Affected', least: 12, mayGo: true },
  { head: 'Fixed in', least: 8 },
  { head: 'Title', least: 8, mayGo: true },
] as const;
