import { describe, expect, it } from 'vitest';
import { parsePackageReference, toPackageName, toPurl } from './package-reference.ts';

describe('a package as people name it', () => {
  it.each([
    ['curl', { kind: 'name', name: 'curl', version: null }, 'pkg:nix/curl', 'curl'],
    ['curl@8.4.0', { kind: 'name', name: 'curl', version: '8.4.0' }, 'pkg:nix/curl@8.4.0', 'curl'],
    [
      '@scope/name@1.0',
      { kind: 'name', name: '@scope/name', version: '1.0' },
      'pkg:nix/%40scope%2Fname@1.0',
      '@scope/name',
    ],
    ['@scope', { kind: 'name', name: '@scope', version: null }, 'pkg:nix/%40scope', '@scope'],
    ['curl@', { kind: 'name', name: 'curl@', version: null }, 'pkg:nix/curl%40', 'curl@'],
    ['pkg:npm/left@1.0', { kind: 'purl', purl: 'pkg:npm/left@1.0' }, 'pkg:npm/left@1.0', 'left'],
    ['PKG:npm/%40babel/core', { kind: 'purl', purl: 'PKG:npm/%40babel/core' }, 'PKG:npm/%40babel/core', '@babel/core'],
    ['pkg:nix/curl@8', { kind: 'purl', purl: 'pkg:nix/curl@8' }, 'pkg:nix/curl@8', 'curl'],
    ['pkg:', { kind: 'purl', purl: 'pkg:' }, 'pkg:', 'pkg:'],
  ])('%s', (text, reference, purl, name) => {
    expect([parsePackageReference(text), toPurl(text), toPackageName(text)]).toEqual([reference, purl, name]);
  });
});
