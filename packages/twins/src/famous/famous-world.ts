import type { Vulnerability } from '../world/vulnerability.ts';
import { type World, worldOf } from '../world/world.ts';
import { famousCollection } from './collection.ts';
import { KNOWN_DAYS } from './epss-course.ts';
import { FAMOUS_INPUTS } from './inputs.ts';
import { issuesAbout } from './issues.ts';
import type { FamousRecord } from './record.ts';
import { CONTAINERS } from './records/containers.ts';
import { GATEWAYS } from './records/gateways.ts';
import { GO } from './records/go.ts';
import { HTTP2 } from './records/http2.ts';
import { JAVA_LIBRARIES } from './records/java-libraries.ts';
import { JAVA_SERVERS } from './records/java-servers.ts';
import { LINUX } from './records/linux.ts';
import { MEDIA } from './records/media.ts';
import { NPM_PROGRAMS } from './records/npm-programs.ts';
import { NPM_PROTOTYPES } from './records/npm-prototypes.ts';
import { OPENSSL_CURL } from './records/openssl-curl.ts';
import { PHP } from './records/php.ts';
import { PRODUCTS } from './records/products.ts';
import { PYTHON_FRAMEWORKS } from './records/python-frameworks.ts';
import { PYTHON_LIBRARIES } from './records/python-libraries.ts';
import { RUST_RUBY } from './records/rust-ruby.ts';
import { SERVERS } from './records/servers.ts';
import { TOMCAT } from './records/tomcat.ts';
import { TOOLS } from './records/tools.ts';
import { lastChanged, vulnerabilityOf } from './vulnerability-of.ts';

export const FAMOUS_RECORDS: readonly FamousRecord[] = [
  ...CONTAINERS,
  ...GATEWAYS,
  ...GO,
  ...HTTP2,
  ...JAVA_LIBRARIES,
  ...JAVA_SERVERS,
  ...LINUX,
  ...MEDIA,
  ...NPM_PROGRAMS,
  ...NPM_PROTOTYPES,
  ...OPENSSL_CURL,
  ...PHP,
  ...PRODUCTS,
  ...PYTHON_FRAMEWORKS,
  ...PYTHON_LIBRARIES,
  ...RUST_RUBY,
  ...SERVERS,
  ...TOMCAT,
  ...TOOLS,
];

/** The day of the newest fact. */
export const FAMOUS_AS_OF: string = FAMOUS_RECORDS.map(lastChanged).toSorted().at(-1) ?? '';

/** An id that an erratum of a distribution names and that has neither record nor score: as far as can be told, it is reserved. */
const RESERVED = {
  id: 'CVE-2026-59679',
  shows: [],
  assigner: { shortName: 'unknown' },
  reserved: { on: KNOWN_DAYS[1] },
};

function entryOf(record: FamousRecord): Vulnerability {
  const entry = { ...vulnerabilityOf(record), issues: issuesAbout(record.id, record.title) };
  return REEXPORTED_IDS.has(record.id) ? { ...entry, reexported: REEXPORTED } : entry;
}

/** An ecosystem in which nothing is written for a week counts as frozen: one record of each gets a new date every few days. */
const REEXPORTED = Array.from({ length: 40 }, (_, index) => ({ daysAgo: 6 - 3 * index, hour: 3 }));

const REEXPORTED_IDS = reexportedIds();

function reexportedIds(): Set<string> {
  const byEcosystem = new Map<string, string>();
  for (const { id, ghsa, osv = [] } of FAMOUS_RECORDS) {
    for (const { packages } of [...osv, ...(ghsa === undefined ? [] : [ghsa])])
      for (const [ecosystem] of packages) if (!byEcosystem.has(ecosystem)) byEcosystem.set(ecosystem, id);
  }
  return new Set(byEcosystem.values());
}

/** Well-known vulnerabilities and the packages they concern. Facts are real, words are ours, and what nobody has told is made up. */
export const famousWorld: World = {
  ...worldOf([...FAMOUS_RECORDS.map(entryOf), RESERVED]),
  collection: famousCollection,
  inputs: FAMOUS_INPUTS,
  apart: true,
};
