import { describe, expect, it } from 'vitest';
import { collectionRows } from './collection.ts';

const rowOf = (value: unknown, key = 'nixos-unstable/openssl') => collectionRows(value, { key }).rows[0];

describe('collectionRows', () => {
  it('reads what the new producer writes', () => {
    const entry = {
      name: 'harbour-3.5.1',
      pname: 'harbour',
      version: '3.5.1',
      system: 'x86_64-linux',
      outputName: 'bin',
      outputs: ['bin', 'dev'],
      patches: ['0001-CVE-2026-91301.patch', 'fix-build.patch'],
      meta: {
        description: 'Keeps ships',
        homepage: 'https://harbour.example/',
        changelog: 'https://github.com/tidewater/harbour/releases',
        position: 'pkgs/by-name/ha/harbour/package.nix:34',
        maintainers: [{ name: 'Ada', github: 'ada', githubId: 7 }, { name: 'Ben' }],
        knownVulnerabilities: ['CVE-2026-91302', 'end of life'],
        insecure: false,
        identifiers: {
          cpe: 'cpe:2.3:a:tidewater:harbour:3.5.1:*:*:*:*:*:*:*',
          cpeParts: { vendor: 'tidewater', product: 'harbour' },
          possibleCPEs: [
            { cpe: 'cpe:2.3:a:tidewater:harbour:3.5.1:*:*:*:*:*:*:*', cpeParts: {} },
            { cpe: 'cpe:2.3:a:tidewater:harbour:3.5:1:*:*:*:*:*:*' },
          ],
          v1: { purl: 'pkg:github/tidewater/harbour@3.5.1' },
        },
      },
    };

    expect(rowOf(entry, 'nixos-26.05/harbour_3')).toEqual({
      collection: 'nixpkgs',
      channel: 'nixos-26.05',
      attribute: 'harbour_3',
      pname: 'harbour',
      version: '3.5.1',
      lookup: ['harbour', 'harbour_3'],
      subject_keys: ['cve-2026-91302', 'harbour'],
      ecosystem: null,
      ecosystem_name: null,
      cpes: ['cpe:2.3:a:tidewater:harbour:3.5.1:*:*:*:*:*:*:*', 'cpe:2.3:a:tidewater:harbour:3.5:1:*:*:*:*:*:*'],
      purls: ['pkg:github/tidewater/harbour@3.5.1'],
      makers: ['harbour', 'tidewater'],
      known_vulnerabilities: ['CVE-2026-91302', 'end of life'],
      patched: ['CVE-2026-91301'],
      insecure: true,
      description: 'Keeps ships',
      homepage: 'https://harbour.example/',
      maintainers: ['ada', 'Ben'],
      position: 'pkgs/by-name/ha/harbour/package.nix:34',
    });
  });

  it.each<[string, unknown, readonly string[]]>([
    ['an insecure one', { eol: { kind: 'insecure', message: 'Out of support' } }, ['eol Out of support']],
    [
      'one by the name of a CVE',
      { 'CVE-2026-91302': { kind: 'insecure', message: 'Overflow', urls: ['https://x.example/1'] } },
      ['CVE-2026-91302 Overflow https://x.example/1'],
    ],
    ['one of a kind that nobody knows', { odd: { kind: 'haunted', message: 'Beware' } }, ['odd Beware']],
    ['one with its kind as its name', { broken: { message: 'Does not build' } }, []],
    ['harmless ones', { removal: { message: 'Soon' }, a: { kind: 'deprecated', message: 'Old' } }, []],
    [
      'a deprecation for a CVE',
      { old: { kind: 'deprecated', message: 'See CVE-2026-91303' } },
      ['old See CVE-2026-91303'],
    ],
    ['a list', ['x'], ['0']],
    ['a text', 'x', []],
    ['null', null, []],
  ])('reads the problems of a package: %s', (_name, problems, expected) => {
    const row = rowOf({ pname: 'a', meta: { problems } });

    expect({ known: row?.known_vulnerabilities, insecure: row?.insecure }).toEqual({
      known: expected,
      insecure: expected.length > 0,
    });
  });

  it('counts the problems beside the known vulnerabilities', () => {
    const meta = { knownVulnerabilities: ['CVE-2026-91302'], problems: { b: { kind: 'insecure', message: 'c' } } };

    expect(rowOf({ pname: 'a', meta })?.known_vulnerabilities).toEqual(['CVE-2026-91302', 'b c']);
  });

  it('reads what the old producer writes', () => {
    const entry = {
      name: 'python3.12-lock-step-2.1.0',
      pname: 'python3.12-lock-step',
      version: '2.1.0',
      outputs: { out: null },
      meta: { homepage: ['https://a.example', 'https://b.example'], license: 'MIT', maintainers: [] },
    };

    expect(rowOf(entry, 'nixos-25.11/python312Packages.lock-step')).toMatchObject({
      channel: 'nixos-25.11',
      ecosystem: 'PyPI',
      ecosystem_name: 'lock-step',
      lookup: ['lock-step', 'python3.12-lock-step', 'python312packages.lock-step', 'python:lock-step'],
      homepage: 'https://a.example',
      cpes: [],
      insecure: false,
    });
  });

  it('splits a key at the first slash alone', () => {
    expect(rowOf({}, 'nixos-unstable/nodePackages."@a/b"')).toMatchObject({
      channel: 'nixos-unstable',
      attribute: 'nodePackages."@a/b"',
      ecosystem: 'npm',
      ecosystem_name: '@a/b',
      pname: null,
      version: null,
    });
  });

  it.each([
    ['a team among the maintainers', { maintainers: [{ scope: 'x', members: [{ github: 'a' }, { name: 'B' }] }, 'c'] }],
  ])('flattens %s', (_name, meta) => {
    expect(rowOf({ meta })?.maintainers).toEqual(['a', 'B', 'c']);
  });

  it('leaves out and counts what is of the wrong type', () => {
    const { rows, dropped } = collectionRows(
      { version: 7, meta: { maintainers: 'a', knownVulnerabilities: {}, homepage: 7, description: ['x'] } },
      { key: 'nixos-unstable/a' },
    );

    expect(rows[0]).toMatchObject({ version: null, maintainers: [], known_vulnerabilities: [], homepage: null });
    expect(dropped).toBeGreaterThan(3);
  });

  it.each([null, [], 'x', { meta: null }, { meta: [] }])('has a row of %j: the attribute is there', (value) => {
    expect(rowOf(value)).toMatchObject({ attribute: 'openssl', version: null });
  });
});
