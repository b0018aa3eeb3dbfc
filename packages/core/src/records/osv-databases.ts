import { parseOsvId } from '../ids/osv.ts';
import type { Subject } from '../ranges/model.ts';
import { list, member, text } from '../ranges/untyped.ts';
import { getSubjectKind, type SubjectKind } from './subject-kind.ts';

/** Databases of those who rebuild the software of others: their versions, words and dates are about their own builds. */
const DISTRIBUTIONS: ReadonlySet<string> = new Set(
  [
    'ALBA ALEA ALPINE ALSA ASB AZL BELL BIT BREW CGA CLEANSTART DEBIAN DHI DLA DSA DTSA ECHO ELA FreeBSD LSN MGASA MINI OESA',
    'openSUSE PHSA PUB RHBA RHEA RHSA RLSA ROOT RXSA SUSE UBUNTU USN',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Whether a record in the OSV format is about rebuilds: it is of such a database; or it names the records of what was rebuilt, and
 * nothing that it is about has versions of its own.
 */
export function isOfRebuild({ key, value }: { readonly key: string; readonly value: unknown }): boolean {
  const namesOrigin = list(member(value, 'upstream')).length > 0;
  return isRebuildRecord({ id: key, namesOrigin, subjects: list(member(value, 'affected')).map(readSubject) });
}

/** Works on the stored form of a record. */
export function isRebuildRecord(record: {
  readonly id: string;
  /** It names the records of what was rebuilt. */
  readonly namesOrigin: boolean;
  readonly subjects: readonly Subject[];
}): boolean {
  const prefix = parseOsvId(record.id)?.prefix;
  if (prefix !== undefined && DISTRIBUTIONS.has(prefix)) return true;
  return record.namesOrigin && record.subjects.every((subject) => isRebuild(getSubjectKind(subject)));
}

/** Whether versions of this kind of subject are those of somebody's own builds. */
export function isRebuild(kind: SubjectKind): boolean {
  return kind === 'build' || kind === 'repackaging';
}

function readSubject(affected: unknown): Subject {
  const named = member(affected, 'package');
  return { ecosystem: text(member(named, 'ecosystem')), vendor: null, name: text(member(named, 'name')) ?? '' };
}
