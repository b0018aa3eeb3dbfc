import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NIX_SAMPLES, store } from '../../test/nix-samples.ts';
import { SBOM_LIMITS } from './model.ts';
import { readSbom } from './read.ts';

const read = (text: string) => {
  const { sbom, problem } = readSbom(text);
  if (sbom === null) throw new Error(problem.message);
  return sbom;
};
const names = (text: string) => read(text).components.map(({ name }) => name);
const codeOf = (text: string, limits = SBOM_LIMITS) => readSbom(text, limits).problem?.code ?? 'read';

describe('what Nix prints', () => {
  it.each(NIX_SAMPLES)('is read: $what', ({ text, kind, paths, subject }) => {
    const sbom = read(text);

    expect([sbom.format, sbom.specVersion, sbom.subject]).toEqual(['nix', kind, subject]);
    expect(sbom.components.map(({ storePath }) => [storePath?.name, storePath?.derivation])).toEqual(paths);
    expect(sbom.components.every(({ purl, version }) => purl === null && version === null)).toBe(true);
    expect([sbom.skipped, sbom.notes]).toEqual([[], []]);
  });

  it('names patches of a derivation, and what the derivation calls itself', () => {
    const told = NIX_SAMPLES.filter(({ kind }) => kind === 'derivation')
      .flatMap(({ text }) => read(text).components)
      .map(({ storePath, patched }) => [storePath?.pname, storePath?.version, patched]);

    expect(told).toEqual([
      ['avahi', '0.8', ['CVE-2021-3468']],
      ['xz', '5.6.3', undefined],
      ['libxml2', '2.13.4', undefined],
      ['hello', '2.12.1', ['CVE-2024-12345']],
    ]);
  });

  it('says what is needed by what the closure is of', () => {
    const sample = NIX_SAMPLES.find(({ kind }) => kind === 'graph');

    expect(read(sample?.text ?? '').components.map(({ direct }) => direct)).toEqual([null, true]);
  });

  it('has every path once, whatever the form', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9+._-]{0,20}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 20, selector: store }), (all) => {
        const paths = all.map(store);
        const forms = [
          JSON.stringify(paths.map((path) => ({ path, references: paths }))),
          JSON.stringify(Object.fromEntries(paths.map((path) => [path, { references: [] }]))),
          [...paths, ...paths].join('\n'),
          `digraph G {\n${paths.map((path) => `"${path.slice('/nix/store/'.length)}" [label = "x"];`).join('\n')}\n}`,
        ];

        for (const form of forms) expect(names(form)).toEqual(all);
      }),
      { numRuns: 50 },
    );
  });
});

describe('what is odd in it', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['a line that is no path', `${store('a-1')}\nnot a path\n/nix/store/short-a`, ['a-1'], ['line 2', 'line 3']],
    ['a line of a million characters', `${store('a-1')}\n${'x'.repeat(1_000_000)}`, ['a-1'], ['line 2']],
    ['an element without a path', JSON.stringify([{ path: store('a-1') }, {}, null, 7]), ['a-1'], ['/1', '/2', '/3']],
    ['a member that is no path', JSON.stringify({ [store('a-1')]: {}, __proto: {} }), ['a-1'], ['/__proto']],
    [
      'a derivation that is none',
      JSON.stringify({ [store('a-1.drv')]: { outputs: {} }, [store('b-1.drv')]: 1, [store('c-1')]: {} }),
      ['a-1.drv'],
      [`/${store('b-1.drv').replaceAll('/', '~1')}`, `/${store('c-1').replaceAll('/', '~1')}`],
    ],
  ])('is listed: %s', (_, text, known, skipped) => {
    const sbom = read(text);

    expect(sbom.components.map(({ name }) => name)).toEqual(known);
    expect(sbom.skipped.map(({ place }) => place)).toEqual(skipped);
  });

  it('is noted: lines of a graph that are neither node nor edge', () => {
    const sbom = read(`digraph G {\n"${store('a-1').slice(11)}";\nrankdir=LR\n}\n`);

    expect(sbom.components).toHaveLength(1);
    expect(sbom.notes).toEqual(['Ignored 1 line that is neither a node nor an edge, for example line 3.']);
  });

  it('is read once: a key that is given twice', () => {
    const key = JSON.stringify(store('a-1'));

    expect(names(`{${key}:{"deriver":null},${key}:{}}`)).toEqual(['a-1']);
  });
});

describe('what is refused', () => {
  const one = JSON.stringify(store('a-1'));
  const many = (count: number, each: (i: number) => string) => Array.from({ length: count }, (_, i) => each(i));
  it.each<[string, () => string, string]>([
    ['nested too deeply', () => `{${one}:${'['.repeat(200)}${']'.repeat(200)}}`, 'too_deep'],
    ['more paths than are read', () => many(60, (i) => store(`a-${i}`)).join('\n'), 'too_many_components'],
    [
      'more members than are read',
      () => `{${many(60, (i) => `${JSON.stringify(store(`a-${i}`))}:{}`).join(',')}}`,
      'too_many_components',
    ],
    [
      'more edges than are read',
      () => `[{"path":${one},"references":[${many(2_000, (i) => JSON.stringify(store(`b-${i}`))).join(',')}]}]`,
      'too_large',
    ],
    ['no JSON', () => `{${one}:{`, 'malformed'],
    ['an empty list', () => '[]', 'not_an_sbom'],
    ['a path that is none', () => '/usr/bin/env\n', 'not_an_sbom'],
  ])('%s', (_, text, code) => {
    expect(codeOf(text(), { ...SBOM_LIMITS, components: 50 })).toBe(code);
  });
});
