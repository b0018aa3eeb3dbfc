import type {
  MyPackages,
  PackageAdvice,
  PurlAnswer,
  RemediationResult,
  VulnerabilityAdvice,
  VulnsResult,
} from '@almanac/contract';
import { agentOverHttp } from '../agent.ts';
import type { TestApp } from '../app.ts';

type Subject = VulnerabilityAdvice['subjects'][number];
type Target = Subject['targets'][number];

/** What interfaces recommend, and where they contradict what the same service says of the version. */
export interface AdviceCheck {
  /** CVEs by what there is to do. */
  readonly actions: ReadonlyMap<string, number>;
  /** Versions that were recommended, and those among them that are said not to have been checked. */
  readonly recommended: number;
  readonly unchecked: readonly string[];
  /** Versions recommended although they are affected, by something that the same answer does not name. */
  readonly exceptions: readonly string[];
  /** Installed versions for which interfaces were compared. */
  readonly compared: number;
  readonly differences: readonly string[];
  /** CVEs with a fixed version that nothing affects, for which no version is named. */
  readonly missed: readonly string[];
}

interface FixedVersion {
  readonly purl: string | null;
  readonly version: string;
  /** Null: not checked. */
  readonly alsoAffectedBy: readonly { readonly id: string }[] | null;
}

interface Hints {
  readonly advice: VulnerabilityAdvice;
  readonly knownFixedVersions: readonly FixedVersion[];
}

/** Packages that are asked about in one request. */
const PAGE = 20;
/** Packages of the collection in one request. */
const ATTRIBUTES = 40;

/** Asks every interface what to do about vulnerabilities and about the versions that have them, and compares the answers. */
export async function checkAdvice(
  app: TestApp,
  cves: readonly string[],
  { names = [], headers = {} }: { readonly names?: readonly string[]; readonly headers?: Record<string, string> } = {},
): Promise<AdviceCheck> {
  const actions = new Map<string, number>();
  const exceptions: string[] = [];
  const unchecked: string[] = [];
  const differences: string[] = [];
  const missed: string[] = [];
  const hints = new Map<string, Hints>();
  for (const cve of cves) {
    const { status, body } = await app.get(`/api/v1/cve/${cve}/dossier`, { headers });
    if (status !== 200) throw new Error(`the dossier of ${cve} answered ${status}`);
    const own = body['agentHints'] as Hints;
    hints.set(cve, own);
    actions.set(own.advice.action, (actions.get(own.advice.action) ?? 0) + 1);
    const { text } = await app.get(`/${cve}`, { headers });
    if (!toText(text).includes(toText(own.advice.sentence))) differences.push(`${cve}: the page does not say it`);
  }

  const targets = [...hints].flatMap(([cve, { advice }]) =>
    advice.subjects.flatMap((subject) => subject.targets.map((target) => ({ cve, subject, target }))),
  );
  const fixes = [...hints].flatMap(([cve, { knownFixedVersions }]) => knownFixedVersions.map((fix) => ({ cve, fix })));
  const asked = [
    ...targets.map(({ subject, target }) => toPurl(subject.purl, target.version)),
    ...fixes.map(({ fix }) => toPurl(fix.purl, fix.version)),
  ];
  const judged = await askPurls(app, asked, headers);
  const products = new Map<string, string[][]>();
  const askProduct = async (name: string, version: string) => {
    const key = `${name} ${version}`;
    const found = products.get(key) ?? (await askByName(app, name, version, headers));
    products.set(key, found);
    return found;
  };
  for (const { cve, subject, target } of targets) {
    const purl = toPurl(subject.purl, target.version);
    const affecting = purl === null ? await askProduct(subject.name, target.version) : listAffecting(judged.get(purl));
    const named = new Set(target.remaining.map(({ id }) => id));
    if (!target.checked) unchecked.push(`${cve}: ${subject.purl ?? subject.name} ${target.version}`);
    for (const ids of affecting) {
      if (!ids.some((id) => named.has(id))) exceptions.push(`${cve}: ${subject.name} ${target.version} has ${ids[0]}`);
    }
  }
  for (const { cve, fix } of fixes) {
    const affecting = listAffecting(judged.get(toPurl(fix.purl, fix.version) ?? ''));
    if (affecting.length > 0 && fix.alsoAffectedBy?.length === 0) {
      exceptions.push(`${cve}: the fixed version ${fix.purl} ${fix.version} has ${affecting[0]?.[0]}`);
    }
  }
  for (const [cve, { advice, knownFixedVersions }] of hints) {
    const isOut = advice.subjects.some(
      ({ targets: own, leave, beyond, preRelease }) => own.length + leave.length > 0 || (beyond ?? preRelease) !== null,
    );
    const clean = knownFixedVersions.filter(({ purl, version }) => isClean(judged.get(toPurl(purl, version) ?? '')));
    if (!isOut && clean.length > 0) missed.push(`${cve}: ${clean[0]?.purl} ${clean[0]?.version} (${advice.action})`);
  }

  const installed = new Map(targets.flatMap((each) => toInstalled(each.subject, each.target)));
  const compared = await compareInstalled(app, installed, headers, differences);
  const carried = await compareCarried(app, names, headers, differences);
  return {
    actions,
    recommended: targets.length,
    unchecked,
    exceptions,
    compared: compared + carried,
    differences,
    missed,
  };
}

