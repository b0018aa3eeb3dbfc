import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { postPurls } from '@almanac/contract';
import {
  type Decision,
  DecisionProblem,
  type DecisionStatus,
  dayAt,
  daysAfter,
  evidenceNow,
  indexDecisions,
  type Justification,
  readDecisions,
  withDecision,
} from '@almanac/core/decisions';
import { type Purl, printPurl, readPurl, toPurl } from '@almanac/core/purl';
import type { Finding } from '@almanac/core/sbom';
import { isKnownExploited, scanOutcome } from '@almanac/core/scan';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain } from '../output/plain-text.ts';
import { saveFile } from '../output/save-file.ts';
import { counted } from '../output/words.ts';
import { suggestInstead } from '../packages/suggest.ts';
import { DECISION_FILES, decisionFileOf, WHAT_IT_HAS } from '../scan/decision-files.ts';
import { exploitationOf } from '../scan/exploitation.ts';
import { readText } from '../scan/read-files.ts';
import { isCve } from '../scan/thresholds.ts';
import type { Session } from '../session.ts';
import { type Author, findAuthor } from '../tools/find-author.ts';

export interface DecideOptions {
  readonly status?: DecisionStatus;
  readonly justification?: Justification;
  readonly reason?: string;
  readonly author?: string;
  readonly expires?: string;
  readonly allVersions?: boolean;
  readonly renew?: boolean;
}

/** Default lifetime of a decision. */
const DAYS = 90;

export async function decide(
  session: Session,
  vulnerability: string,
  given: string,
  options: DecideOptions,
): Promise<ExitCode> {
  const { purl, problem } = readPurl(toPurl(given));
  if (purl === null) throw new UsageError(`Invalid package ${given}: ${problem}.`, EXAMPLE);
  const file = (await decisionFileOf(session.folder)) ?? DECISION_FILES[0];
  const before = await textOf(session, file);
  const known = options.renew === true ? decisionBefore(before, file, purl, vulnerability) : null;
  const author = await findAuthor(session, options.author ?? known?.author);
  const complete = requireAll({ given, purl, reason: options.reason ?? known?.reason, author });
  // A decision about a name that nixpkgs does not have would suppress nothing.
  const suggestion = await suggestInstead(session, given);
  if (suggestion !== null) throw new UsageError(`nixpkgs has no package ${given}.`, suggestion);
  const finding = await findingOf(session, vulnerability, complete.purl);
  const exploitation = await exploitationOf(
    session.client,
    [finding.id, ...finding.aliases].filter(isCve),
    session.signal,
    () => {},
  );
  session.progress.clear();
  const decision = decisionOf(
    session,
    { vulnerability, ...complete, known, options, file },
    {
      finding,
      exploited: isKnownExploited(finding, exploitation),
    },
  );
  await save(session, file, written(before, decision, file));
  if (session.json) session.printJson(JSON.stringify(decision, null, 2));
  else session.print(...wordsOf(decision, file, complete.author));
  return EXIT.clean;
}

const EXAMPLE = 'Example: curl@8.4.0 or pkg:npm/lodash@4.17.20.';

interface Complete {
  readonly purl: Purl & { readonly version: string };
  readonly reason: string;
  readonly author: Author;
}

/** Reports everything that is missing at once. */
function requireAll({
  given,
  purl,
  reason,
  author,
}: {
  readonly given: string;
  readonly purl: Purl;
  readonly reason: string | undefined;
  readonly author: Author | null;
}): Complete {
  const { version } = purl;
  if (version !== null && reason !== undefined && author !== null) {
    return { purl: { ...purl, version }, reason, author };
  }
  const missing = [
    ...(version === null ? [`the version you use (${given}@VERSION)`] : []),
    ...(reason === undefined ? ['a reason (--reason "…")'] : []),
    ...(author === null ? ['an author (--author NAME; git config user.name and USER are not set)'] : []),
  ];
  throw new UsageError(`Missing: ${missing.join(', ')}.`, 'See almanac help decide for examples.');
}

async function textOf({ folder }: Session, file: string): Promise<string> {
  if ((await decisionFileOf(folder)) === null) return '';
  const { text, problem } = await readText(path.resolve(folder, file));
  if (text === null) throw new UsageError(`Cannot read ${file}: ${problem}.`);
  return text;
}

