import type { Assertion, Bound, Claim, Interval, RangeEvent } from './model.ts';
import { schemeById } from './scheme-by-id.ts';

/** An assertion without what its row says in columns: record, package and whether it is withdrawn. */
export interface PackedAssertion {
  /** The default status, where it is not `unaffected`. */
  readonly o?: Assertion['defaultStatus'];
  /** Who says so within the record. */
  readonly b?: string;
  /** Vendor and name as the record writes them, where that differs from how they are compared. */
  readonly v?: string | null;
  readonly n?: string;
  readonly c: readonly PackedClaim[];
}

interface PackedClaim {
  /** The status, where it is not `affected`. */
  readonly s?: Claim['status'];
  readonly k: Claim['kind'];
  readonly w?: Claim['caveats'];
  readonly p?: Claim['conditions'];
  /** The scheme that compares. */
  readonly o?: string;
  /** Of a range and of commits: `i1.0`, `f2.0`. */
  readonly e?: readonly string[];
  /** Of a range whose intervals are not the events themselves: `[1.0`, `(1.0`, `*8.1.*`, or null for no bound. */
  readonly i?: readonly (readonly [string | null, string | null])[];
  /** Of a list. */
  readonly v?: readonly string[];
  /** Of what cannot be evaluated. */
  readonly t?: string;
  readonly d?: Extract<Claim, { type: 'opaque' }>['doubt'];
}

/** The names under which the assertion's subject is filed. */
export interface FiledAs {
  readonly vendor: string | null;
  readonly name: string;
}

/** An assertion as the text of a row: short, and rebuilt to the letter by `unpackAssertion`. */
export function packAssertion(assertion: Assertion, filedAs: FiledAs): string {
  return JSON.stringify(packedAssertion(assertion, filedAs));
}

/** The same as a value. */
export function packedAssertion(assertion: Assertion, filedAs: FiledAs): PackedAssertion {
  const { subject, defaultStatus, record } = assertion;
  return {
    ...(defaultStatus === 'unaffected' ? {} : { o: defaultStatus }),
    ...(record.by === undefined ? {} : { b: record.by }),
    ...(subject.vendor === filedAs.vendor ? {} : { v: subject.vendor }),
    ...(subject.name === filedAs.name ? {} : { n: subject.name }),
    c: assertion.claims.map(packClaim),
  };
}

/** What stands beside the text in the row and in the row of its package. */
export interface AffectedFacts extends FiledAs {
  readonly source: string;
  readonly recordKey: string;
  readonly ecosystem: string | null;
  readonly release: string | null;
  readonly withdrawn: boolean;
}

/** The assertion that a row was made from. */
export function unpackAssertion(text: string, facts: AffectedFacts): Assertion {
  return unpackedAssertion(JSON.parse(text) as PackedAssertion, facts);
}

/** The same of a value. */
export function unpackedAssertion(packed: PackedAssertion, facts: AffectedFacts): Assertion {
  const ecosystem = facts.release === null ? facts.ecosystem : `${facts.ecosystem}:${facts.release}`;
  return {
    record: { source: facts.source, id: facts.recordKey, ...(packed.b === undefined ? {} : { by: packed.b }) },
    subject: {
      ecosystem,
      vendor: packed.v === undefined ? facts.vendor : packed.v,
      name: packed.n ?? facts.name,
    },
    claims: packed.c.map((claim) => unpackClaim(claim, ecosystem)),
    defaultStatus: packed.o ?? 'unaffected',
    withdrawn: facts.withdrawn,
  };
}

function packClaim(claim: Claim): PackedClaim {
  const base: PackedClaim = {
    ...(claim.status === 'affected' ? {} : { s: claim.status }),
    k: claim.kind,
    ...(claim.caveats.length === 0 ? {} : { w: claim.caveats }),
    ...(claim.conditions.length === 0 ? {} : { p: claim.conditions }),
  };
  if (claim.type === 'opaque') return { ...base, t: claim.text.slice(0, MAX_OPAQUE), d: claim.doubt };
  if (claim.type === 'list') {
    return { ...base, ...(claim.scheme === null ? {} : { o: claim.scheme.id }), v: claim.versions };
  }
  const events = claim.events.map(packEvent);
  if (claim.type === 'git') return { ...base, e: events };
  const packed = { ...base, o: claim.scheme.id, e: events };
  if (isPlain(claim.events, claim.intervals)) return packed;
  return { ...packed, i: claim.intervals.map(({ from, to }) => [packBound(from), packBound(to)]) };
}

/** Free text in place of a version runs to thousands of characters; it is shown, never evaluated. */
const MAX_OPAQUE = 300;

function unpackClaim(packed: PackedClaim, ecosystem: string | null): Claim {
  const base = { status: packed.s ?? 'affected', kind: packed.k, caveats: packed.w ?? [], conditions: packed.p ?? [] };
  if (packed.d !== undefined) return { ...base, type: 'opaque', text: packed.t ?? '', doubt: packed.d };
  const scheme = packed.o === undefined ? null : schemeById(packed.o, ecosystem);
  // A row of another release of the code, with an order that this one does not have: never a guess.
  if (packed.o !== undefined && scheme === null) {
    return { ...base, type: 'opaque', text: `versions ordered by ${packed.o}`, doubt: 'scheme_unknown' };
  }
  if (packed.v !== undefined) return { ...base, type: 'list', scheme, versions: packed.v };
  const events = (packed.e ?? []).map(unpackEvent);
  if (scheme === null) return { ...base, type: 'git', events };
  const intervals = packed.i?.map(([from, to]) => ({ from: unpackBound(from), to: unpackBound(to) }));
  return { ...base, type: 'range', scheme, events, intervals: intervals ?? plainIntervals(events) };
}

const LETTERS: Readonly<Record<RangeEvent['type'], string>> = {
  introduced: 'i',
  after: 'a',
  fixed: 'f',
  last_affected: 'l',
  limit: 'm',
};
const TYPES: ReadonlyMap<string, RangeEvent['type']> = new Map(
  Object.entries(LETTERS).map(([type, letter]) => [letter, type as RangeEvent['type']]),
);

function packEvent({ type, version }: RangeEvent): string {
  return `${LETTERS[type]}${version}`;
}

function unpackEvent(packed: string): RangeEvent {
  return { type: TYPES.get(packed.charAt(0)) ?? 'limit', version: packed.slice(1) };
}

function packBound(bound: Bound | null): string | null {
  if (bound === null) return null;
  return `${bound.line ? '*' : bound.inclusive ? '[' : '('}${bound.version}`;
}

function unpackBound(packed: string | null): Bound | null {
  if (packed === null) return null;
  const mark = packed.charAt(0);
  return { version: packed.slice(1), inclusive: mark !== '(', line: mark === '*' };
}

/** Nine ranges in ten are one start and at most one end: then the events say it all. */
function isPlain(events: readonly RangeEvent[], intervals: readonly Interval[]): boolean {
  return JSON.stringify(plainIntervals(events)) === JSON.stringify(intervals);
}

function plainIntervals(events: readonly RangeEvent[]): Interval[] {
  const [start, end] = events;
  if (events.length > 2 || (start?.type !== 'introduced' && start?.type !== 'after')) return [];
  const isOpen = start.type === 'introduced' && start.version === '0';
  const from = isOpen ? null : { version: start.version, inclusive: start.type === 'introduced', line: false };
  if (end === undefined) return [{ from, to: null }];
  if (end.type !== 'fixed' && end.type !== 'last_affected') return [];
  return [{ from, to: { version: end.version, inclusive: end.type === 'last_affected', line: false } }];
}
