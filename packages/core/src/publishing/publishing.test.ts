import { describe, expect, it } from 'vitest';
import { readDecisions } from '../decisions/index.ts';
import type { PackageVerdict } from '../matching/decide/verdict.ts';
import {
  csafAdvisory,
  csafPath,
  csafProvider,
  type DatedAdvisory,
  osvRecord,
  vexManifest,
  vexRepository,
} from './index.ts';

const PUBLISHER = {
  site: 'https://almanac.example',
  api: 'https://almanac.example/api/v1',
  files: 'https://files.example',
  toolVersion: '1.0',
};
const MODIFIED = '2026-11-15T08:00:00.000Z';

/** An answer, of which a test reads what it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

function advisory(verdict: PackageVerdict, more: Partial<DatedAdvisory['statements'][number]> = {}): DatedAdvisory {
  const said = {
    attribute: 'harbour',
    version: '1.0',
    verdict,
    confidence: 'high' as const,
    fixedIn: '1.1',
    reason: 'Why.',
  };
  return {
    cve: 'CVE-2026-7001',
    published: '2026-01-03T00:00:00.000Z',
    modified: MODIFIED,
    issues: [{ url: 'https://tracker.example/issues/1', state: 'open' }],
    fixes: [{ url: 'https://tracker.example/pull/2', mergedAt: MODIFIED }],
    statements: [
      { ...said, channel: 'nixos-unstable', ...more },
      { ...said, channel: 'nixos-26.05', ...more },
    ],
    complete: true,
  };
}

describe('an advisory of the collection', () => {
  it.each<[PackageVerdict, number, string | undefined]>([
    ['affected', 2, 'affected'],
    ['not_affected', 0, 'not_affected'],
    ['unknown', 0, 'under_investigation'],
    ['none_known', 0, undefined],
  ])('of a version that is %s', (verdict, affected, status) => {
    const osv = osvRecord(advisory(verdict), MODIFIED, PUBLISHER);
    const [, vex] = vexRepository([advisory(verdict)], PUBLISHER) as Json;
    const csaf = csafAdvisory(advisory(verdict), PUBLISHER) as Json;

    expect(osv.affected).toHaveLength(affected);
    expect(osv.database_specific.statements.map((one) => one.verdict)).toEqual([verdict, verdict]);
    expect(vex?.content.statements.map((one: Json) => one.status)).toEqual(status === undefined ? undefined : [status]);
    const word = status === undefined || status === 'under_investigation' ? status : `known_${status}`;
    expect(csaf === null ? [] : Object.keys(csaf.vulnerabilities[0].product_status)).toEqual(
      word === undefined ? [] : [word],
    );
  });

  it.each<[PackageVerdict, PackageVerdict, string]>([
    ['not_affected', 'affected', 'affected'],
    ['not_affected', 'unknown', 'under_investigation'],
    ['unknown', 'affected', 'affected'],
  ])('of a version that is %s in one channel and %s in another: the worse', (first, second, status) => {
    const [one] = advisory(first).statements;
    const [, other] = advisory(second).statements;
    const mixed = { ...advisory(first), statements: [one, other].filter((each) => each !== undefined) };
    const [, vex] = vexRepository([mixed], PUBLISHER) as Json;
    const csaf = csafAdvisory(mixed, PUBLISHER) as Json;

    expect(vex.content.statements.map((said: Json) => said.status)).toEqual([status]);
    expect(Object.keys(csaf.vulnerabilities[0].product_status)).toEqual([
      status === 'affected' ? 'known_affected' : status,
    ]);
  });

  it('names packages, channels and versions, and links to its evidence', () => {
    const { id, affected, references, summary } = osvRecord(advisory('affected'), MODIFIED, PUBLISHER);

    expect(id).toBe('ALMANAC-CVE-2026-7001');
    expect(summary).toBe('CVE-2026-7001 affects harbour in nixos-unstable, nixos-26.05');
    expect(affected[0]).toMatchObject({
      package: { ecosystem: 'Nixpkgs:nixos-unstable', name: 'harbour', purl: 'pkg:nix/harbour' },
      versions: ['1.0'],
    });
    expect(references.map(({ type, url }) => `${type} ${url}`)).toEqual([
      'ADVISORY https://almanac.example/CVE-2026-7001',
      'EVIDENCE https://almanac.example/api/v1/graph/cve/CVE-2026-7001/affected',
      'REPORT https://tracker.example/issues/1',
      'FIX https://tracker.example/pull/2',
    ]);
  });

  it.each([
    ['VEX', vexRepository([advisory('not_affected')], PUBLISHER)[1]?.content],
    ['CSAF', csafAdvisory(advisory('not_affected'), PUBLISHER)],
  ])('is read back from %s as it was said', (_name, content) => {
    const { decisions } = readDecisions([{ name: 'x', content }]);

    expect(decisions).toMatchObject([
      {
        vulnerability: 'CVE-2026-7001',
        package: 'pkg:nix/harbour',
        versions: ['1.0'],
        status: 'not_affected',
        reason: 'Why.',
      },
    ]);
  });

  it('says nothing of a package without a version', () => {
    const unversioned = advisory('affected', { version: null });

    expect(osvRecord(unversioned, MODIFIED, PUBLISHER).affected).toEqual([]);
    expect(vexRepository([unversioned], PUBLISHER)).toHaveLength(1);
    expect(csafAdvisory(unversioned, PUBLISHER)).toBeNull();
  });
});

describe('the repository', () => {
  it('has every path of the index, none longer than an archive takes', () => {
    const long = advisory('affected', { attribute: 'x'.repeat(200) });
    const files = vexRepository([advisory('affected'), long], PUBLISHER) as Json;

    const [{ content: index }, ...documents] = files;
    expect(index.updated_at).toBe(MODIFIED);
    expect(index.packages.map(({ location }: Json) => location)).toEqual(documents.map(({ path }: Json) => path));
    expect(documents.map(({ path }: Json) => path)).toEqual(['pkg/nix/harbour/vex.json', 'pkg/nix/long-1/vex.json']);
  });

  it('is found by what is well known', () => {
    expect(vexManifest(PUBLISHER, 'collection/vex.tar.gz')).toMatchObject({
      latest_version: 'v0',
      versions: { v0: { spec_version: 'v0.1', locations: [{ url: 'https://files.example/collection/vex.tar.gz' }] } },
    });
    expect(csafProvider(PUBLISHER, 'collection/csaf', MODIFIED)).toMatchObject({ last_updated: MODIFIED });
    expect(csafPath(advisory('affected'))).toBe('2026/almanac-cve-2026-7001.json');
  });
});