/** Finds the newest decision about the same finding. */
function decisionBefore(text: string, file: string, purl: Purl, vulnerability: string): Decision {
  const reading = text.trim() === '' ? null : readDecisions([{ name: file, content: text }]);
  if (reading?.decisions === null) throw new UsageError(reading.problem, WHAT_IT_HAS);
  const component = { purl: printPurl(purl), version: purl.version };
  const [decision] = indexDecisions(reading?.decisions ?? []).of(component, [vulnerability]);
  if (decision !== undefined) return decision;
  throw new UsageError(`${file} has no decision about ${vulnerability} in ${printPurl(purl)} to renew.`);
}

async function findingOf({ client, signal }: Session, vulnerability: string, purl: Purl): Promise<Finding> {
  const asked = printPurl({ ...purl, subpath: null });
  const { data } = await client.call(postPurls, { body: { purls: [asked] } }, { signal });
  const [answer] = data.results;
  const { findings, reason } = scanOutcome(
    answer === undefined ? { kind: 'failed', reason: 'no response' } : { kind: 'answer', answer },
  );
  const wanted = vulnerability.toLowerCase();
  const finding = findings.find(({ id, aliases }) => [id, ...aliases].some((each) => each.toLowerCase() === wanted));
  if (finding !== undefined) return finding;
  const others = findings.map(({ id }) => id).slice(0, 10);
  throw new UsageError(
    `${vulnerability} was not found in ${asked}.`,
    others.length === 0 ? plain(reason) : `Found: ${others.join(', ')}.`,
  );
}

interface Given {
  readonly vulnerability: string;
  readonly purl: Purl & { readonly version: string };
  readonly reason: string;
  readonly author: Author;
  /** The decision to renew. */
  readonly known: Decision | null;
  readonly options: DecideOptions;
  readonly file: string;
}

function decisionOf(
  session: Session,
  { vulnerability, purl, reason, author, known, options, file }: Given,
  { finding, exploited }: { finding: Finding; exploited: boolean | null },
): Decision {
  const status = options.status ?? known?.status ?? 'not_affected';
  const justification = options.justification ?? (status === 'not_affected' ? known?.justification : null) ?? null;
  const decided = dayAt(session.now());
  const versions = known?.versions ?? (options.allVersions === true ? [] : [purl.version]);
  return {
    vulnerability: known?.vulnerability ?? vulnerability,
    aliases: known?.aliases ?? [],
    package: printPurl({ ...purl, version: null, subpath: null }),
    versions,
    status,
    justification,
    reason,
    author: author.name,
    decided,
    expires: options.expires ?? daysAfter(decided, DAYS),
    evidence: evidenceNow(finding, exploited),
    place: file,
  };
}

/** Parses the new text before it is written, so that the file stays readable. */
function written(before: string, decision: Decision, file: string): string {
  try {
    const text = withDecision(before, decision, file);
    const { problem } = readDecisions([{ name: file, content: text }]);
    if (problem === null) return text;
    throw new UsageError(problem, WHAT_IT_HAS);
  } catch (error) {
    if (error instanceof DecisionProblem) throw new UsageError(error.message, WHAT_IT_HAS);
    throw error;
  }
}

async function save({ folder, uuid }: Session, file: string, text: string): Promise<void> {
  const target = path.resolve(folder, file);
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await saveFile(target, text, uuid());
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${(error as Error).message}`);
  }
}

function wordsOf(
  { vulnerability, package: purl, versions, status, expires, evidence }: Decision,
  file: string,
  { name, setting }: Author,
): string[] {
  const where = versions.length === 0 ? `${purl}, every version` : `${purl} ${versions.join(', ')}`;
  const records = counted(evidence?.records.length ?? 0, 'record');
  return [
    plain(`${file}: ${vulnerability} in ${where}: ${status.replaceAll('_', ' ')} until ${expires}.`),
    `Based on ${records}. Reopens if any of them changes.`,
    plain(`Decided by ${name}${setting === null ? '' : ` (from ${setting})`}.`),
  ];
}
