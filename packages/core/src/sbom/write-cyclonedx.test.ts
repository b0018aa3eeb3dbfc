import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCyclonedxSchema } from '../../test/cyclonedx-schema.ts';
import type { Component } from './model.ts';
import { writeCyclonedx } from './write-cyclonedx.ts';

const faultsOf = openCyclonedxSchema();
const a: Component = {
  name: '@s/a',
  version: '1.0.0',
  purl: 'pkg:npm/%40s/a@1.0.0',
  ref: null,
  direct: true,
  dev: false,
  place: 'line 3',
};
const b: Component = { ...a, name: 'b', version: null, purl: null, direct: false, dev: true, place: '/b' };
const c: Component = { ...b, direct: null, dev: null };

describe('a CycloneDX document', () => {
  it('says what each component is, what it is for, where it stands, and what the project asks for', () => {
    const document = writeCyclonedx([a, b, c], {
      subject: { name: 'shop', version: '2.0' },
      timestamp: '2026-01-02T03:04:05Z',
      serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    });

    expect(faultsOf(document)).toEqual([]);
    expect(document).toEqual({
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
      version: 1,
      metadata: {
        timestamp: '2026-01-02T03:04:05Z',
        component: { type: 'application', 'bom-ref': 'project', name: 'shop', version: '2.0' },
      },
      components: [
        {
          type: 'library',
          'bom-ref': 'pkg:npm/%40s/a@1.0.0',
          name: '@s/a',
          version: '1.0.0',
          scope: 'required',
          purl: 'pkg:npm/%40s/a@1.0.0',
          properties: [{ name: 'almanac:place', value: 'line 3' }],
        },
        {
          type: 'library',
          'bom-ref': 'b',
          name: 'b',
          scope: 'excluded',
          properties: [{ name: 'almanac:place', value: '/b' }],
        },
        { type: 'library', 'bom-ref': 'b#2', name: 'b', properties: [{ name: 'almanac:place', value: '/b' }] },
      ],
      dependencies: [{ ref: 'project', dependsOn: ['pkg:npm/%40s/a@1.0.0'] }],
    });
  });

  it('makes nothing up where it is told nothing', () => {
    const document = writeCyclonedx([]);

    expect(faultsOf(document)).toEqual([]);
    expect(Object.keys(document)).toEqual(['$schema', 'bomFormat', 'specVersion', 'version', 'metadata', 'components']);
    expect(document.metadata).toEqual({});
  });

  it('is valid for any components, with a reference of its own for each', () => {
    const text = fc.oneof(fc.constantFrom('a', 'a#2', 'a@1', 'project', '1'), fc.string({ minLength: 1 }));
    const answer = fc.constantFrom(true, false, null);
    const component: fc.Arbitrary<Component> = fc.record({
      name: text,
      version: fc.option(text),
      purl: fc.option(text.map((name) => `pkg:npm/${encodeURIComponent(name.toWellFormed())}`)),
      ref: fc.option(text),
      direct: answer,
      dev: answer,
      place: text,
    });

    fc.assert(
      fc.property(fc.array(component), (components) => {
        const document = writeCyclonedx(components, { subject: { name: 'shop' } });

        const refs = [document.metadata.component, ...document.components].map((written) => written?.['bom-ref']);
        expect(new Set(refs).size).toBe(refs.length);
        expect(faultsOf(document)).toEqual([]);
      }),
    );
  });

  it('is refused by the schema where it is wrong: the check can fail', () => {
    const document = { ...writeCyclonedx([a]), components: [{ type: 'library' }] };

    expect(faultsOf(document)).toEqual(["/components/0 must have required property 'name'"]);
  });
});
