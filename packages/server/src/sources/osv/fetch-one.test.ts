import { smallWorld } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { filled, overTwin } from './test/over-twin.ts';

describe('one record', () => {
  it('is the one of the API', async () => {
    await using over = await overTwin(smallWorld);

    const found = await over.fetchOne('RUSTSEC-2025-9106');

    expect(found).toMatchObject({ key: 'RUSTSEC-2025-9106', withdrawn: false, value: { id: 'RUSTSEC-2025-9106' } });
  });

  it('has the same content as its file in the archives', async () => {
    await using over = await filled(smallWorld);

    const found = await over.fetchOne('GHSA-2c4f-7hpq-9wxm');

    expect(found).toHaveProperty('value', over.stored.get('GHSA-2c4f-7hpq-9wxm')?.value);
  });

  it.each([
    ['which stands for others', 'CVE-2025-91803', { state: 'alias of OSV-2025-9803' }],
    ['which nobody knows', 'CVE-1999-0001', 'absent'],
    ['in another case', 'ghsa-2c4f-7hpq-9wxm', 'absent'],
    ['that is none', '../../etc/passwd', 'absent'],
    ['without an end', `OSV-${'1'.repeat(200)}`, 'absent'],
  ])('with an id %s', async (_name, id, expected) => {
    await using over = await overTwin(smallWorld);

    expect(await over.fetchOne(id)).toEqual(expected);
  });

  it.each([
    ['a page', { kind: 'status', status: 404 }, 'answers 404'],
    ['a failure', { kind: 'status', status: 500 }, 'answers 500'],
  ] as const)('is not absent because %s comes in its place', async (_name, fault, message) => {
    await using over = await overTwin(smallWorld);
    over.twin.faults.set(fault);

    await expect(over.fetchOne('CVE-1999-0001')).rejects.toThrow(message);
  });

  it('that cannot be read is set aside under its key', async () => {
    await using over = await overTwin(smallWorld);
    over.twin.faults.set({ kind: 'malformed_record', way: 'syntax', record: 'RUSTSEC-2025-9106' });

    expect(await over.fetchOne('RUSTSEC-2025-9106')).toMatchObject({
      unreadable: expect.any(String),
      key: 'RUSTSEC-2025-9106',
    });
  });
});
