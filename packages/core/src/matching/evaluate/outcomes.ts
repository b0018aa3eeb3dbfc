import { askPackage } from '../../ranges/ask.ts';
import { eventsOf } from '../../ranges/bound.ts';
import { evaluate } from '../../ranges/evaluate.ts';
import type { Assertion, Claim, Evaluation } from '../../ranges/model.ts';
import { isSpared } from '../../ranges/spared.ts';
import { fixesOf } from '../../records/fixes.ts';
import { isFuzzReport } from '../../records/record-kinds.ts';
import { subjectKindOf } from '../../records/subject-kind.ts';
import { isPrerelease, partsOf } from '../../versions/release-core.ts';
import type { FoundAssertion, MatchQuestion, MeantRecord } from '../facts.ts';
import type { Identity } from '../match.ts';
import { baseOf } from '../resolve/ecosystem-kinds.ts';
import { isOfAnotherSubject } from '../resolve/identity-rules.ts';
import { decidingEntry, isFixedRpm, type RecordOutcome } from './deciding-entry.ts';
import { isEveryVersion, isOpenEnded, type Strength, strengthOf } from './strength.ts';

/** A fuzzer's finding counts once a fix confirms it, and it is never firm. */
function strengthIn(assertion: Assertion, evaluation: Evaluation, identity: Identity): Strength {
  const strength = strengthOf(evaluation, identity);
  if (!isFuzzReport(assertion.record) || strength === 'weak') return strength;
  const { versions, commits } = fixesOf(assertion);
  return versions.length + commits.length > 0 ? 'partial' : 'weak';
}

/** What a record comes to for the version of the question; null only for a record without entries. */
export function outcomeOf(record: MeantRecord, question: MatchQuestion): RecordOutcome | null {
  return decidingEntry(record.map(({ found, identity }) => outcome(found, identity, question)));
}

/** One outcome for each record. */
export function outcomesOf(records: readonly MeantRecord[], question: MatchQuestion): RecordOutcome[] {
  return records.flatMap((record): readonly RecordOutcome[] => {
    const one = outcomeOf(record, question);
    return one === null ? [] : [one];
  });
}

function outcome({ assertion, sha256 }: FoundAssertion, identity: Identity, question: MatchQuestion): RecordOutcome {
  const evaluation = evaluated(assertion, question, identity);
  const { source, id } = assertion.record;
  const excluded = isOutsideEveryRange(evaluation) && assertion.defaultStatus !== 'affected';
  const isOpen = (excluded || evaluation.verdict === 'not_affected') && liesBetweenTheLines(assertion, evaluation);
  // A product that is named as unaffected alone is so in every version, whichever is asked about.
  const isFixed = identity.rule === 'asked_ecosystem' && isFixedRpm(evaluation.proof);
  const isClear = excluded || isFixed || isSpared(assertion);
  const verdict = isOpen ? 'unknown' : isClear ? 'not_affected' : evaluation.verdict;
  const isProven = isFixed || (evaluation.verdict === 'not_affected' && evaluation.confidence !== 'low');
  return {
    source,
    id,
    sha256,
    verdict,
    identity,
    evaluation,
    // Whoever packages it for another collection has not fixed it there, which says nothing of this version.
    strength:
      isOfAnotherSubject(identity) && (isEveryVersion(evaluation.proof) || isOpenEnded(evaluation.proof))
        ? 'weak'
        : strengthIn(assertion, evaluation, identity),
    clears: verdict === 'not_affected' && (excluded || isProven),
    kind: subjectKindOf(assertion.subject, assertion.claims),
    assertion,
  };
}

/** By the ecosystem's own rules; a release that nobody named leaves its mark. */
function evaluated(stated: Assertion, question: MatchQuestion, { rule }: Identity): Evaluation {
  const version = versionInLine(question);
  const assertion: Assertion = contradictsItself(stated) ? { ...stated, defaultStatus: 'unknown' } : stated;
  const { ecosystem, name } = assertion.subject;
  return (ecosystem === null ? undefined : inItsEcosystem(ecosystem)) ?? evaluate(assertion, { version });

  function inItsEcosystem(own: string): Evaluation | undefined {
    if (rule === 'distribution_name') {
      return askPackage([hintOf(assertion)], { ecosystem: baseOf(own), name, version })[0];
    }
    const isNamed = rule === 'asked_ecosystem' && !isOfTheStream(assertion, version);
    return askPackage([assertion], { ecosystem: isNamed ? (question.ecosystem ?? own) : own, name, version })[0];
  }
}

/**
 * The part of a version that the release line in the attribute's name is about: `3.9.1` of `apacheKafka_3_9` at `2.13-3.9.1`, where the
 * first number is that of Scala.
 */
