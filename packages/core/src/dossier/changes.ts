import { member, text } from '../ranges/untyped.ts';
import type { RecordDocument, VulnerabilityRecord } from '../records/model.ts';
import { RECORD_SOURCES } from '../records/model.ts';
import { readVulnerabilityRecord } from '../records/read-record.ts';
import { readNumber } from '../records/text.ts';
import { reconcileSeverity } from '../scores/severity.ts';
import { affectedPackages } from './affected-packages.ts';
import { differingLists, differingTexts } from './change-values.ts';
import type { RecordSource } from './facts.ts';
import { packageClaims } from './package-claims.ts';

/** What a change is about; the stable words of the interface. */
export const CHANGE_KINDS = [
  'first_seen',
  'severity',
  'ssvc',
  'description',
  'affected',
  'references',
  'weaknesses',
  'state',
  'kev_added',
  'kev_removed',
  'epss_moved',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One change. Of lists, `from` has what went and `to` what came; of long texts, both begin shortly before they part. */
export interface Change {
  readonly field: string;
  readonly from: ChangeValue;
  readonly to: ChangeValue;
  readonly kind: ChangeKind;
}
export type ChangeValue = string | number | readonly string[] | null;

/** A score that moved by less is a day like any other. */
export const EPSS_MOVED_BY = 0.05;

/** A version of a record; null where the source had none, or no longer has it. */
export interface ChangeSide {
  readonly value: unknown;
  readonly withdrawn?: boolean;
}

/** What changed between two versions of one record, in a fixed order. No change of content that anyone reads gives none. */
export function changesBetween(
  source: RecordSource | 'kev' | 'epss',
  key: string,
  from: ChangeSide | null,
  to: ChangeSide | null,
): Change[] {
  if (from === null && to === null) return [];
  if (source === 'kev') return kevChanges(from?.value, to?.value);
  if (source === 'epss') return epssChanges(from?.value, to?.value);
  if (from === null) return [{ field: 'record', from: null, to: key, kind: 'first_seen' }];
  if (to === null) return [{ field: 'state', from: 'listed', to: 'removed', kind: 'state' }];
  return recordChanges({ source, key, ...from }, { source, key, ...to });
}

/** The sources whose versions can be compared. */
export const CHANGE_SOURCES = [...RECORD_SOURCES, 'kev', 'epss'] as const;

function recordChanges(before: RecordDocument, after: RecordDocument): Change[] {
  const [old, now] = [readVulnerabilityRecord(before), readVulnerabilityRecord(after)];
  return [
    ...changed('state', 'state', old.state, now.state),
    ...changedTexts('title', old.title, now.title),
    ...changedTexts('description', proseOf(old), proseOf(now)),
    ...changedLists('severity', 'severity', severitiesOf(old), severitiesOf(now)),
    ...changed('ssvc.exploitation', 'ssvc', old.ssvc?.exploitation ?? null, now.ssvc?.exploitation ?? null),
    ...changedLists('cwes', 'weaknesses', cwesOf(old), cwesOf(now)),
    ...changedLists('affected', 'affected', affectedOf(old), affectedOf(now)),
    ...changedLists('references', 'references', linksOf(old), linksOf(now)),
    ...changedLists('tags', 'state', old.tags, now.tags),
  ];
}

function changed(field: string, kind: ChangeKind, from: ChangeValue, to: ChangeValue): Change[] {
  return from === to ? [] : [{ field, from, to, kind }];
}

function changedTexts(field: string, from: string | null, to: string | null): Change[] {
  return from === to ? [] : [{ field, ...differingTexts(from, to), kind: 'description' }];
}

function changedLists(field: string, kind: ChangeKind, from: readonly string[], to: readonly string[]): Change[] {
  const differing = differingLists(from, to);
  return differing === null ? [] : [{ field, ...differing, kind }];
}

function severitiesOf({ severities }: VulnerabilityRecord): string[] {
  return reconcileSeverity(severities).values.map(({ origin, rating, score, vector }) => {
    const by = origin === 'cna' || origin === 'adp' ? `${origin}: ` : '';
    return [`${by}${rating}`, score?.toFixed(1), vector].filter((part) => part != null).join(' ');
  });
}

function proseOf({ description, rejectedReason }: VulnerabilityRecord): string | null {
  return description ?? rejectedReason;
}

function cwesOf({ weaknesses }: VulnerabilityRecord): string[] {
  return weaknesses.flatMap(({ cwes }) => cwes);
}

function linksOf({ references }: VulnerabilityRecord): string[] {
  return references.map(({ url }) => url);
}

/** Each statement about versions as a line, so that a change of one of a thousand is one line. */
function affectedOf(record: VulnerabilityRecord): string[] {
  return affectedPackages(packageClaims(record)).packages.flatMap(
    ({ ecosystem, vendor, name, ranges, fixedIn, otherwise }) => {
      const subject = [ecosystem ?? vendor, name].filter((part) => part !== null).join('/');
      const stated = ranges.map(({ status, words }) => `${subject} ${status}: ${words}`);
      const fixes = fixedIn.map((version) => `${subject} fixed in ${version}`);
      return stated.concat(fixes, otherwise === 'affected' ? [`${subject} affected: otherwise`] : []);
    },
  );
}

const KEV_FIELDS = [
  ['dueDate', 'state'],
  ['knownRansomwareCampaignUse', 'state'],
  ['requiredAction', 'description'],
  ['vulnerabilityName', 'description'],
  ['shortDescription', 'description'],
  ['vendorProject', 'affected'],
  ['product', 'affected'],
] as const;

function kevChanges(from: unknown, to: unknown): Change[] {
  if (from === undefined) return [{ field: 'kev', from: null, to: text(member(to, 'dateAdded')), kind: 'kev_added' }];
  if (to === undefined) return [{ field: 'kev', from: text(member(from, 'dateAdded')), to: null, kind: 'kev_removed' }];
  return KEV_FIELDS.flatMap(([field, kind]) => {
    const [old, now] = [text(member(from, field)), text(member(to, field))];
    return old === now ? [] : [{ field, ...differingTexts(old, now), kind }];
  });
}

function epssChanges(from: unknown, to: unknown): Change[] {
  const [old, now] = [readNumber(member(from, 'epss')), readNumber(member(to, 'epss'))];
  if (old === null && now === null) return [];
  if (old === null) return [{ field: 'epss', from: null, to: now, kind: 'first_seen' }];
  if (now !== null && Math.abs(now - old) < EPSS_MOVED_BY - 1e-9) return [];
  return [{ field: 'epss', from: old, to: now, kind: 'epss_moved' }];
}
