import {
  type ExplainedFacts,
  type Explanation,
  explain as explainFacts,
  type KnownElsewhere,
  toExplainedFacts,
} from '@almanac/core/explain';
import { normaliseCveId } from '@almanac/core/ids';
import { UsageError } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import { cveElsewhere, cveOfRecord } from '../explain/known-elsewhere.ts';
import { plain } from '../output/plain-text.ts';
import { facts, paragraph } from '../output/sections.ts';
import { counted } from '../output/words.ts';
import { askPackage, type PackageAnswer, type PackageOptions } from '../packages/ask-package.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';
import { packageExitCode } from './package.ts';

export async function explain(
  session: Session,
  name: string,
  vulnerability: string,
  options: PackageOptions,
): Promise<ExitCode> {
  const cve = normaliseCveId(vulnerability) ?? (await cveOfRecord(session, vulnerability));
  const id = cve ?? vulnerability;
  const { answer, suggestion } = await askPackage(session, name, cve === null ? options : { ...options, cve });
  const known = toExplainedFacts(answer, id);
  const isDecided = known.match !== null || known.cleared !== null;
  if (!isDecided && cve === null) throw notNamed(vulnerability, answer);
  const elsewhere: KnownElsewhere | null = isDecided || cve === null ? null : await cveElsewhere(session, cve);
  const told = { ...known, verdict: cve === null ? verdictOf(known, answer) : answer.verdict, elsewhere };
  const explanation = explainFacts(told);
  const { verdict } = told;
  const code = packageExitCode({ ...answer, verdict }, session.allowed);
  if (session.json) {
    const { unknownReasons = [], coverage, asOf, data } = answer;
    const about = { vulnerability: id, package: data.package, version: told.version, verdict, unknownReasons };
    session.printJson(JSON.stringify({ ...about, ...explanation, coverage, asOf, exitCode: code, data }, null, 2));
  } else session.print(...lines(session, explanation, answer, suggestion));
  return code;
}

/**
 * For an id that is not a CVE's, the answer is about the whole package: its match for this
 * vulnerability decides, and a source that is behind makes the verdict unknown.
 */
function verdictOf({ match, cleared }: ExplainedFacts, { verdict, coverage }: PackageAnswer): PackageAnswer['verdict'] {
  if (match?.status === 'affected' && verdict === 'affected') return 'affected';
  const isBehind = coverage.some(({ state }) => state === 'stale' || state === 'unreachable');
  if (verdict === 'unknown' || isBehind) return 'unknown';
  return cleared !== null || match?.status === 'fixed_by_patch' ? 'not_affected' : 'unknown';
}

function notNamed(vulnerability: string, { data, verdictReason }: PackageAnswer): UsageError {
  const all = [...data.matches.map(({ cve }) => cve), ...(data.otherMatches ?? []).map(({ id }) => id)].slice(0, 10);
  return new UsageError(
    `We know nothing about ${vulnerability} in ${data.package}. It must be a CVE ID, or the ID of a record about one.`,
    all.length === 0 ? verdictReason : `Known vulnerabilities: ${all.join(', ')}.`,
  );
}

function lines(
  session: Session,
  { conclusion, reason, records, against, left, overturn }: Explanation,
  answer: PackageAnswer,
  suggestion: string | null,
): string[] {
  const shown = facts(session, [
    ...records.map(({ who, what }) => [plain(who), what] as const),
    ...against.map((what) => ['against', what] as const),
    ['omitted', left === 0 ? null : `${counted(left, 'more statement')}; use --json to see them`],
    ['would change if', overturn],
  ]);
  return [
    session.colours.bold(plain(conclusion)),
    ...paragraph(session, reason),
    ...(suggestion === null ? [] : paragraph(session, suggestion)),
    ...(shown.length === 0 ? [] : ['', ...shown]),
    '',
    ...paragraph(session, coverageWords(answer)),
  ];
}
