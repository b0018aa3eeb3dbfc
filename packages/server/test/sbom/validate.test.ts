import { cycloneDxVexOf, readSbom } from '@almanac/core/sbom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusArchive, hasCorpus } from '../../../../test/corpus.ts';
import { DIALECTS } from '../../../core/test/sbom-dialects.ts';
import { about, examinedComponents } from '../../../core/test/sbom-examined.ts';
import { validateSbom } from '../../src/app/sbom/validate.ts';

describe('validity of a bill of materials', () => {
  it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])(
    'CycloneDX %s is held against the official schema',
    (specVersion) => {
      const component = {
        type: 'library',
        name: 'a',
        version: '1',
        purl: 'pkg:npm/a@1',
        licenses: [{ license: { id: 'MIT' } }],
      };
      const document = { bomFormat: 'CycloneDX', specVersion, version: 1, components: [component] };

      const good = validateSbom(document, 'cyclonedx', specVersion);
      const bad = validateSbom(
        { ...document, components: [{ ...component, type: 'thing', extra: 1 }] },
        'cyclonedx',
        specVersion,
      );

      expect(good).toEqual({
        schema: expect.stringMatching(`^CycloneDX bom-${specVersion}(-strict)?.schema.json$`),
        valid: true,
        problems: [],
      });
      expect(bad.valid).toBe(false);
      expect(bad.problems.join('\n')).toContain('/components/0/type: must be equal to one of the allowed values');
      expect(bad.problems.join('\n')).toContain('/components/0: must NOT have additional properties ("extra")');
    },
  );

  it('names the same component twice, in time linear in the list', () => {
    const components = Array.from({ length: 50_000 }, (_, index) => ({ type: 'library', name: `a${index}` }));
    const document = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
    const doubled = { ...document, components: [...components.slice(0, 9), { type: 'library', name: 'a3' }] };

    expect(validateSbom(document, 'cyclonedx', '1.6').valid).toBe(true);
    expect(validateSbom(doubled, 'cyclonedx', '1.6').problems).toEqual([
      '/components: must pass "uniqueItems" keyword validation',
    ]);
  });

  it('names twenty problems at most, and one of a big document', () => {
    const bad = (count: number) => ({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: Array.from({ length: count }, (_, index) => ({ type: `${index}` })),
    });

    expect(validateSbom(bad(100), 'cyclonedx', '1.6').problems).toHaveLength(20);
    expect(validateSbom(bad(30_000), 'cyclonedx', '1.6').problems).toHaveLength(1);
    const long = validateSbom({ ['x'.repeat(1e6)]: 1, bomFormat: 'CycloneDX', specVersion: '1.6' }, 'cyclonedx', '1.6');
    expect(long.problems.map(({ length }) => length)).toEqual([200]);
  });

  it.each([
    [
      'a wrapped document',
      { sbom: { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{}] } },
      'cyclonedx',
      '1.6',
      'CycloneDX bom-1.6.schema.json',
      false,
      '/sbom/components/0: must have',
    ],
    [
      'CycloneDX of tomorrow',
      { bomFormat: 'CycloneDX', specVersion: '1.8' },
      'cyclonedx',
      '1.8',
      null,
      null,
      'No schema for CycloneDX "',
    ],
    [
      'CycloneDX XML',
      '<bom/>',
      'cyclonedx',
      '1.6',
      null,
      null,
      'XML is checked only for well-formedness and its namespace, not against the official schema.',
    ],
    [
      'SPDX 2 JSON',
      { spdxVersion: 'SPDX-2.3' },
      'spdx',
      '2.3',
      expect.stringContaining('not the official schema'),
      false,
      'lacks "dataLicense"',
    ],
    [
      'SPDX tags',
      'SPDXVersion: SPDX-2.3',
      'spdx',
      '2.3',
      expect.stringContaining('not the official schema'),
      false,
      'lacks "DataLicense"',
    ],
    [
      'SPDX 3',
      { '@context': 'https://spdx.org/rdf/3.0.1/c', '@graph': [] },
      'spdx',
      '3.0',
      expect.stringContaining('not the official schema'),
      false,
      'the element SpdxDocument is missing',
    ],
  ] as const)('%s', (_, document, format, specVersion, schema, valid, problem) => {
    const validity = validateSbom(document, format, specVersion);

    expect(validity).toMatchObject({ schema, valid });
    expect(validity.problems.join('\n')).toContain(problem);
  });

  it.each(DIALECTS.filter(([name]) => name !== 'CycloneDX XML'))('%s as the tests write it is valid', (_, write) => {
    const text = write({ subject: 'app', packages: [{ name: 'a', version: '1.0.0', dev: true, askedBy: null }] });
    const { sbom } = readSbom(text);

    const document: unknown = sbom?.encoding === 'tag-value' ? text : JSON.parse(text);
    expect(validateSbom(document, sbom?.format ?? 'spdx', sbom?.specVersion ?? '')).toMatchObject({
      valid: true,
      problems: [],
    });
  });

  it('holds for every CycloneDX VEX that we write', () => {
    fc.assert(
      fc.property(examinedComponents, (examined) => {
        const document: unknown = JSON.parse(JSON.stringify(cycloneDxVexOf(examined, about)));
        expect(validateSbom(document, 'cyclonedx', '1.6')).toMatchObject({ valid: true, problems: [] });
      }),
      { numRuns: 200 },
    );
  });

  it.skipIf(!hasCorpus)('holds for what others publish', () => {
    const documents = ['cyclonedx', 'spdx'].flatMap((name) =>
      Array.from(corpusArchive(`sbom/${name}-examples.tar.gz`)),
    );

    const checked = documents.flatMap(([name, text]) => {
      const { sbom } = readSbom(text);
      return sbom === null
        ? []
        : [
            {
              name,
              form: `${sbom.format} ${sbom.specVersion}`,
              ...validateSbom(JSON.parse(text), sbom.format, sbom.specVersion),
            },
          ];
    });

    for (const [form, list] of Map.groupBy(checked, ({ form }) => form)) {
      console.log(
        `${form}: ${list.filter(({ valid }) => valid === true).length} of ${list.length} valid by ${list[0]?.schema}`,
      );
    }
    expect(checked).toHaveLength(109);
    expect(checked.filter(({ valid }) => valid !== true).map(({ name, problems }) => [name, problems])).toEqual([]);
  });
});
