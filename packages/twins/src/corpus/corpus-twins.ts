import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { advisory } from '../advisory/advisory.ts';
import { channels } from '../channels/channels.ts';
import { cveList } from '../cve-list/cve-list.ts';
import { cveServices } from '../cve-services/cve-services.ts';
import { dependencies } from '../dependencies/dependencies.ts';
import { epss } from '../epss/epss.ts';
import { exploitdb } from '../exploitdb/exploitdb.ts';
import { fromRecords, type GivenRecord } from '../feed/from-records.ts';
import type { RecordFeed } from '../feed/record-feed.ts';
import { spooled } from '../feed/spooled.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import { kev } from '../kev/kev.ts';
import { metasploit } from '../metasploit/metasploit.ts';
import { nixpkgs } from '../nixpkgs/nixpkgs.ts';
import { nuclei } from '../nuclei/nuclei.ts';
import { nvd } from '../nvd/nvd.ts';
import { osv } from '../osv/osv.ts';
import { packages } from '../packages/packages.ts';
import { repology } from '../repology/repology.ts';
import { type RunningTwins, startDefined, type TwinId, type TwinsOptions } from '../twins.ts';
import { CORPUS_SOURCES, type Corpus, type CorpusSource } from './corpus.ts';
import { corpusCollection } from './packages.ts';
import { repologyProjects } from './repology.ts';

export interface CorpusTwins extends AsyncDisposable {
  readonly twins: RunningTwins;
}

export interface CorpusTwinsOptions extends TwinsOptions {
  /** Told how many records of a source are ready to be served. */
  readonly onRead?: (source: TwinId, records: number) => void;
}

/**
 * Starts all twins over the corpus. Its records are put away in temporary files until they are asked for. There are no dependency
 * edges in the corpus: that twin has the small world's.
 */
export async function startCorpusTwins(
  root: string,
  corpus: Corpus,
  { onRead = () => {}, ...options }: CorpusTwinsOptions,
): Promise<CorpusTwins> {
  const folder = await mkdtemp(path.join(tmpdir(), 'corpus-twins-'));
  const stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  try {
    const feeds = new Map<CorpusSource, RecordFeed>();
    for (const source of CORPUS_SOURCES) {
      const kept = stack.use(await spooled(path.join(folder, source), corpus.records[source]()));
      feeds.set(
        source,
        fromRecords(source === 'cve_list_v5' ? moved(kept.records, options.clock.start) : kept.records),
      );
      onRead(source, kept.records.length);
    }
    onRead('packages', corpus.packages.length);
    onRead('nixpkgs', corpus.issues.length);
    const defined = definitions(corpus, feeds);
    const aggregator = repology(await repologyProjects(root));
    const twins = stack.use(await startDefined((id) => (id === 'repology' ? aggregator : defined[id]), options));
    const owned = stack.move();
    return { twins, [Symbol.asyncDispose]: () => owned.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

const HOUR_MS = 3_600_000;
/** Within what the log of changes keeps, and before the oldest archive that a reader begins with. */
const LONG_AGO_MS = 20 * 24 * HOUR_MS;

/**
 * The list is never still for a month: a log of changes that has none, or none from before the last archive, counts as broken.
 * So one record comes again long ago and an hour ago, as it is.
 */
function moved(records: readonly GivenRecord[], start: number): readonly GivenRecord[] {
  const last = records.at(-1);
  if (last === undefined) return records;
  return [...records, { ...last, at: start - LONG_AGO_MS }, { ...last, at: start - HOUR_MS }];
}

function definitions(
  corpus: Corpus,
  feeds: ReadonlyMap<CorpusSource, RecordFeed>,
): Readonly<Record<Exclude<TwinId, 'repology'>, TwinDefinition>> {
  const feed = (source: CorpusSource) => feeds.get(source) ?? fromRecords([]);
  return {
    cve_list_v5: cveList(feed('cve_list_v5')),
    cve_services: cveServices(feed('cve_list_v5')),
    osv: osv(feed('osv')),
    advisory: advisory(feed('advisory')),
    nvd: nvd(feed('nvd')),
    epss: epss(feed('epss')),
    kev: kev(feed('kev')),
    nixpkgs: nixpkgs(fromRecords(corpus.issues)),
    channels: channels(),
    packages: packages(corpusCollection(corpus.packages)),
    dependencies: dependencies(),
    metasploit: metasploit(feed('metasploit')),
    nuclei: nuclei(feed('nuclei')),
    exploitdb: exploitdb(feed('exploitdb')),
  };
}
