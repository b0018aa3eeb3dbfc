import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDiff } from '../diff/apply.ts';
import { parseDiff } from '../diff/parse.ts';
import { baseBranch, releaseBranch } from './base.ts';
import { bindingsOf, jsonBindingOf } from './bindings.ts';
import { claimsOf, namedCves, speaksOfBackport } from './claims.ts';
import { pullFixesOf } from './fix.ts';
import { isPlaceholder } from './hashes.ts';
import type { PackageChange, ShownValue } from './model.ts';
import { placeOf } from './place.ts';
import { packageChanges } from './read-changes.ts';
import { namesPackage, readTitle } from './title.ts';
import { validatePull } from './validate.ts';

const FILE = 'pkgs/by-name/ha/harbour/package.nix';
const SILENT = { title: null, body: null, labels: [], base: null };

function changesOf(lines: string, file = FILE): PackageChange[] {
  const own = lines.split('\n');
  const count = (...marks: string[]) => own.filter((line) => marks.includes(line.charAt(0))).length;
  const head = `--- a/${file}\n+++ b/${file}\n@@ -1,${count(' ', '-')} +1,${count(' ', '+')} @@\n`;
  const { files, problem } = parseDiff(`${head}${lines}\n`);
  if (files === null) throw new Error(`${problem.line}: ${problem.reason}`);
  return packageChanges(files);
}

describe('where a package lies', () => {
  it.each([
    ['pkgs/by-name/cu/curl/package.nix', 'curl', 'curl'],
    ['pkgs/by-name/cu/curl/fixes/deep.json', 'curl', 'curl'],
    ['pkgs/development/python-modules/requests/default.nix', 'requests', 'python3Packages.requests'],
    ['pkgs/development/ocaml-modules/lwt/default.nix', 'lwt', 'ocamlPackages.lwt'],
    ['pkgs/tools/networking/curl/default.nix', 'curl', null],
    ['pkgs/servers/http/nginx/mainline.nix', 'nginx', null],
  ])('%s', (path, name, attribute) => {
    expect(placeOf(path)).toMatchObject({ name, attribute });
  });

  it.each([
    'nixos/modules/services/x.nix',
    'pkgs/top-level/all-packages.nix',
    'pkgs/by-name/README.md',
    'pkgs/default.nix',
    'pkgs/build-support/fetchurl/default.nix',
    'README.md',
  ])('%s is of no package', (path) => {
    expect(placeOf(path)).toBeNull();
  });
});

describe('what a line binds', () => {
  it.each([
    ['  version = "1.2";', [['version', '1.2']]],
    ['  meta.version="1.2" ;', [['version', '1.2']]],
    [
      '  common { version = "1"; hash = "sha256-x"; }',
      [
        ['version', '1'],
        ['hash', 'sha256-x'],
      ],
    ],
    [
      '  foo = common { version = "1"; };',
      [
        ['foo', null],
        ['version', '1'],
      ],
    ],
    ['  hash = lib.fakeHash;', [['hash', null]]],
    ['  # version = "1.2";', []],
    ['  x = "version = \\"1\\"";', [['x', 'version = \\"1\\"']]],
    ['  assert version == "1"; a != b', []],
    ['  version = "1.2', [['version', null]]],
  ])('%s', (line, bound) => {
    expect(bindingsOf(line).map(({ key, text }) => [key, text])).toEqual(bound);
    for (const { at, written } of bindingsOf(line)) expect(line.slice(at, at + written.length)).toBe(written);
  });

  it('of JSON', () => {
    expect(jsonBindingOf('  "version": "1.2",')).toEqual([{ key: 'version', text: '1.2', written: '"1.2"', at: 13 }]);
    expect(jsonBindingOf('  "version": 7,')).toEqual([]);
  });

  it.each([
    ['""', true],
    ['lib.fakeHash', true],
    [`"${'0'.repeat(52)}"`, true],
    [`"sha256-${'A'.repeat(43)}="`, true],
    [`"sha256-${'B'.repeat(43)}="`, false],
    ['sources.hash', false],
  ])('%s stands in for a hash: %s', (written, stands) => {
    const text = written.startsWith('"') ? written.slice(1, -1) : null;

    expect(isPlaceholder({ text, written } as ShownValue)).toBe(stands);
  });
});