/** Says what was checked, in lines that can be printed. */
export function describeCheck({
  actions,
  recommended,
  unchecked,
  exceptions,
  compared,
  differences,
  missed,
}: AdviceCheck): string {
  const counts = [...actions].toSorted(([, a], [, b]) => b - a).map(([action, count]) => `${action} ${count}`);
  return [
    `actions: ${counts.join(', ')}`,
    `recommended versions: ${recommended}, not checked: ${unchecked.length}, affected by something that is not named: ${exceptions.length}`,
    `installed versions compared: ${compared}, different targets: ${differences.length}`,
    `clean ways out that are not named: ${missed.length}`,
  ].join('\n');
}

/** The version that a target is the way out of, and the target. */
function toInstalled({ purl }: Subject, { affected, version }: Target): [string, string][] {
  const key = affected === null ? null : toPurl(purl, affected.last);
  return key === null ? [] : [[key, version]];
}

/** Versions of packages: by lookup, by plan, in a list and over MCP, beside the target that the dossier names. */
async function compareInstalled(
  app: TestApp,
  installed: ReadonlyMap<string, string>,
  headers: Record<string, string>,
  differences: string[],
): Promise<number> {
  const purls = [...installed.keys()];
  const found = await askPurls(app, purls, headers);
  const affected = purls.filter((purl) => found.get(purl)?.verdict === 'affected');
  const agent = await agentOverHttp(new URL('/mcp', app.url));
  for (let from = 0; from < affected.length; from += PAGE) {
    const page = affected.slice(from, from + PAGE);
    const { plans } = await post<RemediationResult>(app, '/remediation/plan', { packages: page }, headers);
    const { rows } = await post<MyPackages>(app, '/my', { packages: page }, headers);
    const { structuredContent } = await agent.callTool({
      name: 'check_purls',
      arguments: { purls: page, detail: 'full' },
    });
    const told = (structuredContent as { answer?: { data?: { results?: PurlAnswer[] } } }).answer?.data?.results ?? [];
    for (const purl of page) {
      const own: Readonly<Record<string, PackageAdvice | null | undefined>> = {
        '/purls': found.get(purl)?.advice,
        plan: plans.find((plan) => plan.purls.includes(purl))?.advice,
        '/my': rows.find((row) => row.asked === purl)?.advice,
        MCP: told.find((row) => row.purl === purl)?.advice,
      };
      const answers = Object.entries(own).map(([name, advice]) => [name, advice?.target ?? null]);
      for (const [name, target] of answers) {
        if (target !== installed.get(purl)) {
          differences.push(`${purl}: dossier ${installed.get(purl)}, ${name} ${target}`);
        }
      }
    }
  }
  await agent.close();
  return affected.length;
}

