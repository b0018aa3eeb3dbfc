/** One set of dependencies, to be written in every dialect. Names and versions are of letters, digits, dots and dashes. */
export interface Plan {
  readonly subject: string;
  readonly packages: readonly PlannedPackage[];
}

export interface PlannedPackage {
  readonly name: string;
  readonly version: string;
  /** Whether it is for development; what depends on one inherits it. */
  readonly dev: boolean;
  /** The number of the package that asks for it, or null for the subject itself. */
  readonly askedBy: number | null;
}

/** The five dialects, each with a writer. */
export const DIALECTS: readonly (readonly [string, (plan: Plan) => string])[] = [
  ['CycloneDX JSON', (plan) => JSON.stringify(cycloneDx(plan))],
  ['CycloneDX XML', cycloneDxXml],
  ['SPDX 2.3 JSON', (plan) => JSON.stringify(spdx(plan))],
  ['SPDX 2.3 tag-value', tagValue],
  ['SPDX 3.0 JSON-LD', (plan) => JSON.stringify(spdx3(plan))],
];

export function purlOf({ name, version }: PlannedPackage): string {
  return `pkg:npm/${name}@${version}`;
}

const askers = (plan: Plan): readonly (number | null)[] => [null, ...plan.packages.keys()];
const askedBy = (plan: Plan, asker: number | null): readonly number[] =>
  [...plan.packages.keys()].filter((index) => plan.packages[index]?.askedBy === asker);
const refOf = (index: number | null): string => (index === null ? 'root' : `p${index}`);

function cycloneDx(plan: Plan): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'root', name: plan.subject } },
    components: plan.packages.map((one, index) => ({
      type: 'library',
      'bom-ref': refOf(index),
      name: one.name,
      version: one.version,
      purl: purlOf(one),
      scope: one.dev ? 'excluded' : 'required',
    })),
    dependencies: askers(plan).map((asker) => ({
      ref: refOf(asker),
      dependsOn: askedBy(plan, asker).map((index) => refOf(index)),
    })),
  };
}

function cycloneDxXml(plan: Plan): string {
  const components = plan.packages.map(
    (one, index) =>
      `<component type="library" bom-ref="${refOf(index)}"><name>${one.name}</name><version>${one.version}</version>` +
      `<scope>${one.dev ? 'excluded' : 'required'}</scope><purl>${purlOf(one)}</purl></component>`,
  );
  const dependencies = askers(plan).map((asker) => {
    const targets = askedBy(plan, asker).map((index) => `<dependency ref="${refOf(index)}"/>`);
    return `<dependency ref="${refOf(asker)}">${targets.join('')}</dependency>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1">
  <metadata><component type="application" bom-ref="root"><name>${plan.subject}</name></component></metadata>
  <components>${components.join('\n')}</components>
  <dependencies>${dependencies.join('\n')}</dependencies>
</bom>`;
}

const SPDX_PLACE = 'https://example.org/spdx';

function spdx(plan: Plan): object {
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: plan.subject,
    documentNamespace: SPDX_PLACE,
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: test'] },
    packages: [
      { SPDXID: 'SPDXRef-root', name: plan.subject, downloadLocation: 'NOASSERTION' },
      ...plan.packages.map((one, index) => ({
        SPDXID: `SPDXRef-${refOf(index)}`,
        name: one.name,
        versionInfo: one.version,
        downloadLocation: 'NOASSERTION',
        externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purlOf(one) }],
      })),
    ],
    relationships: relationships(plan).map(([spdxElementId, relationshipType, relatedSpdxElement]) => ({
      spdxElementId,
      relationshipType,
      relatedSpdxElement,
    })),
  };
}

function relationships(plan: Plan): readonly (readonly [string, string, string])[] {
  const asked = plan.packages.map(({ dev, askedBy }, index) => {
    const [asker, target] = [`SPDXRef-${refOf(askedBy)}`, `SPDXRef-${refOf(index)}`];
    const isDevOfSubject = dev && askedBy === null;
    return isDevOfSubject ? ([target, 'DEV_DEPENDENCY_OF', asker] as const) : ([asker, 'DEPENDS_ON', target] as const);
  });
  return [['SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-root'], ...asked];
}

function tagValue(plan: Plan): string {
  const packages = plan.packages.map(
    (one, index) => `PackageName: ${one.name}
SPDXID: SPDXRef-${refOf(index)}
PackageVersion: ${one.version}
PackageComment: <text>over
several lines</text>
ExternalRef: PACKAGE-MANAGER purl ${purlOf(one)}
`,
  );
  return `# written for a test
SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: ${plan.subject}
DocumentNamespace: ${SPDX_PLACE}
Creator: Tool: test
Created: 2026-01-01T00:00:00Z

PackageName: ${plan.subject}
SPDXID: SPDXRef-root

${packages.join('\n')}
${relationships(plan)
  .map((words) => `Relationship: ${words.join(' ')}`)
  .join('\n')}
`;
}

function spdx3(plan: Plan): object {
  const id = (name: string): string => `${SPDX_PLACE}/${name}`;
  const creationInfo = '_:creation';
  return {
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    '@graph': [
      {
        type: 'CreationInfo',
        '@id': creationInfo,
        specVersion: '3.0.1',
        created: '2026-01-01T00:00:00Z',
        createdBy: [id('someone')],
      },
      { type: 'SpdxDocument', spdxId: id('document'), creationInfo, rootElement: [id('root')] },
      { type: 'software_Package', spdxId: id('root'), creationInfo, name: plan.subject },
      ...plan.packages.map((one, index) => ({
        type: 'software_Package',
        spdxId: id(refOf(index)),
        creationInfo,
        name: one.name,
        software_packageVersion: one.version,
        software_packageUrl: purlOf(one),
      })),
      ...plan.packages.map(({ dev, askedBy }, index) => ({
        type: 'LifecycleScopedRelationship',
        spdxId: id(`relationship-${index}`),
        creationInfo,
        from: id(refOf(askedBy)),
        relationshipType: 'dependsOn',
        to: [id(refOf(index))],
        scope: dev && askedBy === null ? 'development' : 'runtime',
      })),
    ],
  };
}
