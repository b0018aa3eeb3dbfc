import { readdir } from 'node:fs/promises';
import { SOURCE_IDS } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { USUAL_CANARIES } from './canaries.ts';
import { SOURCE_CATALOGUE } from './catalogue.ts';
import { ENABLED_SOURCES, sources } from './index.ts';

const at = 'https://upstream.test/';
const ANYWHERE = {
  url: at,
  apiUrl: at,
  rawUrl: at,
  releasesUrl: at,
  bucketUrl: at,
  statusUrl: at,
  archiveUrls: [at],
  channels: [],
};

describe('the sources', () => {
  it('are the folders beside this file, each with a README', async () => {
    const entries = await readdir(import.meta.dirname, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

    expect(folders.map(idOf)).toEqual([...ENABLED_SOURCES].sort());
    for (const folder of folders) expect(await readdir(`${import.meta.dirname}/${folder}`)).toContain('README.md');
  });

  it('are described one by one, in the order of the one list of ids', () => {
    expect(SOURCE_CATALOGUE.map(({ id }) => id)).toEqual(SOURCE_IDS);
  });

  it('that are read by a timetable are expected to change, less often than they are asked', () => {
    const asked = SOURCE_CATALOGUE.filter(
      ({ id, cadenceSeconds }) => ENABLED_SOURCES.has(id) && cadenceSeconds !== null,
    );

    for (const { cadenceSeconds, expectedChangeSeconds } of asked) {
      expect(expectedChangeSeconds).toBeGreaterThan(cadenceSeconds ?? 0);
    }
    expect(Object.keys(USUAL_CANARIES).sort()).toEqual(asked.map(({ id }) => id).sort());
  });

  it('that take long to fill are those of archives and many pages', () => {
    const filled = Object.values(sources).map((open) => open(ANYWHERE as never));

    expect(filled.flatMap(({ id, large }) => (large === true ? [id] : [])).sort()).toEqual([
      'advisory',
      'cve_list_v5',
      'nixpkgs',
      'nvd',
      'osv',
    ]);
  });

  it('are passed on only where their licence is known', () => {
    expect(SOURCE_CATALOGUE.filter(({ licence, redistribute }) => redistribute && licence === null)).toEqual([]);
  });
});

/** The folder of the CVE list leaves out the version that its id names. */
function idOf(folder: string): string {
  return folder === 'cve-list' ? 'cve_list_v5' : folder.replaceAll('-', '_');
}
