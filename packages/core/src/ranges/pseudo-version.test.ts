import { describe, expect, it } from 'vitest';
import { askPackage } from './ask.ts';
import { readOsv } from './osv.ts';

const MADE = 'v0.0.0-20220601120000-abcdefabcdef';

function caveats(fixed: string, version: string, published?: string, ecosystem = 'Go'): readonly string[] | undefined {
  const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }];
  const { assertions } = readOsv({ id: 'X-1', published, affected: [{ package: { ecosystem, name: 'm' }, ranges }] });
  return askPackage(assertions, { ecosystem, name: 'm', version })[0]?.proof.caveats;
}

describe('a Go version that was made without tags', () => {
  it.each<[string, string, string, string | undefined, string[]]>([
    ['before the record', '1.2.3', MADE, '2022-06-01T12:00:01Z', []],
    ['at the moment of the record', '1.2.3', MADE, '2022-06-01T12:00:00Z', ['untagged_commit']],
    ['a moment before it', '1.2.3', MADE, '2022-06-01T12:00:00.500Z', ['untagged_commit']],
    ['after the record', '1.2.3', MADE, '2022-06-01T11:59:59.999Z', ['untagged_commit']],
    ['with a record without a date', '1.2.3', MADE, undefined, ['untagged_commit']],
    ['without its v', '1.2.3', MADE.slice(1), undefined, ['untagged_commit']],
    ['against a bound of the same form', '0.0.0-20230101000000-0123456789ab', MADE, undefined, []],
    ['of a module that has a tag', '1.2.3', 'v0.0.1-0.20220601120000-abcdefabcdef', undefined, []],
    ['with more after it', '1.2.3', `${MADE}-x`, undefined, []],
    ['with a date cut short', '1.2.3', 'v0.0.0-2022060112-abcdefabcdef', undefined, []],
    ['with a hash cut short', '1.2.3', 'v0.0.0-20220601120000-abcdef', undefined, []],
  ])('%s', (_name, fixed, version, published, expected) => {
    expect(caveats(fixed, version, published)).toEqual(expected);
  });

  it('is in doubt as soon as one bound is a release', () => {
    const events = [{ introduced: '0.0.0-20200101000000-0123456789ab' }, { fixed: '1.2.3' }];
    const affected = [{ package: { ecosystem: 'Go', name: 'm' }, ranges: [{ type: 'SEMVER', events }] }];

    const [found] = askPackage(readOsv({ affected }).assertions, { ecosystem: 'Go', name: 'm', version: MADE });
    expect(found?.proof.caveats).toEqual(['untagged_commit']);
  });

  it('means nothing in other ecosystems', () => {
    expect(caveats('1.2.3', MADE.slice(1), undefined, 'npm')).toEqual([]);
  });
});
