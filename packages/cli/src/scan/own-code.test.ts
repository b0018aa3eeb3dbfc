import { readScannedFile } from '@almanac/core/scan';
import { expect, it } from 'vitest';
import { isNothingOfOthers } from './own-code.ts';

it('what bills of materials of a root list beside packages leaves nothing unchecked, but a device does', () => {
  const components = [
    { type: 'library', name: 'libssl3', purl: 'pkg:deb/debian/libssl3@3.0.11-1' },
    { type: 'library', name: 'openssl', purl: 'pkg:deb/debian/openssl@3.0.11-1', tags: ['source'] },
    { type: 'operating-system', name: 'debian', version: '12' },
    { type: 'file', name: '/etc/passwd' },
    { type: 'cryptographic-asset', name: 'debian-archive-keyring.gpg' },
    { type: 'data', name: 'repository' },
    { type: 'device', name: 'router' },
  ];
  const metadata = { tools: { components: [{ type: 'application', name: 'cdxgen' }] } };
  const text = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components });
  const { file } = readScannedFile('bom.json', text);
  const unchecked = file?.skipped.filter(({ reason }) => !isNothingOfOthers(reason));

  expect(file?.skipped).toHaveLength(6);
  expect(unchecked?.map(({ name }) => name)).toEqual(['router']);
});
