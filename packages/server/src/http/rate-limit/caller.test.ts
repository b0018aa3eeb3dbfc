import { expect, it } from 'vitest';
import { callerFrom, callerOf } from './caller.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::/64'],
  ['192.0.2.700:1', 'unknown'],
  ['nonsense', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s takes the budget of %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller);
});

it.each([
  ['192.0.2.7', null, { name: '192.0.2.7', network: null, authenticated: false }],
  ['2001:db8:1:2::1', null, { name: '2001:db8:1:2::/64', network: '2001:db8:1::/48', authenticated: false }],
  ['2001:db8::5', null, { name: '2001:db8:0:0::/64', network: '2001:db8:0::/48', authenticated: false }],
  ['2001:db8:1:2::1', 7, { name: 'account-7', network: null, authenticated: true }],
  ['2001:db8:1:2::1', undefined, { name: '2001:db8:1:2::/64', network: '2001:db8:1::/48', authenticated: false }],
  [undefined, null, { name: 'unknown', network: null, authenticated: false }],
])('%s with the account %s is the caller %o', (ip, account, caller) => {
  expect(callerFrom({ ip, account })).toEqual(caller);
});
