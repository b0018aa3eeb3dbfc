import {
  type Coverage,
  type GraphAffected,
  getGraphAffected,
  getRebuildImpact,
  type RebuildImpact,
} from '@almanac/contract';
import { normaliseCveId } from '@almanac/core/ids';
import { toPackageName } from '@almanac/core/purl';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain } from '../output/plain-text.ts';
import { facts, paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { count, counted } from '../output/words.ts';
import { suggestInstead } from '../packages/suggest.ts';
import { isAllowed } from '../scan/allowed-reasons.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';

export async function impact(session: Session, subject: string): Promise<ExitCode> {
  const cve = normaliseCveId(subject);
  return cve === null ? packageImpact(session, toPackageName(subject)) : cveImpact(session, cve);
}

async function packageImpact(session: Session, name: string): Promise<ExitCode> {
  const { client, signal, colours } = session;
  const text = await client.text(getRebuildImpact, { params: { name } }, { signal });
  const answer = JSON.parse(text) as Coverage & { readonly data: RebuildImpact };
  const { data } = answer;
  const suggestion = data.transitive === null ? await suggestInstead(session, name) : null;
  if (session.json) session.printJson(text);
  else {
    session.print(
      `${colours.bold(plain(data.attribute ?? data.package))}  ${data.transitive === null ? 'dependents unknown' : `at least ${count(data.transitive)} dependent packages`}`,
      ...(data.reason === null ? [] : paragraph(session, data.reason)),
      ...(suggestion === null ? [] : paragraph(session, suggestion)),
      ...facts(session, [
        ['direct', data.direct === null ? null : counted(data.direct, 'package')],
        [
          'best known',
          data.bestKnown.map(({ attribute, transitive }) => `${attribute} (${count(transitive)})`).join(', '),
        ],
        ['longest chain', data.deepestChain.join(' › ')],
        ['staging', data.staging === null ? null : `${data.staging ? 'yes' : 'no'}, from ${count(data.stagingFrom)}`],
        ['system', data.system],
      ]),
      '',
      ...paragraph(session, `Counts are lower bounds, because not every input has a name. ${coverageWords(answer)}`),
    );
  }
  return data.transitive === null && !isAllowed(['not_covered'], session.allowed) ? EXIT.unknown : EXIT.clean;
}

const MOST = 200;

async function cveImpact(session: Session, id: string): Promise<ExitCode> {
  const { client, signal } = session;
  const text = await client.text(getGraphAffected, { params: { id }, query: { limit: MOST } }, { signal });
  const answer = JSON.parse(text) as Coverage & { readonly data: GraphAffected };
  const { collection, unknownReasons = [] } = answer.data;
  if (session.json) session.printJson(text);
  else session.print(...cveLines(session, answer));
  if (collection.some(({ verdict }) => verdict === 'affected')) return EXIT.findings;
  const open = collection.flatMap(({ verdict, unknownReasons: why = [] }) => (verdict === 'unknown' ? [why] : []));
  const all = unknownReasons.length > 0 ? [...open, unknownReasons] : open;
  return all.some((why) => why.length === 0 || !isAllowed(why, session.allowed)) ? EXIT.unknown : EXIT.clean;
}

function cveLines(session: Session, answer: Coverage & { readonly data: GraphAffected }): string[] {
  const { colours, width } = session;
  const { data } = answer;
  const inCollection = data.collection.map(({ attribute, channel, version, verdict, dependents, fixedIn }) => [
    { text: attribute },
    { text: channel },
    { text: version ?? '' },
    { text: verdict.replace('_', ' ') },
    { text: dependents === null ? 'unknown' : count(dependents.transitive) },
    { text: fixedIn ?? '' },
  ]);
  const named = data.packages.map(({ ecosystem, vendor, name, range, fixedIn, source }) => [
    { text: ecosystem ?? vendor ?? '' },
    { text: name },
    { text: range },
    { text: fixedIn.join(', ') },
    { text: source },
  ]);
  const left = data.total - data.packages.length;
  return [
    `${colours.bold(data.id)}  ${counted(data.collection.length, 'nixpkgs package')}, ${counted(data.total, 'package')} named by sources`,
    ...(inCollection.length === 0
      ? ['No nixpkgs package matches this CVE.']
      : ['', ...table(COLLECTION, inCollection, width, colours.dim)]),
    ...(named.length === 0 ? [] : ['', ...table(NAMED, named, width, colours.dim)]),
    ...(left > 0 ? [`${counted(left, 'more package')} not shown`] : []),
    ...(data.unknownReasons?.includes('limit_reached') === true
      ? ['The CVE names too many products to look up all, so nixpkgs packages may be missing.']
      : []),
    '',
    ...paragraph(session, coverageWords(answer)),
  ];
}

const COLLECTION = [
  { head: 'Attribute', least: 10 },
  { head: 'Channel' },
  { head: 'Version', least: 6 },
  { head: 'Verdict' },
  { head: 'Dependents' },
  { head: 'Fixed in', mayGo: true },
] as const;

const NAMED = [
  { head: 'Ecosystem' },
  { head: 'Package', least: 10 },
  { head: 'Affected', least: 12 },
  { head: 'Fixed in', least: 8, mayGo: true },
  { head: 'Source', mayGo: true },
] as const;
