import fc from 'fast-check';
import type { Component, ExaminedComponent, ExportAbout, Finding } from '../src/sbom/index.ts';

/** Examined components and what an export says about itself, for tests of exports. */
export const about: ExportAbout = {
  timestamp: '2026-01-02T03:04:05Z',
  toolVersion: '1.2.3',
  site: 'https://almanac.example',
  documentId: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  fileName: 'a folder/bom.json',
};

export function componentOf(more: Partial<Component> = {}): Component {
  const plain = {
    name: 'a',
    version: '1.0',
    purl: 'pkg:npm/a@1.0',
    ref: 'a',
    direct: null,
    dev: null,
    place: '/components/0',
  };
  return { ...plain, ...more };
}

export function findingOf(more: Partial<Finding> = {}): Finding {
  return {
    id: 'CVE-2026-0001',
    aliases: ['GHSA-aaaa-bbbb-cccc'],
    confidence: 'high',
    status: 'affected',
    severity: 'high',
    title: 'A title',
    affectedVersions: 'before 1.1',
    fixedIn: '1.1',
    sources: ['osv'],
    ...more,
  };
}

const nullable = <T>(values: readonly [T, ...T[]]): fc.Arbitrary<T | null> =>
  fc.constantFrom<T | null>(null, ...values);

const component: fc.Arbitrary<Component> = fc.record({
  name: fc.string(),
  version: nullable(['1.0', '2 beta']),
  purl: fc.option(fc.oneof(fc.constantFrom('pkg:npm/a@1.0', 'pkg:npm/b', 'pkg:broken', 'no purl \uD800'), fc.string())),
  ref: nullable(['a', 'b', 'almanac:component:1', 'urn:cdx:x']),
  direct: nullable([true, false]),
  dev: nullable([true, false]),
  place: fc.constantFrom('/components/0', 'line 12', '/bom/components/component[4]', 'line \uD800'),
});

const finding: fc.Arbitrary<Finding> = fc.record({
  id: fc.constantFrom('CVE-2026-0001', 'CVE-2026-0002', 'GHSA-aaaa-bbbb-cccc', 'x \uD800'),
  aliases: fc.array(fc.constantFrom('A-1', 'A-2'), { maxLength: 3 }),
  confidence: fc.constantFrom('high', 'medium', 'low'),
  status: fc.constantFrom('affected', 'possible', 'fixed_by_patch'),
  severity: nullable(['critical', 'high', 'medium', 'low']),
  title: nullable(['A title']),
  affectedVersions: nullable(['before 1.1']),
  fixedIn: nullable(['1.1', '1.2']),
  sources: fc.array(fc.constantFrom('osv', 'nvd'), { maxLength: 2 }),
});

export const examinedComponents: fc.Arbitrary<ExaminedComponent[]> = fc.array(
  fc.record({
    component,
    verdict: fc.constantFrom('affected', 'not_affected', 'none_known', 'unknown'),
    verdictReason: fc.constantFrom('Nobody knows.', 'Evidence says so.'),
    findings: fc.array(finding, { maxLength: 3 }),
  }),
  { maxLength: 6 },
);
