import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { NOW } from '../../../server/test/support/worlds/package-world.ts';
import { almanac, type Ended } from './command-line.ts';
import type { Publisher } from './publisher.ts';

export interface OfflineScan {
  readonly online: Ended;
  readonly offline: Ended;
  readonly report: Report;
}

interface Report {
  readonly components: Readonly<Record<string, number>>;
  readonly findings: readonly { readonly component: { readonly purl: string | null }; readonly advice?: object }[];
  readonly coverage: readonly { readonly source: string; readonly state: string; readonly checkedAt: string | null }[];
  readonly snapshot: { readonly root: string; readonly published: string };
}

/** Those of a snapshot. */
export const SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd', 'kev', 'epss'] as const;

/** A port at which nobody listens: who asks there fails. */
export const NOBODY = 'http://127.0.0.1:9/api/v1';

/** Scans the files online, pulls what they need, scans them offline with no API to ask, and compares the two documents. */
export async function offlineEqualsOnline(
  publisher: Publisher,
  api: string,
  lockfiles: ReadonlyMap<string, string>,
): Promise<OfflineScan> {
  for (const [file, text] of lockfiles) {
    await mkdir(path.dirname(path.join(publisher.base, 'real', file)), { recursive: true });
    await writeFile(path.join(publisher.base, 'real', file), text);
  }
  const environment = { XDG_CACHE_HOME: path.join(publisher.base, 'cache'), ALMANAC_SNAPSHOT_KEY: publisher.key };
  const run = (args: readonly string[], ALMANAC_API: string) =>
    almanac(args, { environment: { ...environment, ALMANAC_API }, folder: publisher.base, now: () => NOW.getTime() });
  const args = ['scan', 'real', '--json', '--fail-on', 'kev', '--fail-on', 'epss=0.9'];

  const online = await run(args, api);
  const pulled = await run(['db', 'pull', '--from', publisher.folder, '--for', 'real'], NOBODY);
  const offline = await run([...args, '--offline'], NOBODY);

  expect(pulled.code, pulled.err).toBe(0);
  expect(offline.err).not.toMatch(/mistake|cannot be reached/);
  const { snapshot, ...report } = JSON.parse(offline.out) as Report;
  expect(comparable(report)).toEqual(comparable(JSON.parse(online.out) as Report));
  expect(offline.code).toBe(online.code);
  return { online, offline, report: { ...report, snapshot } };
}

/**
 * When a source was read that is not read any more, only the database knows; and what records say about every version of a package of
 * the collection, from which advice follows, a snapshot leaves out.
 */
function comparable<R extends Pick<Report, 'coverage' | 'findings'>>(report: R) {
  const coverage = report.coverage.map(({ source, state, ...row }) =>
    state === 'not_configured' ? { source, state } : { source, state, ...row },
  );
  const findings = report.findings.map(({ advice, ...row }) =>
    row.component.purl?.startsWith('pkg:nix/') === true ? row : { ...row, advice },
  );
  return { ...report, coverage, findings };
}
