import { mkdir } from 'node:fs/promises';
import { runningClock } from '../frame/clock.ts';
import { startTwin } from '../frame/start-twin.ts';
import { type WorldFiles, writeArchive, writeBaseline, writeDay } from './archives.ts';
import { cveFiles, cveReleases, type Shown } from './cve-upstream.ts';
import { ecosystemsOf } from './ecosystems.ts';
import { epssFiles, writeScores } from './epss-upstream.ts';
import { writeLists } from './lists.ts';
import type { Moments } from './moments.ts';
import { osvBucket } from './osv-upstream.ts';
import type { WorldSize } from './size.ts';

export interface WorldUpstreamUrls {
  readonly cveFiles: string;
  readonly cveReleases: string;
  readonly osv: string;
  readonly epss: string;
}

/**
 * The CVE list, OSV and EPSS at full size. Large files are written once; single records are made on demand. Uses the
 * machine's time, because the reader is another process.
 */
export interface WorldUpstream extends AsyncDisposable {
  readonly urls: WorldUpstreamUrls;
  /** Publishes scores up to this day (`YYYY-MM-DD`). */
  showScores(last: string): Promise<void>;
  /** Republishes everything: new tags, same content. */
  publishAgain(): void;
  /** Applies `cvesOfDay` and `advisoriesOfDay`. */
  passDay(): Promise<void>;
  /** Rewrites all churning records, every row of them. */
  churn(): Promise<void>;
}

export interface WorldUpstreamOptions {
  /** The caller deletes it. */
  readonly folder: string;
  readonly size: WorldSize;
  readonly progress?: (what: string) => void;
}

export async function startWorldUpstream(options: WorldUpstreamOptions): Promise<WorldUpstream> {
  const { folder, size, progress = () => {} } = options;
  const files: WorldFiles = { folder, size, ecosystems: ecosystemsOf(size) };
  const clock = runningClock();
  let moments: Moments = { began: clock.now(), day: null, churn: null };
  let editions = 0;
  await mkdir(folder, { recursive: true });
  progress(`baseline of ${size.cves} CVE records, ${await writeBaseline(files, moments)} bytes`);
  for (const ecosystem of files.ecosystems) {
    const bytes = await writeArchive(files, ecosystem, moments);
    progress(`archive of ${ecosystem.name}, ${ecosystem.to - ecosystem.from} records, ${bytes} bytes`);
  }
  await writeLists(files, moments);

  const shown: Shown = { moments: () => moments, editions: () => editions };
  await using starting = new AsyncDisposableStack();
  const start = async (twin: Parameters<typeof startTwin>[0]) => starting.use(await startTwin(twin, { clock })).url;
  const urls = {
    cveFiles: `${await start(cveFiles(files, shown))}/main/`,
    cveReleases: await start(cveReleases(files, shown)),
    osv: await start(osvBucket(files, shown)),
    epss: await start(epssFiles(files)),
  };
  const running = starting.move();

  return {
    urls,
    showScores: (last) => writeScores(files, last),
    publishAgain() {
      editions += 1;
    },
    async passDay() {
      moments = { ...moments, day: clock.now() };
      await writeDay(files, moments);
      await writeLists(files, moments);
    },
    async churn() {
      moments = { ...moments, churn: clock.now() };
      await writeLists(files, moments);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
