import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { channels } from '../channels/channels.ts';
import { dependencies } from '../dependencies/dependencies.ts';
import { fromRecords, type GivenRecord } from '../feed/from-records.ts';
import type { RecordFeed } from '../feed/record-feed.ts';
import { spooled } from '../feed/spooled.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import { nixpkgs } from '../nixpkgs/nixpkgs.ts';
import { packages } from '../packages/packages.ts';
import { repology } from '../repology/repology.ts';
import { type RunningTwins, startDefined, TWINS, type TwinId, type TwinsOptions } from '../twins.ts';
import { CORPUS_SOURCES, type Corpus } from './corpus.ts';
import { corpusCollection } from './packages.ts';
import { repologyProjects } from './repology.ts';

export interface CorpusTwins extends AsyncDisposable {
  readonly twins: RunningTwins;
}

export interface CorpusTwinsOptions extends TwinsOptions {
  /** Called with the number of records once a source can be served. */
  readonly onRead?: (source: TwinId, records: number) => void;
}

/**
 * Starts all twins over the corpus, spooling its records to temporary files. The corpus has no dependency edges, so
 * that twin has the small world's.
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
    const feeds = new Map<TwinId, RecordFeed>();
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
    const aggregator = repology(await repologyProjects(root));
    const define = (id: TwinId) => (id === 'repology' ? aggregator : definitionOf(id, corpus, feeds));
    const twins = stack.use(await startDefined(define, options));
    const owned = stack.move();
    return { twins, [Symbol.asyncDispose]: () => owned.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

const HOUR_MS = 3_600_000;
/** Within the delta log, and before the oldest archive that a reader starts with. */
const LONG_AGO_MS = 20 * 24 * HOUR_MS;

/**
 * Repeats one record unchanged, long ago and an hour ago: a delta log without entries for a month, or without any from
 * before the last archive, counts as broken.
 */
function moved(records: readonly GivenRecord[], start: number): readonly GivenRecord[] {
  const last = records.at(-1);
  if (last === undefined) return records;
  return [...records, { ...last, at: start - LONG_AGO_MS }, { ...last, at: start - HOUR_MS }];
}

/** Sources missing from the corpus have no records. */
function definitionOf(
  id: Exclude<TwinId, 'repology'>,
  corpus: Corpus,
  feeds: ReadonlyMap<TwinId, RecordFeed>,
): TwinDefinition {
  if (id === 'nixpkgs') return nixpkgs(fromRecords(corpus.issues));
  if (id === 'channels') return channels();
  if (id === 'packages') return packages(corpusCollection(corpus.packages));
  if (id === 'dependencies') return dependencies();
  return TWINS[id].define(feeds.get(id === 'cve_services' ? 'cve_list_v5' : id) ?? fromRecords([]));
}
