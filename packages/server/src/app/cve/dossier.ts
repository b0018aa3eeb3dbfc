import type { CoverageRow, FreshOutcome } from '@almanac/contract';
import { evidenceAge } from '@almanac/core/advice';
import { type AdvisedRecords, type CveFacts, isAskedLately } from '@almanac/core/dossier';
import type { ScoreEvidence } from '../../queries/score-evidence.ts';
import type { PreserialisedJson } from '../answer.ts';
import type { Deps } from '../deps.ts';
import { etagOfBytes } from '../json/etag.ts';
import { type ByteRange, jsonParts, membersText } from '../json/json-parts.ts';
import { TIMESTAMP } from '../json/per-request-tail.ts';
import { asOf } from '../sources/source-states.ts';
import type { LoadedCve } from './cve-facts.ts';
import { missingOf } from './fresh-outcomes.ts';
import { provenanceFrom } from './provenance.ts';
import { type SettledDossier, saidText, settleDossier } from './settled-dossier.ts';
import { fillLookup, type SettledLookup, settleLookup } from './settled-lookup.ts';

/** What an answer adds to what records settle. */
export interface DossierPresent {
  readonly epss: CveFacts['epss'];
  readonly coverage: readonly CoverageRow[];
  /** The evidence of the score, if it has one. */
  readonly score: ScoreEvidence | null;
  /** Members of `ingest` that say what became of a request for newer data. */
  readonly refreshStatus?: Readonly<Record<string, unknown>>;
  /** Members beside, of an answer about the past. */
  readonly past?: Readonly<Record<string, unknown>>;
}

type FillDeps = Pick<Deps, 'baseUrl' | 'now' | 'siteUrl'>;

export function composeDossier(
  deps: FillDeps,
  {
    knowledge,
    advised,
    ...present
  }: Omit<DossierPresent, 'epss'> & { readonly knowledge: LoadedCve; readonly advised: AdvisedRecords },
): PreserialisedJson {
  const isPast = present.past !== undefined;
  const settled = { dossier: settleDossier(knowledge, advised, isPast), lookup: settleLookup(knowledge) };
  return fillDossier(deps, settled, { epss: knowledge.facts.epss, ...present });
}

/** The dossier (spec 2.9): its members at the top level, the whole lookup embedded at its end. */
export function fillDossier(
  { baseUrl, now, siteUrl }: FillDeps,
  { dossier, lookup: settledLookup }: { readonly dossier: SettledDossier; readonly lookup: SettledLookup },
  { epss, coverage, score, refreshStatus = {}, past = {} }: DossierPresent,
): PreserialisedJson {
  const { id, availability, payloads, nixpkgs } = dossier;
  const api = `${baseUrl}/cve/${id}`;
  const links = { html: `${siteUrl}/${id}`, api, dossier: `${api}/dossier` };
  const data = { id, availability, dossierUrl: links.dossier };
  const provenance = provenanceFrom(dossier.origins, coverage, score);
  const missing = missingOf((refreshStatus['outcomes'] as readonly FreshOutcome[] | undefined) ?? []);
  const ingest = {
    lastIngestedAt: dossier.lastIngestedAt,
    sourcesChecked: checkedSources(coverage).filter((source) => !missing.has(source)),
    dossierUrl: links.dossier,
  };
  const said = saidText(dossier, epss, dossier.hintsAt(evidenceAge(coverage), isAskedLately(coverage, now())));

  const parts = jsonParts();
  parts.text(`{"success":true,${membersText({ data })},${said},${membersText({ provenance })},"sources":{`);
  payloads.forEach(([source, raw], i) => {
    parts.text(`${i === 0 ? '' : ','}"${source}":`).raw(raw);
  });
  const text = membersText({ nixpkgs, epss: epss ?? undefined });
  if (text !== '') parts.text(`${payloads.length === 0 ? '' : ','}${text}`);
  parts.text(
    `},${membersText({ ingest: { ...ingest, ...refreshStatus }, links, coverage, asOf: asOf(coverage), ...past })}`,
  );
  parts.text(',"lookup":');
  const lookup = fillLookup(settledLookup, { score: epss, coverage });
  const [from] = parts.raw(lookup.body);
  const hashes = provenance.map(({ sha256 }) => sha256);
  return {
    body: parts.bytes(),
    tail: { ...tailFrom(from, lookup.tail), template: [...lookup.tail.template, ',"timestamp":', TIMESTAMP, '}'] },
    // Over what the answer says, without when we looked.
    etag: etagOfBytes(`[{${said}},${JSON.stringify([hashes, refreshStatus, past, lookup.etag]).slice(1)}`),
    headers: ['x-dossier-availability', availability],
  };
}

/** The tail of what begins at `start` of the whole. */
function tailFrom(start: number, { evidence, primary, ...tail }: PreserialisedJson['tail']): PreserialisedJson['tail'] {
  const within = ([from, to]: ByteRange): ByteRange => [from + start, to + start];
  return {
    ...tail,
    evidence: evidence.map(([source, place]) => [source, typeof place === 'string' ? place : within(place)]),
    primary: primary === null ? null : within(primary),
  };
}

function checkedSources(coverage: readonly CoverageRow[]): string[] {
  return coverage.filter(({ checkedAt }) => checkedAt !== null).map(({ source }) => source);
}
