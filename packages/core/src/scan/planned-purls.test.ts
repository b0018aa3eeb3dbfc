import { expect, it } from 'vitest';
import { plannedPurls } from './planned-purls.ts';

const row = (
  ask: string | null,
  verdict: 'affected' | 'not_affected' = 'affected',
  findings: readonly never[] = [],
) => ({
  ask,
  outcome: { verdict, findings },
});

it('a plan is asked for what is affected, each once, and no more than the service takes', () => {
  const npm = Array.from({ length: 1_100 }, (_, i) => row(`pkg:npm/p${i}@1`));
  const nix = Array.from({ length: 50 }, (_, i) => row(`pkg:nix/p${i}@1`));

  expect(plannedPurls([...npm, ...npm])).toMatchObject({ purls: { length: 1_000 }, left: 100 });
  expect(plannedPurls([...nix, ...nix])).toMatchObject({ purls: { length: 40 }, left: 10 });
  expect(plannedPurls([row(null), row('pkg:npm/clean@1', 'not_affected')])).toEqual({ purls: [], left: 0 });
});