export function versionInLine({ package: attribute, version, ecosystem }: MatchQuestion): string | null {
  const line = ecosystem == null ? LINE.exec(attribute)?.[1]?.replaceAll('_', '.') : undefined;
  if (version === null || line === undefined || isOfLine(version, line)) return version;
  return version.split('-').find((part) => isOfLine(part, line)) ?? version;
}

const LINE = /[^\d_]_(\d{1,4}(?:_\d{1,4}){0,3})$/;

function isOfLine(version: string, line: string): boolean {
  return version === line || version.startsWith(`${line}.`);
}

/**
 * What a distribution's build tells of upstream's versions: the version that it had to patch is affected, later ones may not be. Its
 * epochs and release numbers count builds and are left out.
 */
function hintOf(assertion: Assertion): Assertion {
  const claims = assertion.claims.flatMap((claim): Claim[] => {
    if (claim.type !== 'range') return [];
    const intervals = claim.intervals.map(({ to }) => ({
      from: null,
      to: to === null ? null : { ...to, version: upstreamPart(to.version), inclusive: true },
    }));
    return [{ ...claim, intervals, events: intervals.flatMap(eventsOf) }];
  });
  return { ...assertion, claims };
}

/** Whether a build's own name tells its release: it carries the mark of the stream that the erratum was built for. */
function isOfTheStream({ claims }: Assertion, version: string | null): boolean {
  const stream = version === null ? null : streamOf(version);
  if (stream === null) return false;
  const bounds = claims.flatMap((claim) => (claim.type === 'range' ? claim.events : []));
  return bounds.some((event) => streamOf(event.version) === stream);
}

/** `el8_6` of `2.13.3-3.el8_6.1`; of a module's build all that marks it. */
function streamOf(build: string): string | null {
  const module = build.indexOf('.module');
  if (module !== -1) return build.slice(module);
  return STREAM.exec(build.slice(0, 200))?.[0] ?? null;
}

const STREAM = /el\d{1,2}_\d{1,2}/;

/** `1:3.0.7-28.el9_4` is a build of 3.0.7. */
function upstreamPart(build: string): string {
  const version = build.slice(build.indexOf(':') + 1);
  const release = version.lastIndexOf('-');
  return release > 0 ? version.slice(0, release) : version;
}

/** Whoever gives ranges of what is affected, and says that all else is affected too, has not meant the second. */
function contradictsItself({ defaultStatus, claims }: Assertion): boolean {
  if (defaultStatus !== 'affected' || claims.length === 0) return false;
  return !claims.some(({ status, type }) => status === 'unaffected' && type !== 'list');
}

/**
 * A CVE record that states no default leaves open what lies outside of its ranges. Where it gives bounds and every one of them
 * excludes the version, that is what its author means: the version is past the fix, or before the flaw.
 */
function isOutsideEveryRange({ proof }: Evaluation): boolean {
  if (proof.reason !== 'status_unknown' || proof.bound === null) return false;
  if (proof.bound.type === 'fixed' || proof.bound.type === 'last_affected') return true;
  return proof.range?.events.some(({ type }) => type === 'fixed' || type === 'last_affected') ?? false;
}

/**
 * What a record leaves open though its letter excludes the version: a version among those that it lists one by one, and a
 * pre-release with which one range ends where the next begins with its release.
 */
function liesBetweenTheLines({ claims }: Assertion, { proof }: Evaluation): boolean {
  const version = proof.question.version ?? null;
  if (version === null || proof.reason === 'marked_unaffected') return false;
  const affected = claims.filter(({ status }) => status === 'affected');
  // The events, not the intervals: a fix that a record puts before its beginning ends no interval.
  const bounds = affected.flatMap((claim) =>
    claim.type === 'range' ? claim.events.map((event) => ({ scheme: claim.scheme, ...event })) : [],
  );
  const isEnd = bounds.some(
    ({ scheme, type, version: end }) =>
      (type === 'fixed' || type === 'limit') && end === version && isPrerelease(scheme, version),
  );
  const core = partsOf(version)?.core;
  if (isEnd && bounds.some(({ type, version: begin }) => type === 'introduced' && begin === core)) return true;
  const points = affected.flatMap((claim) => {
    if (claim.type === 'list' && claim.scheme !== null && claim.kind === 'cve') {
      const { scheme, versions } = claim;
      return versions.map((one) => ({ scheme, one }));
    }
    if (claim.type !== 'range') return [null];
    const { scheme } = claim;
    return claim.intervals.map(({ from, to }) =>
      from !== null && from.version === to?.version ? { scheme, one: from.version } : null,
    );
  });
  const listed = points.filter((point) => point !== null && point.scheme.isValid(point.one));
  if (listed.length < 2 || listed.length < points.length) return false;
  const sides = new Set(listed.map((point) => point?.scheme.compare(version, point.one)));
  return sides.has(-1) && sides.has(1);
}
