import { claimOfEvents, frame, opaque } from './claims.ts';
import { orderFor } from './ecosystem-order.ts';
import { withLastKnown } from './last-known.ts';
import { coversAll } from './membership.ts';
import type { Assertion, Claim, RangeEvent, Reading, RecordRef, Subject } from './model.ts';
import { list, member, text } from './untyped.ts';

/** Reads the affected packages of an OSV record (schema 1.x); drops what has the wrong type and keeps the rest. */
export function readOsv(record: unknown, source = 'osv'): Reading {
  const ref: RecordRef = { source, id: text(member(record, 'id')) ?? '' };
  const withdrawn = text(member(record, 'withdrawn')) !== null;
  const published = text(member(record, 'published'));
  const dropped: string[] = [];
  const assertions: Assertion[] = [];
  for (const affected of list(member(record, 'affected'))) {
    if (typeof affected !== 'object' || affected === null) {
      dropped.push('affected is no object');
      continue;
    }
    const claims = claimsOf(affected, dropped);
    const assertion = {
      record: ref,
      subject: subjectOf(affected),
      claims,
      defaultStatus: 'unaffected',
      withdrawn,
    } as const;
    assertions.push(published === null ? assertion : { ...assertion, published });
  }
  return { assertions, dropped };
}

function subjectOf(affected: object): Subject {
  const named = member(affected, 'package');
  return { ecosystem: text(member(named, 'ecosystem')), vendor: null, name: text(member(named, 'name')) ?? '' };
}

/** The enumerated versions first: a version that is listed needs no range, and proves more. */
function claimsOf(affected: object, dropped: string[]): Claim[] {
  const ecosystem = text(member(member(affected, 'package'), 'ecosystem'));
  const written = list(member(affected, 'versions'));
  const versions = written.filter((version) => typeof version === 'string');
  const ranges = list(member(affected, 'ranges')).flatMap((range) => rangeClaims(range, ecosystem, dropped));
  const onlyGit = ranges.length > 0 && ranges.every((claim) => claim.type === 'git');

  const claims: Claim[] = [];
  if (versions.length > 0) {
    const scheme = onlyGit ? null : orderFor(ecosystem, versions);
    claims.push({ ...frame(onlyGit ? 'git' : 'ecosystem'), type: 'list', scheme, versions });
  }
  const lastKnown = text(member(member(affected, 'database_specific'), 'last_known_affected_version_range'));
  for (const claim of ranges) {
    const bounded = lastKnown === null ? claim : withLastKnown(claim, lastKnown);
    // Listing versions one by one and affecting all of them contradict each other (ossf/malicious-packages#1254).
    const conflict = versions.length > 0 && coversAll(bounded);
    claims.push(conflict ? { ...bounded, caveats: [...bounded.caveats, 'open_range_beside_versions'] } : bounded);
  }
  if (
    versions.length < written.length ||
    !isListOrAbsent(affected, 'versions') ||
    !isListOrAbsent(affected, 'ranges')
  ) {
    dropped.push('versions or ranges of the wrong type');
    claims.push(opaque(frame('ecosystem'), '', 'malformed'));
  }
  return claims;
}

function rangeClaims(range: unknown, ecosystem: string | null, dropped: string[]): Claim[] {
  const type = text(member(range, 'type'));
  const kind = type === 'GIT' ? 'git' : type === 'SEMVER' ? 'semver' : 'ecosystem';
  const { events, lost } = eventsOf(member(range, 'events'));
  // What was lost might have begun another interval: the rest of the range alone must not read as clean.
  const rest: Claim[] = lost ? [opaque(frame(kind), spelt(events), 'malformed')] : [];
  if (lost) dropped.push('event without a readable key');
  if (type !== 'GIT' && type !== 'SEMVER' && type !== 'ECOSYSTEM') {
    dropped.push('range of an unknown type');
    return [opaque(frame(kind), spelt(events), 'malformed')];
  }
  if (events.length === 0) return rest;
  if (!events.some((event) => event.type === 'introduced')) {
    dropped.push('range without introduced');
    return [opaque(frame(kind), spelt(events), 'malformed')];
  }
  if (type === 'GIT') return [{ ...frame(kind), type: 'git', events }, ...rest];
  const bounds = events.map(({ version }) => version);
  const scheme = orderFor(ecosystem, bounds, type === 'SEMVER');
  if (scheme === null) return [opaque(frame(kind), spelt(events), 'scheme_unknown')];
  return [claimOfEvents(frame(kind), scheme, events), ...rest];
}

/** One key an event object, says the schema; where there are more, each is an event. */
function eventsOf(value: unknown): { events: RangeEvent[]; lost: boolean } {
  const events: RangeEvent[] = [];
  let lost = value !== undefined && value !== null && !Array.isArray(value);
  for (const event of list(value)) {
    const before = events.length;
    for (const type of ['introduced', 'fixed', 'last_affected', 'limit'] as const) {
      const version = text(member(event, type));
      if (version !== null) events.push({ type, version });
    }
    if (events.length === before) lost = true;
  }
  return { events, lost };
}

function isListOrAbsent(affected: object, key: string): boolean {
  const value = member(affected, key);
  return value === undefined || value === null || Array.isArray(value);
}

function spelt(events: readonly RangeEvent[]): string {
  return events.map((event) => `${event.type} ${event.version}`).join(', ');
}
