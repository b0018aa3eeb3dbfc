import { z } from 'zod';

/**
 * What an answer about a package comes to. `not_affected` needs a version, a source in state `ok` that covers the
 * ecosystem and knows the package, and every record evaluated; all else that is not `affected` is `unknown`.
 */
export const Verdict = z.enum(['affected', 'not_affected', 'unknown']).meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof Verdict>;

/** Why a match, a score or a prediction says what it says. The members are settled by the endpoint that gives it. */
export const Proof = z.looseObject({}).describe('Source, record, range and comparator that led to the statement.');
export type Proof = z.infer<typeof Proof>;

/** Beside `data` of an answer about a package, with `coverage` and `asOf`. */
export const PackageVerdict = z.object({ verdict: Verdict.optional() });
export type PackageVerdict = z.infer<typeof PackageVerdict>;
