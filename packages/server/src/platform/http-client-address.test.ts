import { expect, it } from 'vitest';
import { isInternalName, isPrivate, publicOnly } from './http-client-address.ts';

it.each([
  ['93.184.216.34', false],
  ['2606:4700::1111', false],
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['255.255.255.255', true],
  ['::1', true],
  ['::', true],
  ['fe80::1', true],
  ['fd00:ec2::254', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});

it.each([
  ['localhost', true],
  ['twins', true],
  ['mirror.internal', true],
  ['api.osv.dev', false],
  ['internal.example.org', false],
])('%s is a name of the operator’s own network: %s', (host, expected) => {
  expect(isInternalName(host)).toBe(expected);
});

const resolved = (host: string, ...addresses: string[]) =>
  new Promise((resolve) => {
    const records = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    publicOnly((_host, _options, callback) => callback(null, records))(host, { all: true }, (error, found) =>
      resolve(error?.message ?? found),
    );
  });

it('takes a public name to public addresses only, however it was redirected by its records', async () => {
  expect(await resolved('api.osv.dev', '93.184.216.34')).toEqual([{ address: '93.184.216.34', family: 4 }]);
  expect(await resolved('api.osv.dev', '93.184.216.34', '127.0.0.1')).toContain('resolves to 127.0.0.1');
  expect(await resolved('api.osv.dev', '::ffff:10.0.0.1')).toContain('not a public address');
});

it('takes a name of the operator’s own network where it leads', async () => {
  expect(await resolved('mirror.internal', '10.0.0.1')).toEqual([{ address: '10.0.0.1', family: 4 }]);
});