/** Packages of the collection: in a list, by plan and on their page. */
async function compareCarried(
  app: TestApp,
  names: readonly string[],
  headers: Record<string, string>,
  differences: string[],
): Promise<number> {
  let compared = 0;
  for (let from = 0; from < names.length; from += ATTRIBUTES) {
    const page = names.slice(from, from + ATTRIBUTES);
    const { rows } = await post<MyPackages>(app, '/my', { packages: page }, headers);
    const affected = rows.filter(({ verdict, version }) => verdict === 'affected' && version !== null);
    const purls = affected.map((row) => `pkg:nix/${encodeURIComponent(row.package)}@${row.version}`);
    if (purls.length === 0) continue;
    const { plans } = await post<RemediationResult>(app, '/remediation/plan', { packages: purls }, headers);
    for (const [i, row] of affected.entries()) {
      compared += 1;
      const plan = plans.find((each) => each.purls.includes(purls[i] ?? ''))?.advice;
      const target = row.advice?.target ?? null;
      if (row.advice != null && target !== (plan?.target ?? null)) {
        differences.push(`${purls[i]}: /my ${target}, plan ${plan?.target}`);
      }
      const address = `/package/${encodeURIComponent(row.package)}?version=${encodeURIComponent(row.version ?? '')}`;
      const { text } = await app.get(address, { headers });
      if (row.advice != null && !toText(text).includes(toText(row.advice.sentence))) {
        differences.push(`${address}: the page does not say "${row.advice.sentence}"`);
      }
    }
  }
  return compared;
}

/** Lists the ids of what surely affects a product's version; a product has a name and no package URL. */
async function askByName(
  app: TestApp,
  name: string,
  version: string,
  headers: Record<string, string>,
): Promise<string[][]> {
  const address = `/api/v1/vulns/${encodeURIComponent(name)}?version=${encodeURIComponent(version)}`;
  const { status, body } = await app.get(address, { headers });
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  const { matches, otherMatches = [] } = body['data'] as VulnsResult;
  const named = matches.map(({ cve: id, aliases, confidence, status: state }) => ({
    id,
    aliases,
    confidence,
    status: state,
  }));
  return listAffecting({ matches: [...named, ...otherMatches] });
}

async function askPurls(
  app: TestApp,
  asked: readonly (string | null)[],
  headers: Record<string, string>,
): Promise<ReadonlyMap<string, PurlAnswer>> {
  const purls = [...new Set(asked.flatMap((purl) => purl ?? []))];
  const found = new Map<string, PurlAnswer>();
  for (let from = 0; from < purls.length; from += PAGE) {
    const page = purls.slice(from, from + PAGE);
    const { results } = await post<{ results: readonly PurlAnswer[] }>(app, '/purls', { purls: page }, headers);
    for (const result of results) found.set(result.purl, result);
  }
  return found;
}

async function post<Data>(app: TestApp, path: string, body: unknown, headers: Record<string, string>): Promise<Data> {
  const { status, body: answer } = await app.get(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer).slice(0, 300)}`);
  return answer['data'] as Data;
}

interface SureMatch {
  readonly id: string;
  readonly aliases?: readonly string[] | undefined;
  readonly confidence: string;
  readonly status?: string | undefined;
}

/** The ids of each vulnerability that surely affects a version. */
function listAffecting(answer: { readonly matches: readonly SureMatch[] } | undefined): string[][] {
  return (answer?.matches ?? [])
    .filter(({ status, confidence }) => status === 'affected' && confidence !== 'low')
    .map(({ id, aliases = [] }) => [id].concat(aliases));
}

function isClean(answer: PurlAnswer | undefined): boolean {
  return answer !== undefined && ['not_affected', 'none_known'].includes(answer.verdict);
}

function toPurl(purl: string | null, version: string): string | null {
  if (purl === null) return null;
  const [name = '', ...qualifiers] = purl.split('?');
  return [`${name}@${encodeURIComponent(version)}`, ...qualifiers].join('?');
}

/** Text without markup and without what browsers may break lines by. */
function toText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
}
