#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Call } from './call.ts';

/** The default address of `npm run api` (docs/env.md). */
const DEFAULT_API = 'http://127.0.0.1:8080/api/v1';

/** Longer than the service takes for any answer. */
const LONGEST_WAIT_MS = 30_000;

const HELP = `Usage: almanac-mcp [options]

Tools for agents over the Model Context Protocol, on standard input and output. An agent starts it; it asks an Almanac API, or a
signed snapshot.

Options:
      --offline  answers package URLs and lockfiles from a snapshot: the one that ALMANAC_SNAPSHOT names,
                 or the last one that almanac has pulled
  -h, --help     shows this
  -V, --version  shows the version

Environment:
  ALMANAC_API      the API; a bare host means its /api/v1 (default ${DEFAULT_API})
  ALMANAC_API_KEY  a key of the API; most tools need none
  ALMANAC_SNAPSHOT      with --offline: the address or folder of the published snapshots
  ALMANAC_SNAPSHOT_KEY  with --offline: the publisher's verifier key
`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const asked = options();
if (asked.help || asked.version) {
  process.stdout.write(asked.help ? HELP : `${version}\n`);
} else {
  await serve(asked.offline);
}

function options(): { readonly help: boolean; readonly version: boolean; readonly offline: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'V', default: false },
        offline: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch {
    return refuse('almanac-mcp accepts only --offline, --help and --version.');
  }
}

/** Loads the tools lazily, so that `--help` and `--version` do not wait for them. */
async function serve(isOffline: boolean): Promise<void> {
  const call = isOffline ? snapshotCall() : apiCall();
  const [{ serveStdio }, { answeringTransport }, { toolServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./answering-transport.ts'),
    import('./server.ts'),
  ]);
  const answering = await call;
  serveStdio(() => toolServer({ call: answering, version, isOffline }), {
    transport: answeringTransport({ input: process.stdin, output: process.stdout, longestWait: LONGEST_WAIT_MS }),
    // Omits the message, because standard error ends up in logs.
    onerror: ({ name }) => process.stderr.write(`almanac-mcp: ${name}\n`),
  });
}

async function apiCall(): Promise<Call> {
  const service = { baseUrl: baseUrl(), apiKey: apiKey() };
  const { createClient } = await import('@almanac/client');
  const client = createClient({ ...service, userAgent: `almanac-mcp/${version}` });
  return (...given) => client.call(...given);
}

async function snapshotCall(): Promise<Call> {
  const [{ defaultCache, openSnapshot }, { offlineCall }] = await Promise.all([
    import('@almanac/offline'),
    import('./offline-call.ts'),
  ]);
  const { ALMANAC_SNAPSHOT: source, ALMANAC_SNAPSHOT_KEY: key } = process.env;
  return offlineCall(() =>
    openSnapshot({
      source: source || undefined,
      key: key?.trim() || null,
      cache: defaultCache(process.env),
      userAgent: `almanac-mcp/${version}`,
    }),
  );
}

function baseUrl(): string {
  const given = process.env['ALMANAC_API'] || DEFAULT_API;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    return refuse(`Invalid ALMANAC_API. Example: ${DEFAULT_API}. Set a key as ALMANAC_API_KEY.`);
  }
  // A bare host means its API.
  return url.pathname === '/' ? `${url.origin}/api/v1` : `${url.origin}${url.pathname}`;
}

function apiKey(): string | undefined {
  const key = process.env['ALMANAC_API_KEY']?.trim() || undefined;
  // Otherwise an invalid header value would be reported as an unreachable service.
  if (key !== undefined && !/^[\x21-\x7e]{1,1024}$/.test(key)) {
    return refuse('ALMANAC_API_KEY contains invalid characters.');
  }
  return key;
}

/** Never repeats the input, which may be a secret. */
function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
