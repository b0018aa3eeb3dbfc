import { readdir } from 'node:fs/promises';
import { SOURCE_IDS } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { readEnvironment, sourceAddresses } from '../bin/environment.ts';
import { openFeeds } from '../ingest/feeds.ts';
import { SOURCE_CATALOGUE, SOURCES } from './catalogue.ts';
import { DAY } from './define-source.ts';

describe('the sources', () => {
  it('are the folders beside this file, each with a README', async () => {
    const entries = await readdir(import.meta.dirname, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

    expect(folders.map(idOf)).toEqual(SOURCE_IDS.toSorted());
    for (const folder of folders) expect(await readdir(`${import.meta.dirname}/${folder}`)).toContain('README.md');
  });

  it('are numbered by their place in the one list of ids, and listed under their own id', () => {
    const numbered = Object.entries(SOURCES).map(([listed, { id, number }]) => [listed, id, number]);

    expect(numbered).toEqual(SOURCE_IDS.map((id, index) => [id, id, index + 1]));
  });

  it.each(SOURCE_CATALOGUE.filter(({ cadenceSeconds }) => cadenceSeconds !== null))(
    'that are read by a timetable are expected to change, less often than they are asked, and have a well-known record: $id',
    ({ id, cadenceSeconds, expectedChangeSeconds }) => {
      expect(expectedChangeSeconds).toBeGreaterThan(cadenceSeconds ?? 0);
      expect(SOURCES[id].canaries).not.toEqual([]);
    },
  );

  it.each(['cve_list_v5', 'osv', 'advisory', 'nvd'] as const)(
    'that change every day warn after a day without: %s',
    (id) => {
      expect(SOURCES[id].info.expectedChangeSeconds).toBeLessThanOrEqual(DAY);
    },
  );

  it('that take long to fill are those of archives and many pages', () => {
    const filled = [...openFeeds(sourceAddresses(readEnvironment({}))).values()].map(({ source }) => source);

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
