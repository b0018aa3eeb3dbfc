import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../test/lockfile-samples.ts';
import { MAX_PASTED, readPastedText } from './read-pasted-text.ts';
import { readScannedFile } from './read-scanned-file.ts';

const asked = (text: string) => readPastedText(text).file?.entries.map(({ ask }) => ask);

describe('a pasted text', () => {
  it.each(SAMPLES.map(({ kind, make }, i) => [kind, i, make(4)] as const))(
    'that is a %s (%i) is read as that file is, or refused',
    (kind, _, text) => {
      const { file, problem } = readPastedText(text);

      // Of the kinds that look alike, a text without the marks of one is not guessed.
      if (file === null)
        expect([kind, problem]).toEqual([expect.stringMatching(/^(?:Cargo|poetry|uv|pdm)\.lock$/), expect.any(String)]);
      else {
        const named = readScannedFile(kind, text);
        expect(file.entries.map(({ ask }) => ask)).toEqual(named.file?.entries.map(({ ask }) => ask));
      }
    },
  );

  it.each([
    [
      'package URLs',
      'pkg:npm/lodash@4.17.20\npkg:pypi/jinja2@2.4.1\n',
      ['pkg:npm/lodash@4.17.20', 'pkg:pypi/jinja2@2.4.1'],
    ],
    ['names with versions', 'curl@8.4.0, openssl@3.0.7', ['pkg:nix/curl@8.4.0', 'pkg:nix/openssl@3.0.7']],
    ['both, with comments', '# mine\ncurl@8.4.0 # the tool\npkg:npm/a@1', ['pkg:nix/curl@8.4.0', 'pkg:npm/a@1']],
    ['a name without a version beside others', 'curl\nopenssl@3.0.7', ['pkg:nix/curl', 'pkg:nix/openssl@3.0.7']],
    ['requirements', 'jinja2==2.4.1\nrequests==2.19.0\n', ['pkg:pypi/jinja2@2.4.1', 'pkg:pypi/requests@2.19.0']],
    [
      'a Cargo.lock',
      '[[package]]\nname = "time"\nversion = "0.1.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
      ['pkg:cargo/time@0.1.0'],
    ],
    [
      'a poetry.lock',
      '[[package]]\nname = "time"\nversion = "0.1.0"\npython-versions = "*"\n',
      ['pkg:pypi/time@0.1.0'],
    ],
    [
      'a bill of materials',
      JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'a', purl: 'pkg:npm/a@1' }] }),
      ['pkg:npm/a@1'],
    ],
  ])('may be %s', (_, text, purls) => {
    expect(asked(text)).toEqual(purls);
  });

  it.each([
    ['nothing', ''],
    ['prose', 'Dear all, please upgrade lodash. Thank you.'],
    ['bare words', 'curl openssl'],
    ['an address', 'somebody@example.org'],
    ['other JSON', '{"a":[1,2,3]}'],
    ['of two ecosystems that look alike', '[[package]]\nname = "time"\nversion = "0.1.0"\n'],
    ['too long', 'x'.repeat(MAX_PASTED + 1)],
  ])('that is %s is refused', (_, text) => {
    expect(readPastedText(text)).toEqual({ file: null, problem: expect.stringMatching(/\.$/) });
  });
});
