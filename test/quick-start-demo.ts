import { randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { serverUrl } from '../packages/server/test/support/database.ts';
import { redisUnavailable, startRedis } from '../packages/server/test/support/processes/redis-server.ts';
import { ROOT } from './docs-pages.ts';
import { copyRepository } from './quick-start-copy.ts';
import { freePorts } from './quick-start-ports.ts';
import { curlHome } from './quick-start-readme.ts';
import { type Environment, type Running, shell, terminalEnvironment } from './quick-start-shell.ts';

export interface Demo {
  readonly running: Running;
  /** Where it is in truth: beside a demo that may be running. */
  readonly site: string;
  /** The folder in which the repository was cloned, into `almanac`. */
  readonly folder: string;
  /** Of another terminal, from which every door leads to this demo. */
  readonly environment: Environment;
}

interface DemoOptions {
  /** `npm ci` takes a minute, and CI begins with it on a clean checkout: what it installed there is linked to, where that is allowed. */
  readonly linked: boolean;
}

/** Runs the README's first lines in an empty folder until the demo says that it is ready. */
export async function startDemo(stack: AsyncDisposableStack, lines: string, { linked }: DemoOptions): Promise<Demo> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-quick-start-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const origin = path.join(folder, 'origin');
  copyRepository(origin);
  // What the demo leaves in a Redis goes with it.
  const redis = redisUnavailable === null ? stack.use(await startRedis()) : { url: process.env['REDIS_URL'] };
  const database = `almanac_test_${randomBytes(6).toString('hex')}`;
  stack.defer(() => dropDatabase(database));
  const [port, metrics] = await freePorts();
  const site = `http://127.0.0.1:${port}`;
  const home = curlHome(folder, port);

  const environment = terminalEnvironment();
  const typed = lines.replace('<this repository>', origin);
  const running = shell(linked ? typed.replace(/^npm ci$/m, `${linkInstalled()} || npm ci`) : typed, folder, {
    ...environment,
    DATABASE_URL: serverUrl,
    REDIS_URL: redis.url ?? 'redis://127.0.0.1:6379',
    DEMO_DATABASE: database,
    PORT: String(port),
    METRICS_PORT: String(metrics),
    // Every command of the documents is typed within a minute or two, from one address.
    RATE_LIMITS: 'general=1000,issues=1000',
    // What CI has just installed is not fetched once more.
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
  });
  stack.defer(async () => void (await running.interrupt()));
  await running.says(/\nReady, with /);
  return {
    running,
    site,
    folder,
    environment: {
      ...environment,
      ALMANAC_API: `${site}/api/v1`,
      CURL_HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
    },
  };
}

/** A command that links what is installed in this checkout into another one, in which it is run. */
function linkInstalled(): string {
  const installed = globSync('{,packages/*/}node_modules', { cwd: ROOT });
  return installed.map((name) => `cp -al '${path.join(ROOT, name)}' '${name}'`).join(' && ');
}

async function dropDatabase(name: string): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`drop database if exists ${name} with (force)`);
  await server.end();
}
