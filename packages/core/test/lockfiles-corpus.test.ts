import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpusArchive, corpusFile, hasCorpus } from '../../../test/corpus.ts';
import { findLockfileKind } from '../src/lockfiles/kinds.ts';
import { type Lockfile, readLockfile } from '../src/lockfiles/read.ts';
import { canonicalPurl } from '../src/purl/parse.ts';
import type { Component } from '../src/sbom/model.ts';
import { readSbom } from '../src/sbom/read.ts';
import { writeCyclonedx } from '../src/sbom/write-cyclonedx.ts';
import { openCyclonedxSchema } from './cyclonedx-schema.ts';
import { countEntries } from './lockfiles-count.ts';

interface Listed {
  readonly file: string;
  readonly kind: string;
  readonly entries: number;
}

const listed = hasCorpus ? (JSON.parse(readFileSync(corpusFile('lockfiles/index.json'), 'utf8')) as Listed[]) : [];
const texts = hasCorpus ? corpusArchive('lockfiles/lockfiles.tar.gz') : new Map<string, string>();
const supported = listed.flatMap(({ file, entries }) => {
  const kind = findLockfileKind(file);
  return kind === null ? [] : [{ file, kind, entries }];
});
const read = new Map(supported.map(({ file }) => [file, lockfileOf(file)]));

function lockfileOf(file: string): Lockfile {
  const { lockfile, problem } = readLockfile(file, texts.get(file) ?? '');
  if (lockfile === null) throw new Error(`${file}: ${problem}`);
  return lockfile;
}

describe.skipIf(!hasCorpus)('the real lockfiles', () => {
  it('are sixty of the eight kinds of the specification, and a uv.lock', () => {
    expect(supported).toHaveLength(61);
    expect(supported.map(({ kind }) => kind)).toEqual(listed.map(({ kind }) => kind));
    expect(new Set(supported.map(({ kind }) => kind)).size).toBe(9);
  });

  it('have as many components as entries, less those that the format itself counts as none', () => {
    const rows = supported.map(({ file, kind, entries }) => {
      const counted = countEntries(kind, texts.get(file) ?? '');
      const without = Object.entries(counted.without).filter(([, count]) => count > 0);
      const expected = without.reduce((left, [, count]) => left - count, counted.entries);
      const components = read.get(file)?.components.length;
      return {
        file,
        entries,
        counted: counted.entries,
        expected,
        components,
        without: without.map(([why, count]) => `${count} ${why}`).join(', '),
      };
    });

    for (const { file, entries, components, without } of rows) {
      if (components !== entries) console.log(`${file}: ${components} of ${entries}, without ${without}`);
    }
    expect(rows.filter(({ entries, counted }) => entries !== counted)).toEqual([]);
    expect(rows.filter(({ expected, components }) => expected !== components)).toEqual([]);
  });

  it('give valid, canonical purls, each once', () => {
    const purls = [...read.values()].map(({ components }) => components.map(({ purl }) => purl ?? ''));

    expect(purls.flat().filter((purl) => canonicalPurl(purl) !== purl)).toEqual([]);
    expect(purls.filter((list) => new Set(list).size !== list.length)).toEqual([]);
    console.log(`${purls.flat().length} purls, ${new Set(purls.flat()).size} different ones`);
  });

  it('say where each component stands', () => {
    const astray = [...read].flatMap(([file, { components }]) => {
      const lines = (texts.get(file) ?? '').split('\n');
      const json =
        file.endsWith('.json') || file.endsWith('flake.lock') ? (JSON.parse(texts.get(file) ?? '') as unknown) : null;
      return components
        .filter(({ place, name }) => !standsAt(place, name, lines, json))
        .map(({ place }) => `${file} ${place}`);
    });

    expect(astray).toEqual([]);
  });

  it('become documents that are valid against the schema of CycloneDX and read back the same', () => {
    const faultsOf = openCyclonedxSchema();

    for (const [file, { components }] of read) {
      const document = writeCyclonedx(components, { subject: { name: file } });
      const back = readSbom(JSON.stringify(document));
      // The reader lists the subject too, which has no purl.
      const found = back.sbom?.components.filter(({ purl }) => purl !== null) ?? [];

      expect(faultsOf(document), file).toEqual([]);
      expect(back.problem, file).toBeNull();
      expect(JSON.stringify(found.map(told)) === JSON.stringify(components.map(told)), file).toBe(true);
    }
  });
});

/** CycloneDX has no word for "not asked for" where it does not say who asks. */
function told({ purl, version, dev, direct }: Component): Partial<Component> {
  return { purl, version, dev, direct: direct === true };
}

/** The line, or one of the two below a bare header, names the package; a pointer leads to something. */
function standsAt(place: string, name: string, lines: readonly string[], json: unknown): boolean {
  if (place.startsWith('line ')) {
    const at = Number(place.slice('line '.length)) - 1;
    const near = lines.slice(at, at + 2).join('\n');
    return near
      .toLowerCase()
      .replace(/[-_.]+/g, '-')
      .includes(name.toLowerCase().replace(/[-_.]+/g, '-'));
  }
  const steps = place
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], json) !== undefined;
}
