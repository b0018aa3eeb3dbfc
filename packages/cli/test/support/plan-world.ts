import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RATES } from '@almanac/contract';
import { ROUTES } from '../../../server/src/http/routes/index.ts';
import {
  byId,
  openPackageApp,
  osvSays,
  type PackageApp,
  SEEN,
  wasRead,
} from '../../../server/test/support/worlds/package-world.ts';
import { SOURCES } from './world.ts';

const affected = (ecosystem: string, name: string, fixed: string) => [{ ecosystem, name, fixed }];

/** Real names and versions of npm with facts about them, and crates that a test makes. */
const OSV = byId(
  osvSays('GHSA-lodash', affected('npm', 'lodash', '4.17.21'), { aliases: ['CVE-2021-23337'] }),
  osvSays('GHSA-minimist', affected('npm', 'minimist', '1.2.6'), { aliases: ['CVE-2021-44906'] }),
  osvSays('GHSA-left', affected('crates.io', 'almanac-left', '1.2.0'), { aliases: ['CVE-2026-3001'] }),
  osvSays('GHSA-flask', affected('PyPI', 'flask', '2.3.2'), { aliases: ['CVE-2023-30861'] }),
  osvSays('GHSA-forever', [{ ecosystem: 'npm', name: 'forever', versions: ['1.0.0'] }], { aliases: ['CVE-2026-3002'] }),
);

/** The API over these records. */
export function openPlanWorld(): Promise<PackageApp> {
  return openPackageApp(
    ROUTES,
    async (store, db) => {
      await store.put('osv', OSV, SEEN);
      for (const source of SOURCES) await wasRead(db, source);
    },
    { settings: { rates: { ...RATES, general: 10_000 }, deadlineMs: 60_000 } },
  );
}

export interface Installed {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A project of npm: what it asks for, and what its lockfile has. */
export async function npmProject(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  installed: Readonly<Record<string, Installed>>,
): Promise<void> {
  const project = { name: 'project', version: '1.0.0', dependencies };
  const entries = Object.entries(installed).map(([name, entry]) => [`node_modules/${name}`, entry]);
  const packages = { '': project, ...Object.fromEntries(entries) };
  const lockfile = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(project, null, 2));
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lockfile, null, 2));
}

/** A program on a path of its own, in the shell's language. */
export async function program(folder: string, name: string, script: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(folder, name), 0o755);
  return folder;
}
