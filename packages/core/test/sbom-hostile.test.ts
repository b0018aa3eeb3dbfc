import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSbom, SBOM_LIMITS } from '../src/sbom/index.ts';
import { DIALECTS, type Plan, purlOf } from './sbom-dialects.ts';

const codeOf = (text: string, limits = SBOM_LIMITS) => readSbom(text, limits).problem?.code ?? 'read';
const json = (body: string) => `{"bomFormat":"CycloneDX","specVersion":"1.6",${body}}`;
const xml = (body: string) => `<bom xmlns="http://cyclonedx.org/schema/bom/1.6">${body}</bom>`;
const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
const MANY = 1_000_000;

describe('what is refused', () => {
  it.each([
    ['JSON of 200 levels', () => json(`"x":${nested(200, '[', ']')}`), 'too_deep'],
    ['JSON of a million levels that never ends', () => json(`"x":${'['.repeat(MANY)}`), 'too_deep'],
    [
      '200 components within components',
      () => json(`"components":${nested(200, '[{"name":"a","components":', '}]').replace(':}', ':[]}')}`),
      'too_deep',
    ],
    ['XML of 200 levels', () => xml(nested(200, '<a>', '</a>')), 'too_deep'],
    ['XML of 100,000 levels that never ends', () => xml('<a>'.repeat(100_000)), 'too_deep'],
    [
      'SPDX 3 elements within each other',
      () => `{"@context":"https://spdx.org/rdf/3.0.1/c",${nested(200, '"element":[{', '}]')}}`,
      'too_deep',
    ],
    ['a million components', () => json(`"components":[${'{"name":"a"},'.repeat(MANY)}{}]`), 'too_many_components'],
    [
      'a million components, spaced out',
      () => json(`"components" : [ ${'{} ,'.repeat(MANY)}{}]`),
      'too_many_components',
    ],
    [
      'a million components in XML',
      () => xml(`<components>${'<component/>'.repeat(MANY)}</components>`),
      'too_many_components',
    ],
    [
      'a million packages',
      () => `{"spdxVersion":"SPDX-2.3","packages":[${'{},'.repeat(MANY)}{}]}`,
      'too_many_components',
    ],
    [
      'a million packages in tags',
      () => `SPDXVersion: SPDX-2.3\n${'PackageName: a\n'.repeat(MANY)}`,
      'too_many_components',
    ],
    [
      '60,000 elements that are packages',
      () => `{"@context":"https://spdx.org/rdf/3.0.1/c","@graph":[${'{"type":"software_Package"},'.repeat(60_000)}{}]}`,
      'too_many_components',
    ],
    ['four million objects elsewhere', () => json(`"x":[${'{},'.repeat(4 * MANY)}{}]`), 'too_large'],
    ['more characters than are read', () => json(`"x":"${'a'.repeat(SBOM_LIMITS.characters)}"`), 'too_large'],
    [
      'an external entity',
      () => `<!DOCTYPE bom [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml('&x;')}`,
      'entities_refused',
    ],
    [
      'a document type from elsewhere',
      () => `<?xml version="1.0"?><!DOCTYPE bom SYSTEM "http://example.org/x.dtd">${xml('')}`,
      'entities_refused',
    ],
    [
      'a parameter entity',
      () => `<!DOCTYPE bom [<!ENTITY % p SYSTEM "http://example.org/p"> %p;]>${xml('')}`,
      'entities_refused',
    ],
    [
      'a billion laughs',
      () =>
        `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n - 1 < 0 ? '' : n - 1};`.repeat(10)}">`).join('')}]>${xml('&a8;')}`,
      'entities_refused',
    ],
    ['a document type that never ends', () => '<!DOCTYPE bom [ <!ENTITY x "', 'entities_refused'],
  ])('%s', (_, document, code) => {
    expect(codeOf(document())).toBe(code);
  });

  it.each([
    [
      'CycloneDX JSON',
      (count: number) =>
        json(
          `"metadata":{"component":{"name":"app"}},"components":[${Array.from({ length: count }, () => '{"name":"a"}').join()}]`,
        ),
    ],
    [
      'CycloneDX XML',
      (count: number) =>
        xml(
          `<metadata><component><name>app</name></component></metadata><components>${'<component><name>a</name></component>'.repeat(count)}</components>`,
        ),
    ],
    [
      'SPDX JSON',
      (count: number) =>
        `{"spdxVersion":"SPDX-2.3","documentDescribes":["s"],"packages":[{"SPDXID":"s","name":"app"}${',{"name":"a"}'.repeat(count)}]}`,
    ],
    [
      'SPDX tags',
      (count: number) =>
        `SPDXVersion: SPDX-2.3\nRelationship: d DESCRIBES s\nPackageName: app\nSPDXID: s\n${'PackageName: a\n'.repeat(count)}`,
    ],
  ])('one component more than allowed, the subject not counted: %s', (_, document) => {
    const limits = { ...SBOM_LIMITS, components: 10 };

    expect(codeOf(document(10), limits)).toBe('read');
    expect(codeOf(document(11), limits)).toBe('too_many_components');
  });
});

