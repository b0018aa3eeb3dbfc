import type { CoverageRow, FreshOutcome } from '@almanac/contract';
import { reconcileCve } from '@almanac/core/dossier';
import type { ScoreEvidence } from '../../queries/score-evidence.ts';
import type { PreserialisedJson } from '../answer.ts';
import type { Deps } from '../deps.ts';
import { etagOfBytes } from '../json/etag.ts';
import { type ByteRange, jsonParts, membersText } from '../json/json-parts.ts';
import { TIMESTAMP } from '../json/per-request-tail.ts';
import { asOf } from '../sources/source-states.ts';
import type { LoadedCve, ReadRecord } from './cve-facts.ts';
import { nixpkgsSource } from './cve-tracker.ts';
import { missingOf } from './fresh-outcomes.ts';
import { shownRecords } from './lookup.ts';
import { provenanceOf } from './provenance.ts';
import { fillLookup, settleLookup } from './settled-lookup.ts';

export interface DossierGiven {
  readonly knowledge: LoadedCve;
  readonly coverage: readonly CoverageRow[];
  /** The evidence of the score, if it has one. */
  readonly score: ScoreEvidence | null;
  /** Members of `ingest` that say what became of a request for newer data. */
  readonly refreshStatus?: Readonly<Record<string, unknown>>;
  /** Members beside, of an answer about the past. */
  readonly past?: Readonly<Record<string, unknown>>;
}

/** The dossier (spec 2.9): its members at the top level, the whole lookup embedded at its end. */
export function composeDossier(
  { baseUrl, siteUrl }: Pick<Deps, 'baseUrl' | 'siteUrl'>,
  { knowledge, coverage, score, refreshStatus = {}, past = {} }: DossierGiven,
): PreserialisedJson {
  const { facts, records, tracker } = knowledge;
  const { canonical, quality, agentHints } = reconcileCve(facts, coverage);
  const api = `${baseUrl}/cve/${facts.id}`;
  const links = { html: `${siteUrl}/${facts.id}`, api, dossier: `${api}/dossier` };
  const data = { id: facts.id, availability: canonical.availability, dossierUrl: links.dossier };
  const provenance = provenanceOf(knowledge, coverage, score);
  const missing = missingOf((refreshStatus['outcomes'] as readonly FreshOutcome[] | undefined) ?? []);
  const ingest = {
    lastIngestedAt: newest(records),
    sourcesChecked: checkedSources(coverage).filter((source) => !missing.has(source)),
    dossierUrl: links.dossier,
  };
  const said = { canonical, quality, agentHints };

  const parts = jsonParts();
  parts.text(`{"success":true,${membersText({ data, ...said, provenance })},"sources":{`);
  const nvd = records.filter(({ source }) => source === 'nvd');
  const payloads = [...shownRecords(knowledge), ...nvd];
  payloads.forEach(({ source, raw }, i) => {
    parts.text(`${i === 0 ? '' : ','}"${source}":`).raw(raw);
  });
  const further = { nixpkgs: tracker === null ? undefined : nixpkgsSource(tracker), epss: facts.epss ?? undefined };
  const text = membersText(further);
  if (text !== '') parts.text(`${payloads.length === 0 ? '' : ','}${text}`);
  parts.text(
    `},${membersText({ ingest: { ...ingest, ...refreshStatus }, links, coverage, asOf: asOf(coverage), ...past })}`,
  );
  parts.text(',"lookup":');
  const lookup = fillLookup(settleLookup(knowledge), { score: facts.epss, coverage });
  const [from] = parts.raw(lookup.body);
  return {
    body: parts.bytes(),
    tail: { ...tailFrom(from, lookup.tail), template: [...lookup.tail.template, ',"timestamp":', TIMESTAMP, '}'] },
    etag: etagOfBytes(JSON.stringify([said, provenance.map(({ sha256 }) => sha256), refreshStatus, past, lookup.etag])),
    headers: ['x-dossier-availability', canonical.availability],
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

function newest(records: readonly ReadRecord[]): string | null {
  const times = records.map(({ observedAt }) => observedAt.toISOString());
  return times.toSorted().at(-1) ?? null;
}

function checkedSources(coverage: readonly CoverageRow[]): string[] {
  return coverage.filter(({ checkedAt }) => checkedAt !== null).map(({ source }) => source);
}
