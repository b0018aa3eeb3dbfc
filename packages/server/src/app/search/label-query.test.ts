import { describe, expect, it } from 'vitest';
import { exactLabel, labelQuery } from './label-query.ts';

describe('a label', () => {
  it.each([
    ['v', 'Apache', "'v=apache' | 'v=apache_':*"],
    ['p', 'HTTP  Server', "'p=http_server' | 'p=http_server_':*"],
    ['e', 'npm', "'e=npm'"],
    ['p', "o'neill\\", "'p=o''neill\\\\' | 'p=o''neill\\\\_':*"],
  ] as const)('%s of %s', (kind, name, expected) => {
    expect(labelQuery(kind, name)).toBe(expected);
  });
});

it('is looked for whole where it is asked for exactly', () => {
  expect(exactLabel('p', 'HTTP Server')).toBe("'p=http_server'");
});
