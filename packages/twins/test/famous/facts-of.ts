import type { Document } from './corpus-documents.ts';

/**
 * Facts of a document as `path = value`, the same for what a twin serves and for what the corpus has of it: dates to the second, since some
 * upstreams write fractions that others leave out.
 */
export type Fact = string;

const fact = (path: string, value: unknown): Fact =>
  `${path} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
const dated = (path: string, value: unknown): Fact[] => (value == null ? [] : [fact(path, second(value))]);
const each = (value: unknown): Document[] => (Array.isArray(value) ? value : []);

/** A date without a zone means UTC. */
function second(value: unknown): string {
  const text = String(value);
  return new Date(/Z|[+-]\d\d:\d\d$/.test(text) || !text.includes('T') ? text : `${text}Z`).toISOString().slice(0, 19);
}

/** A CVE record in the programme's own format. */
export function cveFacts(record: Document): Fact[] {
  const { cveMetadata: meta, containers } = record;
  const [cna, adps] = [containers['cna'], each(containers['adp'])];
  const cisa = adps.filter(({ title }) => title === 'CISA ADP Vulnrichment');
  return [
    fact('id', meta['cveId']),
    fact('state', meta['state']),
    fact('assigner', meta['assignerShortName']),
    ...dated('reserved', meta['dateReserved']),
    ...dated('published', meta['datePublished']),
    ...dated('updated', meta['dateUpdated']),
    ...(meta['dateRejected'] === undefined ? [] : [fact('rejected', second(meta['dateRejected']).slice(0, 10))]),
    ...each(cna['affected']).flatMap((product) => productFacts('affected', product)),
    ...metricFacts('cna', cna),
    ...weaknessFacts(cna),
    ...[cna, ...adps].flatMap(({ references }) => each(references).map(({ url }) => fact('reference', url))),
    ...each(cna['tags']).map((tag) => fact('tag', tag)),
    ...cisa.flatMap(cisaFacts),
  ];
}

function cisaFacts(container: Document): Fact[] {
  return [
    ...metricFacts('cisa', container),
    ...weaknessFacts(container),
    ...each(container['affected']).flatMap((product) => productFacts('cisa affected', product)),
    ...each(container['metrics']).flatMap(enrichmentFacts),
  ];
}

/** The same facts, as they were typed over. */
export function typedCveFacts(id: string, cve: Document): Fact[] {
  const by = (source: string) => each(cve['metrics']).filter((metric) => metric['by'] === source && metric['vector']);
  const { exploitation, automatable, technicalImpact } = cve['ssvc'] ?? {};
  return [
    fact('id', id),
    fact('state', cve['state']),
    fact('assigner', cve['assigner']),
    ...dated('reserved', cve['reserved']),
    ...dated('published', cve['published']),
    ...dated('updated', cve['updated']),
    ...each(cve['affected']).flatMap((product) => productFacts('affected', product)),
    ...by('cna').map(({ vector, score }) => fact('cna score', `${score} ${vector}`)),
    ...by('cisa').map(({ vector, score }) => fact('cisa score', `${score} ${vector}`)),
    ...each(cve['cwes']).map((cwe) => fact('weakness', cwe)),
    ...each(cve['references']).map((url) => fact('reference', url)),
    ...each(cve['tags']).map((tag) => fact('tag', tag)),
    ...(cve['ssvc'] === undefined ? [] : [fact('ssvc', [exploitation, automatable, technicalImpact].join(' '))]),
    ...(cve['kevDateAdded'] === undefined ? [] : [fact('cisa kev', cve['kevDateAdded'])]),
  ];
}

/** Every member and version under the name of its product: entries may be left out, but none may say anything else. */
function productFacts(path: string, product: Document): Fact[] {
  const { versions, ...members } = product;
  const names = ['vendor', 'product', 'packageName', 'collectionURL', 'repo', 'packageURL', 'defaultStatus'];
  const owner = [members['vendor'], members['product'], members['packageName']].filter(Boolean).join(' ');
  return [
    ...names
      .filter((name) => members[name] !== undefined)
      .map((name) => fact(`${path} ${owner} ${name}`, members[name])),
    ...each(members['cpes']).map((cpe) => fact(`${path} ${owner} cpe`, cpe)),
    ...each(versions).map((version) => fact(`${path} ${owner} version`, sorted(version))),
  ];
}

function metricFacts(by: string, container: Document): Fact[] {
  return each(container['metrics']).flatMap((metric) =>
    ['cvssV2_0', 'cvssV3_0', 'cvssV3_1', 'cvssV4_0'].flatMap((name) => {
      const { vectorString, baseScore } = metric[name] ?? {};
      return metric[name] === undefined ? [] : [fact(`${by} score`, `${baseScore} ${vectorString}`)];
    }),
  );
}

function weaknessFacts(container: Document): Fact[] {
  return each(container['problemTypes']).flatMap(({ descriptions }) =>
    each(descriptions).flatMap(({ cweId }) => (cweId === undefined ? [] : [fact('weakness', cweId)])),
  );
}

function enrichmentFacts({ other }: Document): Fact[] {
  if (other === undefined) return [];
  const { type, content } = other;
  if (type === 'kev') return [fact('cisa kev', content['dateAdded'])];
  if (type !== 'ssvc') return [];
  return [fact('ssvc', each(content['options']).flatMap(Object.values).join(' '))];
}

/** An OSV record, or an advisory that was typed over in nearly that form. */
export function osvFacts(record: Document): Fact[] {
  const specific = record['database_specific'] ?? {};
  const affected = each(record['affected']);
  const vectors = [
    ...each(record['severity']).map(({ score }) => score),
    ...affected.flatMap((entry) => each(entry['severity']).map(({ score }) => score)),
    ...each(record['vectors']),
  ];
  return [
    fact('id', record['id']),
    ...['published', 'modified', 'withdrawn'].flatMap((name) => dated(name, record[name])),
    ...['aliases', 'upstream', 'related'].flatMap((name) => each(record[name]).map((id) => fact(name, id))),
    // Metrics that say nothing are left out.
    ...vectors.map((vector) => fact('vector', String(vector).replaceAll(/\/[A-Z]+:X/g, ''))),
    ...each(record['references']).map((reference) => fact('reference', reference['url'] ?? reference)),
    ...each(specific['cwe_ids'] ?? record['cwes']).map((cwe) => fact('weakness', cwe)),
    ...(typeof record['severity'] === 'string' ? [fact('severity', record['severity'])] : []),
    ...(specific['severity'] === undefined ? [] : [fact('severity', specific['severity'])]),
    ...affected.flatMap(packageFacts),
  ];
}

function packageFacts(entry: Document): Fact[] {
  const { ecosystem, name } = entry['package'] ?? entry;
  const ranges = each(entry['ranges']).filter(({ type }) => type !== 'GIT');
  const pairs = ranges.flatMap(({ type, events }) => intervalsOf(events).map((interval) => `${type} ${interval}`));
  const versions = (entry['versions'] ?? []).map((version: string) => `= ${version}`);
  return [...pairs, ...versions].map((range) => fact(`package ${ecosystem} ${name}`, range));
}

/** Each introduction with the end that follows it. */
function intervalsOf(events: unknown): string[] {
  const found: string[] = [];
  for (const event of each(events)) {
    if ('introduced' in event) found.push(`from ${event['introduced']}`);
    else found.push(`${found.pop() ?? ''} ${Object.entries(event).flat().join(' ')}`);
  }
  return found;
}

export function nvdFacts(cve: Document): Fact[] {
  const metrics: Document = cve['metrics'] ?? {};
  const primary = Object.values(metrics)
    .flatMap(each)
    .filter(({ type }) => type === 'Primary');
  return [
    fact('id', cve['id']),
    fact('by', cve['sourceIdentifier']),
    fact('status', cve['vulnStatus']),
    ...dated('published', cve['published']),
    ...dated('modified', cve['lastModified']),
    ...primary.map(({ cvssData }) => fact('score', `${cvssData['baseScore']} ${cvssData['vectorString']}`)),
    ...each(cve['weaknesses'])
      .filter(({ type }) => type === 'Primary')
      .flatMap(({ description }) => each(description).map(({ value }) => fact('weakness', value))),
    ...cpeFacts(cve),
    ...each(cve['references']).map(({ url }) => fact('reference', url)),
  ];
}

export function cpeFacts(cve: Document): Fact[] {
  const matches = each(cve['configurations']).flatMap(({ nodes }) =>
    each(nodes).flatMap(({ cpeMatch }) => each(cpeMatch)),
  );
  return matches.map((match) => fact('cpe', sorted(Object.assign({}, match, { matchCriteriaId: undefined }))));
}

export function kevFacts(entry: Document): Fact[] {
  const names = ['cveID', 'vendorProject', 'product', 'dateAdded', 'dueDate', 'knownRansomwareCampaignUse'];
  return names.map((name) => fact(name, entry[name]));
}

function sorted(value: Document): Document {
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, Array.isArray(inner) ? inner.map(sorted) : inner]),
  );
}
