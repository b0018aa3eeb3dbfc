import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../test/corpus.ts';
import { channelVersions } from '../src/repology/collection.ts';
import { readProject } from '../src/repology/project.ts';
import { latestVersion, repositoryVersions, versionSummary } from '../src/repology/versions.ts';

describe.skipIf(!hasCorpus)('answers of Repology as they were', () => {
  it.each([
    ['gcc', 1117, '10.1.0', 145],
    ['gcc-defaults', 34, '9', 33],
    ['nginx', 585, '1.19.0', 129],
    ['openjdk', 1063, null, 124],
    ['pulseaudio', 374, '13.0', 136],
    ['python', 1959, '3.10.1', 187],
  ])('%s', (project, count, latest, repositories) => {
    const bytes = gunzipSync(readFileSync(corpusFile(`repology/${project}.json.gz`)));
    const rows = readProject(JSON.parse(bytes.toString())) ?? [];
    const summary = versionSummary(rows);

    expect(rows).toHaveLength(count);
    // Repology has given up on ordering the versions of openjdk: any is as good.
    expect(latestVersion(rows)).toEqual(latest ?? expect.any(String));
    expect(summary.totalRepos).toBe(repositories);
    expect(new Set(repositoryVersions(rows).map(({ repo }) => repo)).size).toBe(repositories);
    expect(summary.newest).toBeGreaterThan(0);
    if (project !== 'gcc-defaults') expect(channelVersions(rows)[0]?.repo).toBe('nix_unstable');
    console.log(`${project}: ${JSON.stringify({ ...summary, versions: repositoryVersions(rows).length })}`);
  });
});