describe('what a diff does to packages', () => {
  it('knows versions by what stands in place of what', () => {
    expect(changesOf('   pname = "x";\n-  version = "1";\n+  version = "2";')).toMatchObject([
      { name: 'harbour', names: ['harbour', 'x'], kind: 'changed', oldVersion: '1', newVersion: '2', line: 2 },
    ]);
    expect(changesOf('-  version = "1";\n+  version = "${major}.2";')).toMatchObject([
      { oldVersion: '1', newVersion: null },
    ]);
    expect(changesOf('   version = "1";\n-  a = 1;\n+  a = 2;')).toMatchObject([{ oldVersion: '1', newVersion: '1' }]);
  });

  it.each([
    ['a file', '-    ./CVE-2026-1111.patch', ['CVE-2026-1111']],
    ['a fetched one', '-    (fetchpatch {\n-      name = "CVE-2026-1111.patch";\n-    })', ['CVE-2026-1111']],
    [
      'one that its comment names',
      '-    # CVE-2026-1111\n-    (fetchpatch {\n-      url = "x.patch";\n-    })',
      ['CVE-2026-1111'],
    ],
    ['one that moved', '-    ./CVE-2026-1111.patch\n     x\n+    ./patches/CVE-2026-1111.patch', []],
    ['a comment alone', '-  # CVE-2026-1111 was fixed in 1.2\n+  x', []],
    ['one that undoes a fix', '-    ./revert-CVE-2026-1111.patch', []],
    ['no CVE', '-    ./no-network.patch', []],
  ])('knows a dropped patch: %s', (_, lines, cves) => {
    const [change] = changesOf(`   patches = [\n${lines}`);

    expect(change?.droppedPatches.flatMap((entry) => entry.cves)).toEqual(cves);
  });

  it.each([
    ['an entry of the list', '     knownVulnerabilities = [\n-      "CVE-2026-1111: x"\n     ];', ['CVE-2026-1111']],
    ['the list', '-    knownVulnerabilities = [ "CVE-2026-1111" ];', ['CVE-2026-1111']],
    ['one without its head', '-      "CVE-2026-1111"', ['CVE-2026-1111']],
    ['a condition', '-    meta.knownVulnerabilities = lib.optional old "CVE-2026-1111";', ['CVE-2026-1111']],
    [
      'other words for it',
      '     knownVulnerabilities = [\n-      "CVE-2026-1111"\n+      "CVE-2026-1111: worse"\n     ];',
      [],
    ],
    ['after the list', '     knownVulnerabilities = [ ];\n-    x = "CVE-2026-1111";', []],
  ])('knows a dropped warning: %s', (_, lines, cves) => {
    const [change] = changesOf(`   meta = {\n${lines}`);

    expect(change?.droppedVulnerabilities.flatMap((entry) => entry.cves)).toEqual(cves);
  });

  it('tells the hash of the sources from those of patches', () => {
    const lines =
      '   src = fetchurl {\n     hash = "a";\n   };\n   patches = [ (fetchpatch {\n-    hash = "b";\n+    hash = "c";\n   }) ];\n   cargoHash = "d";';

    expect(changesOf(lines)[0]?.sourceHashes).toMatchObject({ now: [{ text: 'a' }], removed: [], fetched: true });
  });

  it('never throws, whatever the lines', () => {
    const words = fc.constantFrom(
      'version = "1";',
      'patches = [',
      '];',
      './CVE-2026-1111.patch',
      '(fetchpatch {',
      '})',
      '# CVE-2026-1111',
      'knownVulnerabilities = [',
      '"CVE-2026-1111"',
      'hash = "";',
      'src = fetchurl {',
      'pname = "x";',
      '=',
      '"',
      '#',
    );
    const line = fc
      .tuple(fc.constantFrom(' ', '+', '-'), fc.oneof(words, fc.stringMatching(/^[ -~]{0,20}$/)))
      .map(([mark, text]) => mark + text);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        if (lines.every((each) => each.startsWith(' '))) return;
        const changes = changesOf(lines.join('\n'));

        const { files } = parseDiff(
          `--- a/${FILE}\n+++ b/${FILE}\n@@ -1,${lines.filter((l) => !l.startsWith('+')).length} +1,${lines.filter((l) => !l.startsWith('-')).length} @@\n${lines.join('\n')}\n`,
        );
        const { diff } = pullFixesOf(
          files ?? [],
          validatePull({ ...SILENT, title: 'x' }, changes, () => null),
        );
        // Whatever is mended applies to what the diff has made.
        const [file] = files ?? [];
        const before = lines.flatMap((each) => (each.startsWith('+') ? [] : [`${each.slice(1)}\n`])).join('');
        const [fix] = diff === null ? [] : (parseDiff(diff).files ?? []);
        if (file !== undefined && fix !== undefined)
          expect(applyDiff(fix, applyDiff(file, before) ?? '')).toEqual(expect.any(String));
      }),
    );
  });
});

