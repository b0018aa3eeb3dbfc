import type { Component } from './model.ts';

/** The caller supplies everything, including time and ID, so that exports are reproducible. */
export interface CyclonedxHeader {
  /** The project that contains the components. If given, direct dependencies are marked. */
  readonly subject?: { readonly name: string; readonly version?: string };
  /** RFC 3339. */
  readonly timestamp?: string;
  /** `urn:uuid:…` */
  readonly serialNumber?: string;
}

/** A bill of materials in CycloneDX 1.6, as far as we write it. */
export interface CyclonedxDocument {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly serialNumber?: string;
  readonly version: number;
  readonly metadata: { readonly timestamp?: string; readonly component?: CyclonedxComponent };
  readonly components: readonly CyclonedxComponent[];
  readonly dependencies?: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** A component in CycloneDX. */
export interface CyclonedxComponent {
  readonly type: 'library' | 'application';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version?: string;
  readonly scope?: 'required' | 'excluded';
  readonly purl?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** The property that says where in its file a component stands. */
const PLACE_PROPERTY = 'almanac:place';

/** A bill of materials of these components, valid against the schema of CycloneDX 1.6. Equal input gives an equal document. */
export function writeCyclonedx(components: readonly Component[], header: CyclonedxHeader = {}): CyclonedxDocument {
  const { subject, timestamp, serialNumber } = header;
  const refs = uniqueRefs();
  const root = subject === undefined ? null : refs('project');
  const written = components.map((component) => ({ component, ref: refs(buildRef(component)) }));
  const direct = written.filter(({ component }) => component.direct === true).map(({ ref }) => ref);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    ...(serialNumber === undefined ? {} : { serialNumber }),
    version: 1,
    metadata: {
      ...(timestamp === undefined ? {} : { timestamp }),
      ...(subject === undefined || root === null
        ? {}
        : { component: { type: 'application', 'bom-ref': root, ...subject } }),
    },
    components: written.map(({ component, ref }) => writeComponent(component, ref)),
    ...(root === null || direct.length === 0 ? {} : { dependencies: [{ ref: root, dependsOn: direct }] }),
  };
}

function writeComponent({ name, version, purl, dev, place }: Component, ref: string): CyclonedxComponent {
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    ...(version === null ? {} : { version }),
    // `excluded` is for tests and other uses outside the running program.
    ...(dev === null ? {} : { scope: dev ? 'excluded' : 'required' }),
    ...(purl === null ? {} : { purl }),
    properties: [{ name: PLACE_PROPERTY, value: place }],
  };
}

function buildRef({ purl, ref, name, version }: Component): string {
  return purl ?? ref ?? (version === null ? name : `${name}@${version}`);
}

/** Ids must differ within a document: a repeated one gets a number. */
function uniqueRefs(): (wanted: string) => string {
  const taken = new Map<string, number>();
  return (wanted) => {
    let count = taken.get(wanted) ?? 0;
    let ref = count === 0 ? wanted : `${wanted}#${count + 1}`;
    while (count > 0 && taken.has(ref)) ref = `${wanted}#${++count + 1}`;
    taken.set(wanted, count + 1);
    if (ref !== wanted) taken.set(ref, 1);
    return ref;
  };
}
