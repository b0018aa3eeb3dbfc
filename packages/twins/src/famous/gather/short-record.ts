import { evaluate, readCve, readOsv, type Subject } from '@almanac/core/ranges';
import { readCvss } from '@almanac/core/scores';
import { type Fields, fieldsOf, listOf } from '../../feed/record-feed.ts';
import type { FamousAdvisory, FamousCve, FamousEnrichment, FamousNvd, FamousOsv, FamousProduct } from '../record.ts';
import type { CorpusRecord } from './records-about.ts';
import { shortenConfigurations, shortenPackage, shortenProduct, wordOf } from './shorten.ts';

export interface Choice {
  readonly isWanted: (subject: Subject) => boolean;
  readonly references: (addresses: readonly string[]) => readonly string[];
}

export function shortenCve({ value, read }: CorpusRecord, choice: Choice): FamousCve {
  const meta = fieldsOf(value['cveMetadata']);
  const { cna, adp } = fieldsOf(value['containers']);
  const own = fieldsOf(cna);
  const cisa = listOf(adp)
    .map(fieldsOf)
    .find(({ title }) => title === 'CISA ADP Vulnrichment');
  const scores = scoresIn(own);
  const cwes = weaknessesIn(own);
  const tags = listOf(own['tags']).map(wordOf);
  const enriched = cisa === undefined ? {} : shortenEnrichment(cisa, choice);
  const dates = [meta['dateReserved'], meta['datePublished'], meta['dateUpdated']].flatMap((date) =>
    date === undefined ? [] : [toSecond(date)],
  );
  return {
    by: wordOf(meta['assignerShortName']),
    dates: dates as unknown as FamousCve['dates'],
    products: shortenProducts(own, choice),
    ...(cwes.length === 0 ? {} : { cwes }),
    ...(scores.length === 0 ? {} : { scores }),
    ...(tags.length === 0 ? {} : { tags }),
    references: choice.references(read.references.map(({ url }) => url)),
    ...(Object.keys(enriched).length === 0 ? {} : { cisa: enriched }),
  };
}

function shortenEnrichment(container: Fields, choice: Choice): FamousEnrichment {
  const contents = listOf(container['metrics']).map((metric) => fieldsOf(fieldsOf(metric)['other']));
  const content = (type: string) => fieldsOf(contents.find((each) => each['type'] === type)?.['content']);
  const ssvc = listOf(content('ssvc')['options']).flatMap((option) => Object.values(fieldsOf(option)));
  const kev = content('kev')['dateAdded'];
  const [scores, cwes, products] = [scoresIn(container), weaknessesIn(container), shortenProducts(container, choice)];
  return {
    ...(ssvc.length === 3 ? { ssvc: ssvc.join(' ') } : {}),
    ...(scores.length === 0 ? {} : { scores }),
    ...(cwes.length === 0 ? {} : { cwes }),
    ...(typeof kev === 'string' ? { kev } : {}),
    ...(products.length === 0 ? {} : { products }),
  };
}

/** Shortens records about none of the packages. */
const MAX_VERSIONS = 5;

function shortenProducts(container: Fields, { isWanted }: Choice): FamousProduct[] {
  const entries = listOf(container['affected']).map(fieldsOf);
  const wanted = entries.filter((entry) => {
    const { assertions } = readCve({ containers: { cna: { affected: [entry] } } });
    return assertions.some(({ subject }) => isWanted(subject));
  });
  const short = entries.filter(({ versions }) => listOf(versions).length <= MAX_VERSIONS);
  return (wanted.length > 0 ? wanted : short.slice(0, 1)).map(shortenProduct);
}

const CVSS = ['cvssV4_0', 'cvssV3_1', 'cvssV3_0', 'cvssV2_0'];

function scoresIn(container: Fields): string[] {
  return listOf(container['metrics']).flatMap((metric) =>
    CVSS.flatMap((key) => {
      const { baseScore, vectorString } = fieldsOf(fieldsOf(metric)[key]);
      return typeof vectorString === 'string' && readCvss(vectorString) !== null
        ? [`${wordOf(baseScore)} ${wordOf(vectorString)}`]
        : [];
    }),
  );
}

