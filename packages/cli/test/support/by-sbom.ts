import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeCyclonedx } from '@almanac/core/sbom';
import { readScannedFile } from '@almanac/core/scan';
import { expect } from 'vitest';
import { grantedKey } from '../../../server/test/support/access.ts';
import { type Ended, start } from './command-line.ts';
import type { World } from './world.ts';

interface Counted {
  readonly affected: number;
  readonly notAffected: number;
  readonly unknown: number;
  readonly skipped: number;
}

interface Found {
  readonly component: { readonly purl: string };
  readonly verdict: string;
  readonly verdictReason: string;
  readonly total: number;
  readonly left: number;
  readonly findings: readonly Record<string, unknown>[];
}

interface Scanned {
  readonly findings: readonly (Found & { readonly file: string })[];
  readonly components: Counted;
  readonly files: readonly { readonly skipped: readonly unknown[] }[];
}

/** The program scans the files, and what it says of each is held against what `POST /sbom` says of its components. */
export async function scanEqualsSbom(
  world: World,
  lockfiles: ReadonlyMap<string, string>,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  for (const [file, text] of lockfiles) {
    await mkdir(path.dirname(path.join(folder, 'real', file)), { recursive: true });
    await writeFile(path.join(folder, 'real', file), text);
  }
  const { key } = await grantedKey(world.db);

  const ended = await start(['scan', 'real', '--json'], environment, folder).ended;

  const scanned = JSON.parse(ended.out) as Scanned;
  const byFile = Map.groupBy(scanned.findings, ({ file }) => file);
  const sums = { affected: 0, notAffected: 0, unknown: 0 };
  // One after the other: more at once than there are threads are refused.
  for (const [file, text] of lockfiles) {
    const { findings, components } = await bySbom(world, file, text, key);
    expect([file, (byFile.get(`real/${file}`) ?? []).map(comparable)]).toEqual([file, findings.map(comparable)]);
    sums.affected += components.affected;
    sums.notAffected += components.notAffected;
    // What a document describes is a component of it too, and has no package URL.
    sums.unknown += components.unknown + components.skipped - 1;
  }
  expect(scanned.findings.length).toBeGreaterThan(20);
  expect(scanned.components).toMatchObject({ affected: sums.affected, notAffected: sums.notAffected });
  // Entries that cannot be asked about are in the lockfile alone.
  const skipped = scanned.files.reduce((all, one) => all + one.skipped.length, 0);
  expect(scanned.components.unknown).toBeGreaterThanOrEqual(sums.unknown);
  expect(scanned.components.unknown).toBeLessThanOrEqual(sums.unknown + skipped);
  return ended;
}

function comparable({ component, verdict, verdictReason, total, left, findings }: Found) {
  const brief = findings.map(
    ({ aliases: _a, title: _t, proof: _p, records: _r, kev: _k, epss: _e, ...finding }) => finding,
  );
  return { purl: component.purl, verdict, verdictReason, total, left, findings: brief };
}

async function bySbom(world: World, file: string, text: string, key: string) {
  const components = readScannedFile(file, text).file?.entries.map(({ component }) => component) ?? [];
  const { status, body } = await world.app.get('/api/v1/sbom', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(writeCyclonedx(components, { subject: { name: file } })),
  });
  expect(status).toBe(200);
  return body['data'] as { findings: Found[]; components: Counted };
}
