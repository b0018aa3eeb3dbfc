import { generic } from '../versions/generic.ts';
import { affecting, type JudgedVersion } from './facts.ts';

/** Which version to look at next on the way to one that nothing known affects. */
export type NextVersion =
  | { readonly state: 'clear' }
  /** The fixes of everything that affects the version lead here. */
  | { readonly state: 'try'; readonly version: string }
  | { readonly state: 'none' };

/** What has no fix is not cleared by any version, and a fix below the version is one of another line. */
export function nextVersion(judged: JudgedVersion): NextVersion {
  const fixes = affecting(judged).map(({ fixedIn }) => fixedIn);
  if (fixes.length === 0) return judged.complete ? { state: 'clear' } : { state: 'none' };
  const highest = fixes
    .filter((fix) => fix !== null)
    .toSorted((a, b) => generic.compare(b, a))
    .at(0);
  const leads = highest !== undefined && !fixes.includes(null) && generic.compare(highest, judged.version) > 0;
  return leads ? { state: 'try', version: highest } : { state: 'none' };
}
