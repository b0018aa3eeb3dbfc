import { describe, expect, it } from 'vitest';
import { askPackage } from '../ranges/ask.ts';
import type { Evaluation } from '../ranges/model.ts';
import { readOsv } from '../ranges/osv.ts';
import { packageVerdict } from './verdict.ts';

interface Made {
  readonly ecosystem?: string;
  readonly asked?: string;
  readonly events?: readonly object[];
}

function evaluated(version: string, { ecosystem = 'npm', asked, events = [{ introduced: '0' }] }: Made = {}) {
  const affected = [{ package: { ecosystem, name: 'p' }, ranges: [{ type: 'ECOSYSTEM', events }] }];
  return askPackage(readOsv({ id: 'X-1', affected }).assertions, { ecosystem: asked ?? ecosystem, name: 'p', version });
}

const FIXED = { events: [{ introduced: '0' }, { fixed: '2.0.0' }] };
const holds = evaluated('1.0.0');
const outside = evaluated('3.0.0', FIXED);
const someRelease = evaluated('1.0', { ecosystem: 'Debian:12', asked: 'Debian' });
const unreadable = evaluated('not a version', FIXED);

describe('the verdict about a package', () => {
  it.each<[string, string | null, readonly Evaluation[], boolean, boolean, string]>([
    ['a range holds', '1.0.0', holds, true, true, 'affected'],
    ['a range holds, though nobody can vouch for the rest', '1.0.0', holds, false, false, 'affected'],
    ['one of several holds', '1.0.0', [...outside, ...holds], true, true, 'affected'],
    ['no range holds', '3.0.0', outside, true, true, 'not_affected'],
    ['all were surely outside', '3.0.0', [], true, true, 'not_affected'],
    ['no version was given', null, holds, true, true, 'unknown'],
    ['the source is stale, or does not know the package', '3.0.0', outside, true, false, 'unknown'],
    ['nobody has said anything, and nobody can vouch', '3.0.0', [], true, false, 'unknown'],
    ['records were cut off', '3.0.0', outside, false, true, 'unknown'],
    ['only some release is affected', '1.0', someRelease, true, true, 'unknown'],
    ['the version cannot be read', 'not a version', unreadable, true, true, 'unknown'],
    ['one record cannot be evaluated', '3.0.0', [...outside, ...unreadable], true, true, 'unknown'],
  ])('%s', (_name, version, evaluations, complete, vouched, verdict) => {
    expect(packageVerdict({ version, evaluations, complete, vouched })).toBe(verdict);
  });
});