describe('what people write', () => {
  it.each([
    ['curl: 8.1 -> 8.2', { subject: 'curl', from: '8.1', to: '8.2' }],
    ['[release-26.05] curl: 8.1 -> 8.2, fix CVE-2026-1111', { tags: ['release-26.05'], to: '8.2' }],
    ['curl: init at 8.1', { subject: 'curl', init: '8.1' }],
    ['nixos/nginx: add option', { subject: 'nixos/nginx', to: null }],
    ['Update curl', { subject: null }],
    ['curl: 8.1 → 8.2', { subject: 'curl', to: null }],
  ])('the title %s', (title, read) => {
    expect(readTitle(title)).toMatchObject(read);
  });

  it.each([
    ['python312Packages.lock-step', ['python3Packages.lock-step'], true],
    ['lock_step', ['python3Packages.lock-step'], true],
    ['curl, wget', ['wget'], true],
    ['curlie', ['curl'], false],
  ])('%s names %s: %s', (subject, names, is) => {
    expect(namesPackage(subject, names)).toBe(is);
  });

  it.each([
    ['Fixes CVE-2026-1111', [['CVE-2026-1111', null]]],
    ['CVE-2026-1111 is fixed in 2.1.', [['CVE-2026-1111', '2.1']]],
    ['CVE-2026-1111: patched in version v2.1-rc1', [['CVE-2026-1111', '2.1-rc1']]],
    ['Does not fix CVE-2026-1111', []],
    ['Still vulnerable to CVE-2026-1111', []],
    ['Nothing', []],
  ])('the claim of “%s”', (body, claims) => {
    expect(claimsOf({ ...SILENT, body }).map(({ cve, version }) => [cve, version])).toEqual(claims);
  });

  it('names and backports', () => {
    expect([...namedCves({ ...SILENT, title: 'x: CVE-2026-1', body: 'cve-2026-2222' })]).toEqual(['CVE-2026-2222']);
    expect(speaksOfBackport({ ...SILENT, labels: ['backport release-26.05'] })).toBe(true);
    expect(speaksOfBackport({ ...SILENT, body: 'No back-port needed' })).toBe(true);
    expect(speaksOfBackport(SILENT)).toBe(false);
  });

  it.each([
    [null, 'development'],
    ['master', 'development'],
    ['staging-next', 'development'],
    ['nixos-unstable', 'development'],
    ['release-26.05', 'stable'],
    ['staging-26.05', 'stable'],
    ['haskell-updates', 'other'],
  ])('the branch %s is of the kind %s', (base, kind) => {
    expect(baseBranch(base).kind).toBe(kind);
  });

  it('a channel is made of a branch', () => {
    expect(['nixos-26.05', 'nixos-unstable'].map(releaseBranch)).toEqual(['release-26.05', null]);
  });
});

describe('a fix', () => {
  it('is not made where nothing around it is shown', () => {
    const diff = `diff --git a/${FILE} b/${FILE}\n--- a/${FILE}\n+++ b/${FILE}\n@@ -4 +4 @@\n-  version = "1"; hash = "a";\n+  version = "2"; hash = "a";\n`;
    const files = parseDiff(diff).files ?? [];
    const { fixes, diff: all } = pullFixesOf(
      files,
      validatePull(SILENT, packageChanges(files), () => null),
    );

    expect(fixes).toMatchObject([
      { rule: 'source-hash', diff: null, explanation: expect.stringContaining('does not show enough') },
    ]);
    expect(all).toBeNull();
  });
});

describe('where a finding points to', () => {
  it('is the line that was taken out, in its own file, wherever the version stands', () => {
    const folder = 'pkgs/by-name/ha/harbour';
    const { files } = parseDiff(
      [
        `--- a/${folder}/package.nix`,
        `+++ b/${folder}/package.nix`,
        '@@ -40,4 +40,2 @@',
        '   patches = [',
        '-    ./CVE-2026-10005.patch',
        '-    ./CVE-2026-10006.patch',
        '   ];',
        `--- a/${folder}/sources.json`,
        `+++ b/${folder}/sources.json`,
        '@@ -2 +2 @@',
        '-  "version": "1.0",',
        '+  "version": "1.1",',
        '',
      ].join('\n'),
    );

    const found = validatePull(SILENT, packageChanges(files ?? []), () => null);

    const dropped = found.flatMap(({ finding }) => (finding.rule === 'patch-dropped' ? finding : []));
    expect(dropped.map(({ file, line, cves }) => [file, line, cves])).toEqual([
      [`${folder}/package.nix`, 41, ['CVE-2026-10005']],
      [`${folder}/package.nix`, 42, ['CVE-2026-10006']],
    ]);
  });
});
