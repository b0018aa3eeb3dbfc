import { readFile } from 'node:fs/promises';
import {
  type Clock,
  type CorpusChoice,
  famousSelection,
  openCorpus,
  type RunningTwins,
  runningClock,
  startCorpusTwins,
  startFamousTwins,
} from '@almanac/twins';
import { DEMO_CANARIES } from './canaries.ts';
import { twinAddresses } from './twin-addresses.ts';

/** What feeds a demo, and the settings that come with it. */
export interface Upstreams extends AsyncDisposable {
  /** What the data is, in a sentence about the demo. */
  readonly data: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of look-alikes that can be read at moments of the past. */
  readonly clock?: Clock;
}

/** Real facts about well-known vulnerabilities, the same for everybody. */
export async function startFamous(): Promise<Upstreams> {
  const clock = runningClock();
  const twins = await startFamousTwins(clock);
  const { size, notice, wholePackages } = famousSelection();
  return {
    data: size,
    environment: {
      ...twinAddresses(twins),
      CANARIES: JSON.stringify(DEMO_CANARIES),
      SITE_NOTICE: MADE_UP,
      DATA_NOTICE: notice,
      WHOLE_PACKAGES: wholePackages.join(','),
    },
    clock,
    [Symbol.asyncDispose]: () => twins[Symbol.asyncDispose](),
  };
}

const MADE_UP =
  'Issues, pull requests, maintainers, dependencies, channel dates, recent changes and past observations are made up.';

/** The upstreams themselves, or whatever the environment names in their place. Nothing is started. */
export function liveUpstreams(): Upstreams {
  return { data: 'live data', environment: {}, [Symbol.asyncDispose]: async () => {} };
}

const DAY_MS = 86_400_000;
/** Days of scores that an empty store begins with: the older of the two files lies a week before the newer. */
const SCORE_DAYS = 9;

/** Real records from a folder, or a slice of them; says what it reads and how long that takes. */
export async function startCorpus(folder: string, slice: string | undefined): Promise<Upstreams> {
  const clock = runningClock();
  const dayBefore = (days: number) => new Date(clock.now() - days * DAY_MS).toISOString().slice(0, 10);
  const began = performance.now();
  const choice = await choiceOf(slice);
  // The corpus does not know the exact days of its scores, and a source without recent ones counts as silent.
  const corpus = await openCorpus(folder, { choice, epssDays: [dayBefore(SCORE_DAYS - 1), dayBefore(1)] });
  let last = performance.now();
  console.log(
    `… Chosen in ${seconds(last - began)}: ${corpus.packages.length} packages, ${corpus.issues.length} issues`,
  );
  const started = await startCorpusTwins(folder, corpus, {
    clock,
    onRead(source, records) {
      const now = performance.now();
      console.log(`…   ${source}: ${records} records to serve, ${seconds(now - last)}`);
      last = now;
    },
  });
  return {
    data: `${choice === 'everything' ? 'all' : 'a slice'} of the corpus`,
    environment: corpusSettings(started.twins),
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}

function corpusSettings(twins: RunningTwins): Record<string, string | undefined> {
  return {
    ...twinAddresses(twins),
    // The corpus has no dependency edges, the collection in one channel, and other records than those that everybody knows.
    DEPENDENCIES_URL: undefined,
    CHANNELS: 'nixos-unstable',
    CANARIES: '{}',
    EPSS_FIRST_DAYS: String(SCORE_DAYS),
  };
}

/** The lists of NVD, KEV, the advisories and the exploits all have it: an upstream that lists nothing counts as broken. */
const IN_EVERY_LIST = 'CVE-2016-4437';

/** `default`, or a file with CVE ids; without any, everything. */
async function choiceOf(slice: string | undefined): Promise<CorpusChoice> {
  if (slice === undefined) return 'everything';
  if (slice === 'default') return 'default';
  const cves = (await readFile(slice, 'utf8')).match(/\bCVE-\d{4}-\d{4,19}\b/g);
  if (cves === null) throw new Error(`${slice} names no CVE`);
  return { cves: [...cves, IN_EVERY_LIST] };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
