import path from 'node:path';
import { expect } from 'vitest';
import { NOW } from '../../../server/test/support/worlds/package-world.ts';
import { almanac } from './command-line.ts';
import type { Publisher } from './publisher.ts';

const FIVE = [
  'go.sum/golang__vulndb/go.sum',
  'Gemfile.lock/google__osv-scanner/docs/Gemfile.lock',
  'requirements.txt/home-assistant__core/requirements.txt',
  'package-lock.json/astral-sh__ruff/playground/api/package-lock.json',
  'pnpm-lock.yaml/home-assistant__core/tests/e2e/pnpm-lock.yaml',
] as const;

/** Pulls for five real lockfiles, which are in the folder `real`, before and after a change; prints what each downloads, and sums the bytes. */
export async function sizesOfPulls(publisher: Publisher, change: () => Promise<unknown>) {
  const before = new Map<string, Downloaded>();
  for (const file of FIVE) before.set(file, await pullFor(publisher, file));
  await change();
  await publisher.publish();
  const sums = { first: 0, next: 0 };
  for (const file of FIVE) {
    const [first, next] = [before.get(file), await pullFor(publisher, file)];
    console.log(`${file}: first ${JSON.stringify(first)}, after a change ${JSON.stringify(next)}`);
    sums.first += first?.bytes ?? 0;
    sums.next += next.bytes;
  }
  return sums;
}

interface Downloaded {
  readonly files: number;
  readonly bytes: number;
}

async function pullFor({ base, folder, key }: Publisher, file: string): Promise<Downloaded> {
  const environment = { XDG_CACHE_HOME: path.join(base, 'five', file), ALMANAC_SNAPSHOT_KEY: key };
  const args = ['db', 'pull', '--json', '--from', folder, '--for', path.join('real', file)];
  const { code, out, err } = await almanac(args, { environment, folder: base, now: () => NOW.getTime() });
  expect(code, err).toBe(0);
  return (JSON.parse(out) as { downloaded: Downloaded }).downloaded;
}