describe('what is read all the same', () => {
  it('a string of ten million characters', () => {
    const { sbom } = readSbom(
      json(`"components":[{"name":"${'a'.repeat(1e7)}"},{"name":"b","description":"${'c'.repeat(9e6)}"}]`),
    );

    expect(sbom?.components.map(({ name }) => name)).toEqual(['b']);
    expect(sbom?.skipped).toEqual([
      {
        place: '/components/0',
        name: expect.stringMatching(/^a{199}…$/),
        reason: 'a text exceeds 4096 characters',
      },
    ]);
  });

  it('100,000 members in one object, and as many attributes', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join();
    const attributes = Array.from({ length: 100_000 }, (_, index) => `k${index}="1"`).join(' ');

    expect(readSbom(json(`"components":[{"name":"a",${keys}}]`)).sbom?.components).toHaveLength(1);
    expect(
      readSbom(xml(`<components><component ${attributes}><name>a</name></component></components>`)).sbom?.components,
    ).toHaveLength(1);
  });

  it('the names of what every object has', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
    const components = names.map(
      (name) => `{"name":"${name}","bom-ref":"${name}","__proto__":{"purl":"pkg:npm/polluted@1"}}`,
    );

    const { sbom } = readSbom(
      json(
        `"__proto__":{"polluted":true},"components":[${components.join()}],"dependencies":[{"ref":"__proto__","dependsOn":["constructor"]}]`,
      ),
    );

    expect(sbom?.components.map(({ name, purl }) => [name, purl])).toEqual(names.map((name) => [name, null]));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(codeOf('{"__proto__":{"bomFormat":"CycloneDX"}}')).toBe('not_an_sbom');
  });

  it('20,000 components in one circle, many of them with the same id', () => {
    const components = Array.from(
      { length: 20_000 },
      (_, index) => `{"name":"a${index}","bom-ref":"${index < 10_000 ? index : 'same'}"}`,
    );
    const dependencies = Array.from(
      { length: 20_000 },
      (_, index) => `{"ref":"${index % 10_000}","dependsOn":["${(index + 1) % 10_000}","same"]}`,
    );

    const { sbom } = readSbom(json(`"components":[${components.join()}],"dependencies":[${dependencies.join()}]`));

    expect(sbom?.components).toHaveLength(20_000);
    expect(sbom?.notes.join('\n')).toMatch(/circle[\s\S]*1 id is given more than once, for one "same"/);
  });

  it('a long line, many lines without a tag, many texts', () => {
    const tags = `SPDXVersion: SPDX-2.3\n${'x'.repeat(1e6)}\n${'no tag\n'.repeat(200_000)}${'A: <text>\n</text>\n'.repeat(100_000)}PackageName: a`;

    expect(readSbom(tags).sbom?.components).toMatchObject([{ name: 'a', place: 'line 400003' }]);
  });
});

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const plan: fc.Arbitrary<Plan> = fc
  .record({
    subject: word,
    packages: fc.array(
      fc.record({
        name: word,
        version: fc.stringMatching(/^[0-9]\.[0-9]{1,2}\.[0-9]$/),
        dev: fc.boolean(),
        asker: fc.nat(),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ subject, packages }) => {
    const planned: Plan['packages'][number][] = [];
    for (const [index, { name, version, dev, asker }] of packages.entries()) {
      const askedBy = asker % (index + 1) === index ? null : asker % (index + 1);
      planned.push({ name, version, askedBy, dev: askedBy === null ? dev : (planned[askedBy]?.dev ?? dev) });
    }
    return { subject, packages: planned };
  });

describe('every dialect', () => {
  it('gives the same components for the same dependencies', () => {
    fc.assert(
      fc.property(plan, (plan) => {
        const expected = [
          { name: plan.subject, version: null, purl: null, direct: null, dev: false },
          ...plan.packages.map((one) => ({
            name: one.name,
            version: one.version,
            purl: purlOf(one),
            direct: one.askedBy === null,
            dev: one.dev,
          })),
        ];
        for (const [dialect, write] of DIALECTS) {
          const { sbom } = readSbom(write(plan));
          const components = sbom?.components.map(({ name, version, purl, direct, dev }) => ({
            name,
            version,
            purl,
            direct,
            dev: dev ?? false,
          }));
          expect([dialect, components]).toEqual([dialect, expected]);
          expect([dialect, sbom?.subject, sbom?.skipped, sbom?.notes.filter((note) => !note.includes('lack'))]).toEqual(
            [dialect, plan.subject, [], []],
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  const sample: Plan = {
    subject: 'app',
    packages: [
      { name: 'a', version: '1.0.0', dev: false, askedBy: null },
      { name: 'b', version: '2.0.0', dev: true, askedBy: null },
      { name: 'c', version: '3.0.0', dev: false, askedBy: 0 },
    ],
  };
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '"',
      '{',
      '}',
      '[',
      ']',
      '<',
      '>',
      '</',
      ']]>',
      '<text>',
      '\n',
      ':',
      '\\',
      '\0',
      '\uD800',
      '<!DOCTYPE x>',
      '&a;',
      '__proto__',
    ),
  );

  it.each(DIALECTS)('%s, cut and spliced anyhow, is read or refused, and nothing is thrown', (_, write) => {
    const text = write(sample);

    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), piece, (at, length, inserted) => {
        const { sbom, problem } = readSbom(text.slice(0, at) + inserted + text.slice(at + length));
        expect(sbom === null).toBe(problem !== null);
      }),
      { numRuns: 300 },
    );
  });

  it.each(DIALECTS.filter(([name]) => name.includes('JSON')))(
    '%s with any value in any place is read or refused',
    (_, write) => {
      const text = write(sample);
      const places = text.match(/"[^"]*"(?!:)|\[[^[\]]*\]|\{[^{}]*\}/g) ?? [];

      fc.assert(
        fc.property(fc.nat(places.length - 1), fc.jsonValue({ maxDepth: 3 }), (index, value) => {
          const { sbom, problem } = readSbom(text.replace(places[index] ?? '', () => JSON.stringify(value)));
          expect(sbom === null).toBe(problem !== null);
          for (const { name, place } of sbom?.components ?? []) expect(typeof name + typeof place).toBe('stringstring');
        }),
        { numRuns: 300 },
      );
    },
  );
});
