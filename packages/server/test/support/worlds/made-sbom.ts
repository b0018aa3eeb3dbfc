import { nameOfPackage } from './many-packages.ts';

/** How many packages the store of `fillMany` has. */
export const KNOWN_PACKAGES = 20_000;

interface MadeComponent {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

/**
 * Components of a bill of materials as large as wanted: every other of a package that somebody knows, one in thirty in a version that
 * is affected by what is known of it.
 */
export function madeComponents(count: number): MadeComponent[] {
  return Array.from({ length: count }, (_, i) => {
    const isKnown = i % 2 === 0;
    const name = isKnown ? nameOfPackage((i / 2) % KNOWN_PACKAGES) : `nobody-knows-${i}`;
    const version = i % 30 === 0 ? '1.5.0' : `9.${i % 97}.${i}`;
    return { type: 'library', 'bom-ref': `ref-${i}`, name, version, purl: `pkg:npm/${name}@${version}` };
  });
}

/** A CycloneDX document of so many components, filled up to so many bytes. */
export function madeSbom(count: number, bytes = 0): string {
  const components = madeComponents(count);
  const plain = JSON.stringify(documentOf(components));
  const lacking = bytes - plain.length;
  if (lacking <= 0) return plain;
  const each = Math.floor(lacking / count) - 20;
  const filler = 'Made to fill a document up to its size. '
    .repeat(Math.ceil(each / 40) + 1)
    .slice(0, Math.max(0, each));
  return JSON.stringify(documentOf(components.map((one) => Object.assign(one, { description: filler }))));
}

function documentOf(components: readonly object[]): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    version: 1,
    components,
  };
}
