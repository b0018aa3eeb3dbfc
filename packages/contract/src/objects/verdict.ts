import * as z from 'zod';

/**
 * `not_affected`: a record about the package excludes the version, and none applies or is undecided. `none_known`: we
 * know the name that records would use, and every required source is up to date and has no record of it. Everything
 * else that is not `affected` is `unknown`; `unknownReasons` says why.
 */
export const Verdict = z.enum(['affected', 'not_affected', 'none_known', 'unknown']).meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof Verdict>;

/** The list is closed. */
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

/** The lookups behind the verdict `none_known`. */
export const LookedUp = z
  .object({
    ecosystem: z.string().nullable().describe('The OSV ecosystem name with the release; null for nixpkgs.'),
    name: z.string().describe('The name that records would use. For distributions, usually the source package.'),
    vulnerability: z.string().nullable().describe('The requested vulnerability; null for all.'),
    sources: z.array(z.string()).describe('Up-to-date sources without a record of the name.'),
  })
  .meta({ id: 'LookedUp' });
export type LookedUp = z.infer<typeof LookedUp>;

/** Each endpoint defines the members. */
export const Proof = z.looseObject({}).describe('The source, record, range and comparator behind the statement.');
export type Proof = z.infer<typeof Proof>;

/** Envelope members of every response about a package, with `coverage` and `asOf`. */
export const PackageVerdict = z.object({
  verdict: Verdict.optional(),
  unknownReasons: z.array(UnknownReason).optional().describe('Empty unless the verdict is `unknown`.'),
});
export type PackageVerdict = z.infer<typeof PackageVerdict>;
