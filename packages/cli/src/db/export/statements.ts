import type { FoundAssertion } from '@almanac/core/matching';
import { type Claim, intervalExpression, rangeExpression } from '@almanac/core/ranges';
import type { RowOf } from './tables.ts';

type StatementColumns = Omit<RowOf<'product'>, 'statement' | 'ecosystem' | 'vendor' | 'name'>;

export function statementColumns({ assertion, sha256 }: FoundAssertion, vulnerability: string): StatementColumns {
  const { record, withdrawn, defaultStatus, claims } = assertion;
  return {
    source: record.source,
    record: record.id,
    vulnerability,
    sha256,
    said_by: record.by ?? null,
    withdrawn,
    default_status: defaultStatus,
    range: rangeExpression(claims),
  };
}

/** Keeps the order: the first claim that covers a version decides. */
export function claimRows(claims: readonly Claim[]): Omit<RowOf<'claim'>, 'statement'>[] {
  return claims.map((claim, position) => {
    const { status, kind, caveats, conditions } = claim;
    return { position, status, kind, ...NOTHING_SAID, ...saidBy(claim), caveats, conditions };
  });
}

const NOTHING_SAID = { version_order: null, range: null, events: null, versions: null, text: null, doubt: null };

function saidBy(claim: Claim): Partial<RowOf<'claim'>> {
  if (claim.type === 'opaque') return { text: claim.text, doubt: claim.doubt };
  if (claim.type === 'list') return { version_order: claim.scheme?.id ?? null, versions: claim.versions };
  const events = eventsOf(claim);
  if (claim.type === 'git') return { events };
  const range = claim.intervals.map(intervalExpression).join(' || ');
  return { version_order: claim.scheme.id, range, events };
}

function eventsOf({ events }: Extract<Claim, { type: 'range' | 'git' }>): object[] {
  return events.map(({ type, version }) => ({ [type]: version }));
}
