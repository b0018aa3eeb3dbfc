import type { Coverage, Verdict } from '@almanac/contract';
import { reconcileCve, statusOfLookup } from '@almanac/core/dossier';
import {
  type Explanation,
  evidenceName,
  explain,
  type KnownElsewhere,
  sentence,
  toExplainedFacts,
} from '@almanac/core/explain';
import { normaliseCveId } from '@almanac/core/ids';
import type { MatchQuestion } from '@almanac/core/matching';
import { parsePackageReference, printPurl, readPurl } from '@almanac/core/purl';
import { purlQuestion } from '@almanac/core/scan';
import { cveOfAlias } from '../../queries/cve-of-alias.ts';
import type { Context } from '../context.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { vulnsAnswer } from '../packages/vulns.ts';
import { cveCoverage } from './coverage.ts';
import { loadOrFetchCve } from './live-fetch.ts';

/** Why a vulnerability affects a package or does not, with everything that the page shows of it. */
export interface WhyModel extends Coverage {
  readonly vulnerability: string;
  readonly package: string;
  readonly version: string | null;
  readonly verdict: Verdict;
  readonly explanation: Explanation;
  /** The SHA-256 of the records, by their names in the explanation. */
  readonly hashes: ReadonlyMap<string, string>;
  /** As `name@version` or a package URL, for commands. */
  readonly reference: string;
  /** The path of the same answer as JSON, below the base URL. */
  readonly json: string;
  /** Versions in channels, if none was given. */
  readonly carried: readonly string[];
}

/** Why there is no answer, and the status of the response. */
export interface Problem {
  readonly problem: string;
  readonly status: 400 | 404;
}

/** Explains one vulnerability in one package from the answer of `/vulns` or `/purl`. */
export async function explainPackage(
  deps: MatchDeps & Parameters<typeof loadOrFetchCve>[0],
  input: { readonly package: string; readonly version: string | null; readonly vulnerability: string },
  context: Context,
): Promise<WhyModel | Problem> {
  const reference = readReference(input.package, input.version);
  if ('problem' in reference) return reference;
  const id = normaliseCveId(input.vulnerability) ?? (await findCve(deps, input.vulnerability)) ?? input.vulnerability;
  const { question } = reference;
  const { data, envelopeFields } = await vulnsAnswer(deps, question, { at: null, vulnerability: new Set([id]) });
  const { verdict, coverage, asOf } = envelopeFields;
  const facts = toExplainedFacts({ data, ...envelopeFields }, id);
  const isDecided = facts.match !== null || facts.cleared !== null;
  const isCve = normaliseCveId(id) !== null;
  if (!isDecided && !isCve) return { problem: `Nothing is known about ${id} in ${data.package}.`, status: 404 };
  const elsewhere = isDecided ? null : await loadElsewhere(deps, id, context);
  const evidence = facts.match?.proof?.evidence ?? [];
  const hashes = evidence.flatMap((each) =>
    each.kind === 'record' && each.sha256 !== null ? [[evidenceName(each), each.sha256] as const] : [],
  );
  const clearedBy = data.cleared?.vulnerabilities.find((each) => each.id === facts.cleared?.id)?.by;
  const explanation = explain({ ...facts, elsewhere });
  const [only] = explanation.records;
  return {
    vulnerability: id,
    package: data.package,
    version: facts.version,
    verdict,
    explanation,
    hashes: new Map(
      facts.match === null && only !== undefined && clearedBy?.sha256 != null ? [[only.who, clearedBy.sha256]] : hashes,
    ),
    reference: reference.text,
    json: `${reference.path}${reference.path.includes('?') ? '&' : '?'}cve=${encodeURIComponent(id)}`,
    carried: [...new Set((data.carried ?? []).flatMap(({ version }) => version ?? []))],
    coverage,
    asOf,
  };
}

/** Reads `curl`, `curl@8.4.0` or a package URL. A version in the text wins over the other. */
function readReference(
  text: string,
  version: string | null,
): Problem | { readonly question: MatchQuestion; readonly text: string; readonly path: string } {
  const reference = parsePackageReference(text.trim());
  if (reference.kind === 'name') {
    const { name } = reference;
    const known = reference.version ?? version;
    return {
      question: { package: name, version: known },
      text: known === null ? name : `${name}@${known}`,
      path: `/vulns/${encodeURIComponent(name)}${known === null ? '' : `?version=${encodeURIComponent(known)}`}`,
    };
  }
  const { purl } = readPurl(reference.purl, { tolerant: true });
  const whole =
    purl === null || purl.version !== null || version === null ? reference.purl : printPurl({ ...purl, version });
  const { question, parsed, problem } = purlQuestion(whole);
  if (parsed === null) return { problem: `${whole} is not a package URL: ${problem}.`, status: 400 };
  if (question === null) return { problem: sentence(parsed.reason ?? 'no source covers this package'), status: 404 };
  return { question, text: parsed.canonical, path: `/purl/${encodeURIComponent(parsed.canonical)}` };
}

function findCve({ databases }: MatchDeps, id: string): Promise<string | null> {
  return databases.readWithFallback((db) => cveOfAlias(db, id));
}

/** Which packages the records of the CVE name. Throws if nobody has the CVE. */
async function loadElsewhere(
  deps: MatchDeps & Parameters<typeof loadOrFetchCve>[0],
  id: string,
  context: Context,
): Promise<KnownElsewhere> {
  const knowledge = await loadOrFetchCve(deps, id, context);
  const { canonical } = reconcileCve(knowledge.facts, await cveCoverage(deps.sourceStates, knowledge));
  const status = statusOfLookup(knowledge.facts);
  const names = canonical.affectedPackages.map(({ ecosystem, vendor, name }) =>
    [ecosystem ?? vendor, name].filter((part) => part !== null).join(' '),
  );
  const packages = [...new Set(names)];
  return {
    status: status === null || status.type === 'PUBLISHED' ? null : `${status.label}: ${status.note}`,
    packages,
    total: packages.length + canonical.affectedPackagesTruncated,
  };
}
