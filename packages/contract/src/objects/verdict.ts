import * as z from 'zod';

/**
 * What an answer about a package comes to. `not_affected`: a record about the package clears the version, and none applies or is
 * undecided. `none_known`: the name that records would use is known, and every required source is up to date and has no record
 * of it. All else that is not `affected` is `unknown`, for the reasons in `unknownReasons`.
 */
export const Verdict = z.enum(['affected', 'not_affected', 'none_known', 'unknown']).meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof Verdict>;

/** Why a verdict is `unknown`; the list is closed. */
export const UnknownReason = z
  .enum([
    'version_missing',
    'release_unknown',
    'source_package_unknown',
    'built_package_unknown',
    'repository_kind_unknown',
    'name_incomplete',
    'version_unreadable',
    'range_unreadable',
    'source_stale',
    'not_covered',
    'package_unknown',
    'possible_match',
    'limit_reached',
  ])
  .meta({ id: 'UnknownReason' });
export type UnknownReason = z.infer<typeof UnknownReason>;

/** Says what was looked up before an answer said `none_known`. */
export const LookedUp = z
  .object({
    ecosystem: z.string().nullable().describe('As OSV writes it, with the release; null: the package collection.'),
    name: z.string().describe('As records would name it; of a distribution, mostly the source package.'),
    vulnerability: z.string().nullable().describe('The one that was asked about; null: all.'),
    sources: z.array(z.string()).describe('Sources that are up to date and have no record of the name.'),
  })
  .meta({ id: 'LookedUp' });
export type LookedUp = z.infer<typeof LookedUp>;

/** Why a match, a score or a prediction says what it says. The members are settled by the endpoint that gives it. */
export const Proof = z.looseObject({}).describe('Source, record, range and comparator that led to the statement.');
export type Proof = z.infer<typeof Proof>;

/** Beside `data` of an answer about a package, with `coverage` and `asOf`. */
export const PackageVerdict = z.object({
  verdict: Verdict.optional(),
  unknownReasons: z.array(UnknownReason).optional().describe('Empty unless the verdict is `unknown`.'),
});
export type PackageVerdict = z.infer<typeof PackageVerdict>;
