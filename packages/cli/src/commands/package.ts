import type { Verdict } from '@almanac/contract';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { counted } from '../output/words.ts';
import { askPackage, type PackageAnswer, type PackageOptions } from '../packages/ask-package.ts';
import { isAllowed } from '../scan/allowed-reasons.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';

export async function packageCommand(session: Session, name: string, options: PackageOptions): Promise<ExitCode> {
  const { text, answer, suggestion } = await askPackage(session, name, options);
  if (session.json) session.printJson(text);
  else session.print(...packageLines(session, answer, suggestion));
  return packageExitCode(answer, session.allowed);
}

/** Affected is worse than unknown. */
export function packageExitCode(
  { verdict, unknownReasons = [] }: Pick<PackageAnswer, 'verdict' | 'unknownReasons'>,
  allowed: Session['allowed'],
): ExitCode {
  if (verdict === 'affected') return EXIT.findings;
  return verdict === 'unknown' && !isAllowed(unknownReasons, allowed) ? EXIT.unknown : EXIT.clean;
}

function packageLines(
  session: Session,
  { data, verdict, verdictReason, coverage, asOf }: PackageAnswer,
  suggestion: string | null,
): string[] {
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
      isAny && suggestion === null ? `${verdictReason} Add a version: name@version.` : verdictReason,
    ),
    ...(suggestion === null ? [] : paragraph(session, suggestion)),
    ...(rows.length === 0 ? [] : ['', ...table(COLUMNS, rows, width, colours.dim)]),
    ...(left > 0 ? [`${counted(left, 'more finding')} not shown`] : []),
    '',
    ...paragraph(session, coverageWords({ coverage, asOf })),
  ];
}

const WORDS: Readonly<Record<Verdict, string>> = {
  affected: 'affected',
  not_affected: 'not affected',
  none_known: 'no known vulnerabilities',
  unknown: 'unknown',
};

const PAINTS = { affected: 'red', not_affected: 'green', none_known: 'green', unknown: 'yellow' } as const;

/** If the package may not be affected, a finding is possible at best. */
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
