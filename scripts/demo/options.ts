import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** What feeds a demo: well-known vulnerabilities, records from a folder, or the upstreams themselves. */
export type World =
  | { readonly kind: 'famous' }
  | { readonly kind: 'corpus'; readonly folder: string; readonly slice: string | undefined }
  | { readonly kind: 'live' };

export interface DemoOptions {
  readonly world: World;
  readonly watch: boolean;
  /** Null: logs go to the terminal. */
  readonly log: string | null;
  readonly site: string;
  readonly environment: NodeJS.ProcessEnv & { readonly DATABASE_URL: string; readonly REDIS_URL: string };
  readonly workerMetricsPort: string;
  /** The name under which the demo keeps what it keeps. */
  readonly database: string;
}

/** Reads the command line and the environment; throws where they make no sense. */
export function readOptions(args: readonly string[], variables: NodeJS.ProcessEnv): DemoOptions {
  const { watch, corpus, slice, live } = parseArgs({
    args: [...args],
    options: {
      watch: { type: 'boolean', default: false },
      live: { type: 'boolean', default: false },
      corpus: { type: 'string' },
      slice: { type: 'string' },
    },
  }).values;
  const world = worldOf(live, corpus, slice);
  /** What a demo keeps is under this name, so that a second one beside it has another. */
  const database = variables['DEMO_DATABASE'] ?? DATABASES[world.kind];
  const host = variables['HOST'] ?? '127.0.0.1';
  const port = variables['PORT'] ?? '8080';
  const metricsPort = variables['METRICS_PORT'] ?? '9090';
  return {
    world,
    database,
    watch,
    log: watch ? null : path.join(tmpdir(), `${database}.log`),
    site: `http://${host}:${port}`,
    workerMetricsPort: String(Number(metricsPort) + 1),
    environment: {
      ...variables,
      DATABASE_URL: demoDatabase(variables['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres', database),
      REDIS_URL: variables['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
      // Finished answers of an earlier demo are none of this one.
      REDIS_PREFIX: variables['REDIS_PREFIX'] ?? `${database}:${Date.now().toString(36)}:`,
      HOST: host,
      PORT: port,
      METRICS_PORT: metricsPort,
      LOG_LEVEL: variables['LOG_LEVEL'] ?? 'warn',
    },
  };
}

const DATABASES = { famous: 'almanac_demo', corpus: 'almanac_corpus', live: 'almanac_live' } as const;

function worldOf(live: boolean, corpus: string | undefined, slice: string | undefined): World {
  if (slice !== undefined && corpus === undefined)
    throw new Error('--slice is of a corpus: give its folder by --corpus');
  if (live && corpus !== undefined) throw new Error('--live reads the upstreams, --corpus a folder: give one of them');
  if (live) return { kind: 'live' };
  if (corpus === undefined) return { kind: 'famous' };
  if (!existsSync(path.join(corpus, 'cve-list'))) throw new Error(`${corpus} is no corpus`);
  return { kind: 'corpus', folder: corpus, slice };
}

/** On the server that DATABASE_URL names, but never in the database it names: a demo leaves your data alone. */
function demoDatabase(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}
