import path from 'node:path';
import { spoolZip, spoolZipInZip, type ZipEntry } from '../frame/zip.ts';
import { advisoryIdAt, advisoryText } from './advisory.ts';
import { cvesOfDay } from './changes.ts';
import { cveIdAt, cvePathAt, cveText } from './cve.ts';
import type { Ecosystem } from './ecosystems.ts';
import type { Moments } from './moments.ts';
import type { WorldSize } from './size.ts';

export interface WorldFiles {
  readonly folder: string;
  readonly size: WorldSize;
  readonly ecosystems: readonly Ecosystem[];
}

export function baselineFile({ folder }: WorldFiles): string {
  return path.join(folder, 'cves.zip.zip');
}

export function dayFile({ folder }: WorldFiles): string {
  return path.join(folder, 'cves-of-day.zip');
}

/** Named by index, because ecosystem names contain spaces. */
export function archiveFile({ folder, ecosystems }: WorldFiles, ecosystem: Ecosystem): string {
  return path.join(folder, `all-${ecosystems.indexOf(ecosystem)}.zip`);
}

export function writeBaseline(files: WorldFiles, moments: Moments): Promise<number> {
  return spoolZipInZip(baselineFile(files), 'cves.zip', entries());

  function* entries(): Generator<ZipEntry> {
    for (let index = 0; index < files.size.cves; index += 1) {
      yield { name: cvePathAt(index), data: Buffer.from(cveText(files.size, index, moments)) };
    }
  }
}

export function writeDay(files: WorldFiles, moments: Moments): Promise<number> {
  return spoolZip(dayFile(files), entries());

  function* entries(): Generator<ZipEntry> {
    for (const index of cvesOfDay(files.size)) {
      yield { name: `deltaCves/${cveIdAt(index)}.json`, data: Buffer.from(cveText(files.size, index, moments)) };
    }
  }
}

export function writeArchive(files: WorldFiles, ecosystem: Ecosystem, moments: Moments): Promise<number> {
  return spoolZip(archiveFile(files, ecosystem), entries());

  function* entries(): Generator<ZipEntry> {
    for (let index = ecosystem.from; index < ecosystem.to; index += 1) {
      const data = Buffer.from(advisoryText(files.size, files.ecosystems, index, moments));
      yield { name: `${advisoryIdAt(ecosystem, index)}.json`, data };
    }
  }
}
