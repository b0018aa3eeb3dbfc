import { expect, it } from 'vitest';
import { globalOnly, isGlobal, isInternalName, isPrivate, publicOnly } from './http-client-address.ts';

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
  ['93.184.216.34', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['192.0.2.1', false],
  ['::ffff:10.0.0.1', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['fec0::1', false],
  ['nothing', false],
])('%s is reachable from everywhere: %s', (address, expected) => {
  expect(isGlobal(address)).toBe(expected);
});

it('takes names that callers chose nowhere else, unless the operator answers for the host', async () => {
  const lookUp = (host: string, address: string, allowed: readonly string[] = []) =>
    new Promise((resolve) => {
      const lookup = globalOnly(new Set(allowed), (_host, _options, callback) =>
        callback(null, [{ address, family: 4 }]),
      );
      lookup(host, { all: false }, (error, found) => resolve(error?.message ?? found));
    });

  expect(await lookUp('hooks.example.org', '93.184.216.34')).toBe('93.184.216.34');
  expect(await lookUp('hooks.internal', '10.0.0.1')).toContain('not a public address');
  expect(await lookUp('hooks.internal', '10.0.0.1', ['hooks.internal'])).toBe('10.0.0.1');
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
