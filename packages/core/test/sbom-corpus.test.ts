import { describe, expect, it } from 'vitest';
import { corpusArchive, hasCorpus } from '../../../test/corpus.ts';
import { canonicalPurl } from '../src/purl/index.ts';
import { readSbom } from '../src/sbom/index.ts';

const documents = hasCorpus
  ? ['cyclonedx', 'spdx'].flatMap((name) => Array.from(corpusArchive(`sbom/${name}-examples.tar.gz`)))
  : [];

describe.skipIf(!hasCorpus)('bills of materials as others publish them', () => {
  it('are all read', () => {
    const readings = documents.map(([name, text]) => ({ name, ...readSbom(text) }));

    const table = Map.groupBy(readings, ({ sbom }) =>
      sbom === null ? 'refused' : `${sbom.format} ${sbom.specVersion} ${sbom.encoding}`,
    );
    for (const [form, list] of [...table].sort(([a], [b]) => a.localeCompare(b))) {
      const components = list.flatMap(({ sbom }) => sbom?.components ?? []);
      const skipped = list.flatMap(({ sbom }) => sbom?.skipped ?? []);
      const withPurl = components.filter(({ purl }) => purl !== null);
      console.log(
        `${form}: ${list.length} documents, ${components.length} components, ${withPurl.length} with purl, ${skipped.length} skipped`,
      );
    }
    expect(readings.filter(({ problem }) => problem !== null).map(({ name, problem }) => [name, problem])).toEqual([]);
    expect(readings).toHaveLength(109);
    const counts = Object.fromEntries([...table].map(([form, list]) => [form, list.length]));
    expect(counts).toEqual({
      'cyclonedx 1.2 json': 10,
      'cyclonedx 1.3 json': 4,
      'cyclonedx 1.4 json': 46,
      'cyclonedx 1.6 json': 5,
      'spdx 2.2 json': 7,
      'spdx 2.3 json': 11,
      'spdx 3.0 json-ld': 26,
    });
    const purls = readings.flatMap(({ sbom }) => sbom?.components ?? []).flatMap(({ purl }) => purl ?? []);
    expect(purls.filter((purl) => canonicalPurl(purl) === null)).toEqual([]);
  });

  it.each([
    // As many as the document has in its lists, counted by hand, and the subject.
    ['SBOM/keycloak-10.0.2/bom.json', 904, 904, 0],
    ['SBOM/juice-shop/via_npm/bare/bom.1.4.json', 1116, 1116, 0],
    ['SBOM/juice-shop/via_npm/flat/bom.1.4.json', 1116, 1116, 0],
    ['SBOM/proton-bridge/proton-bridge-v1.8.0.bom.json', 202, 202, 0],
    ['CBOM/Example-With-Dependencies/bom.json', 3, 0, 1],
    ['HBOM/PCIe-SATA-adapter-board/bom.json', 0, 0, 7],
    ['SaaSBOM/apigateway-microservices-datastores/bom.json', 1, 0, 6],
    ['VEX/vex.json', 0, 0, 1],
    ['software/example9/spdx2.2/appbomination.spdx.json', 7, 4, 0],
    ['software/example9/spdx3.0/appbomination.spdx3.json', 7, 4, 0],
    ['dataset/example01/spdx3.0/example01.spdx3.json', 0, 0, 1],
  ])('%s', (name, components, withPurl, skipped) => {
    const [, document = ''] = documents.find(([file]) => file.endsWith(name)) ?? [];
    const { sbom } = readSbom(document);

    expect(sbom?.components).toHaveLength(components);
    expect(sbom?.components.filter(({ purl }) => purl !== null)).toHaveLength(withPurl);
    expect(sbom?.skipped).toHaveLength(skipped);
  });

  it('say the same nested or flat, and in SPDX 2 or 3', () => {
    const componentsOf = (name: string) => {
      const { sbom } = readSbom(documents.find(([file]) => file.endsWith(name))?.[1] ?? '');
      return (sbom?.components ?? [])
        .map(({ name, version, purl, direct, dev }) => JSON.stringify([name, version, purl, direct, dev]))
        .sort();
    };

    expect(componentsOf('bare/bom.1.4.json')).toEqual(componentsOf('flat/bom.1.4.json'));
    expect(componentsOf('spdx2.2/appbomination.spdx.json')).toEqual(componentsOf('spdx3.0/appbomination.spdx3.json'));
  });
});
