import { describe, expect, it } from 'vitest';
import { formatChange, formatChangeKind } from './change-words.ts';
import type { Change } from './changes.ts';

describe('formatChange', () => {
  it.each<[Omit<Change, 'field'>, string]>([
    [{ kind: 'first_seen', from: null, to: 'CVE-2099-0001' }, 'new'],
    [
      { kind: 'severity', from: ['cna: high 8.1'], to: ['cna: critical 9.8'] },
      'severity changed: cna: high 8.1 → cna: critical 9.8',
    ],
    [{ kind: 'severity', from: [], to: ['adp: critical 10.0'] }, 'severity changed: added adp: critical 10.0'],
    [{ kind: 'weaknesses', from: ['CWE-20', 'CWE-22'], to: [] }, 'weakness changed: removed CWE-20; CWE-22'],
    [{ kind: 'ssvc', from: null, to: 'active' }, 'exploitation status changed (SSVC): not stated → active'],
    [{ kind: 'state', from: '2099-01-26', to: '2099-02-26' }, 'state changed: 2099-01-26 → 2099-02-26'],
    [{ kind: 'kev_added', from: null, to: '2099-01-05' }, 'now known to be exploited: listed since 2099-01-05'],
    [
      { kind: 'kev_removed', from: '2099-01-05', to: null },
      'no longer listed as exploited: was listed since 2099-01-05',
    ],
    [{ kind: 'epss_moved', from: 0.1, to: 0.44 }, 'probability of exploitation changed: 10 % → 44 %'],
    [{ kind: 'epss_moved', from: 0.1, to: null }, 'probability of exploitation changed: 10 % → not stated'],
  ])('%j → %s', (change, line) => {
    expect(formatChange(change)).toBe(line);
  });

  it('is a line of at most 300 characters', () => {
    const texts = { kind: 'description', from: 'a'.repeat(300), to: 'b'.repeat(300) } as const;

    expect(formatChange(texts)).toHaveLength(300);
  });
});

it.each(['kind_of_tomorrow', 'constructor'])('leaves the unknown kind %s as it is', (kind) => {
  expect(formatChangeKind(kind)).toBe(kind);
});