function weaknessesIn(container: Fields): string[] {
  const found = listOf(container['problemTypes'])
    .flatMap((problem) => listOf(fieldsOf(problem)['descriptions']))
    .flatMap((described) => {
      const { cweId } = fieldsOf(described);
      return typeof cweId === 'string' ? [cweId] : [];
    });
  return [...new Set(found)];
}

export function shortenNvd({ value, read }: CorpusRecord, choice: Choice): FamousNvd {
  const metrics = Object.values(fieldsOf(value['metrics'])).flatMap(listOf).map(fieldsOf);
  const scores = metrics
    .filter(({ type }) => type === 'Primary')
    .map(({ cvssData }) => fieldsOf(cvssData))
    .map(({ baseScore, vectorString }) => `${wordOf(baseScore)} ${wordOf(vectorString)}`);
  const cwes = listOf(value['weaknesses'])
    .map(fieldsOf)
    .filter(({ type }) => type === 'Primary')
    .flatMap(({ description }) => listOf(description).map((each) => wordOf(fieldsOf(each)['value'])));
  const cpes = shortenConfigurations(listOf(value['configurations']).map(fieldsOf), choice.isWanted);
  return {
    status: value['vulnStatus'] as FamousNvd['status'],
    published: toSecond(value['published']),
    modified: toSecond(value['lastModified']),
    ...(scores.length === 0 ? {} : { scores }),
    ...(cwes.length === 0 ? {} : { cwes: [...new Set(cwes)] }),
    ...(cpes.length === 0 ? {} : { cpes }),
    by: wordOf(value['sourceIdentifier']),
    references: choice.references(read.references.map(({ url }) => url)),
  };
}

export function shortenOsv({ id, value, read }: CorpusRecord, choice: Choice): FamousOsv {
  const texts = (name: string) => listOf(value[name]).map(wordOf);
  const entries = listOf(value['affected']).map(fieldsOf);
  const vectors = [...listOf(value['severity']), ...entries.flatMap((entry) => listOf(entry['severity']))].flatMap(
    (each) => {
      const { score } = fieldsOf(each);
      return typeof score === 'string' && readCvss(score) !== null ? [score] : [];
    },
  );
  const [aliases, upstream, related] = [texts('aliases'), texts('upstream'), texts('related')];
  const references = choice.references(read.references.map(({ url }) => url));
  const isWanted = (entry: Fields) => {
    return readOsv({ affected: [entry] }).assertions.some(({ subject }) => choice.isWanted(subject));
  };
  return {
    id,
    ...(isDated(value['published']) ? { published: toSecond(value['published']) } : {}),
    ...(isDated(value['modified']) ? { modified: toSecond(value['modified']) } : {}),
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(upstream.length === 0 ? {} : { upstream }),
    ...(related.length === 0 ? {} : { related }),
    ...(vectors.length === 0 ? {} : { vectors: [...new Set(vectors)] }),
    packages: entries.filter(isWanted).map((entry) => shortenPackage(entry, !rangesSayTheSame(entry, id))),
    ...(references.length === 0 ? {} : { references }),
  };
}

export function shortenAdvisory(record: CorpusRecord, choice: Choice): FamousAdvisory {
  const { aliases: _aliases, related: _related, ...short } = shortenOsv(record, choice);
  const { severity, cwe_ids: cwes } = fieldsOf(record.value['database_specific']);
  return {
    ...short,
    published: toSecond(record.value['published']),
    modified: toSecond(record.value['modified']),
    severity: severity as FamousAdvisory['severity'],
    cwes: listOf(cwes).map(wordOf),
  };
}

/** Reports whether the ranges cover every listed version. */
function rangesSayTheSame(entry: Fields, id: string): boolean {
  const versions = listOf(entry['versions']).map(wordOf);
  if (versions.length === 0) return true;
  const { versions: _, ...ranges } = entry;
  const [assertion] = readOsv({ id, affected: [ranges] }).assertions;
  return (
    assertion !== undefined && versions.every((version) => evaluate(assertion, { version }).verdict === 'affected')
  );
}

function isDated(value: unknown): boolean {
  return typeof value === 'string' && !value.startsWith('0001');
}

/** A date without a zone is UTC. */
function toSecond(value: unknown): string {
  const text = wordOf(value);
  const zoned = /Z|[+-]\d\d:\d\d$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  return `${new Date(zoned).toISOString().slice(0, 19)}Z`;
}
