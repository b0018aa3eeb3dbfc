/** A pull request that was merged. */
export interface MergedPull {
  /** The branch that it was merged to. */
  readonly base: string;
  readonly mergedAt: Date;
}

/** The channels that follow the development branch. */
export const ROLLING_CHANNELS = ['nixos-unstable-small', 'nixpkgs-unstable', 'nixos-unstable'] as const;

const DAY = 86_400_000;
/** Releases branch off towards the end of May and of November, and are looked after for a bit longer than half a year. */
const RELEASE_MONTHS = [5, 11];
const RELEASE_AGE_MS = 400 * DAY;

/**
 * Where it is asked whether a merged pull request has arrived, in the order in which it may. The branch that it was merged to is
 * not among them: there it is. `master` means that the channels beyond are asked only once it is there.
 */
export function branchesBeyond({ base, mergedAt }: MergedPull, now: Date): string[] {
  const [, staging = '', release] = /^(staging-|staging-next-|release-)(\d\d\.\d\d)$/.exec(base) ?? [];
  if (release !== undefined) {
    return [...(staging === 'release-' ? [] : [`release-${release}`]), `nixos-${release}`];
  }
  // Releases that branched off after it was merged have it as well.
  const releases = releasesSince(mergedAt, now).map((name) => `nixos-${name}`);
  return [...(base === 'master' ? [] : ['master']), ...ROLLING_CHANNELS, ...releases];
}

/** The branch that has to have it before those after it can. */
export function findGate(branches: readonly string[]): string | null {
  const [first = ''] = branches;
  return first === 'master' || first.startsWith('release-') ? first : null;
}

/** Releases that had not branched off at that time and are not out of date now: `26.05`. */
export function releasesSince(instant: Date, now: Date): string[] {
  const names: string[] = [];
  const oldest = Math.max(instant.getTime(), now.getTime() - RELEASE_AGE_MS);
  for (let year = new Date(oldest).getUTCFullYear(); year <= now.getUTCFullYear(); year += 1) {
    for (const month of RELEASE_MONTHS) {
      // Until the last day of the month, to be on the safe side; and it has to have begun.
      const [begins, ends] = [Date.UTC(year, month - 1, 15), Date.UTC(year, month, 1)];
      if (ends > oldest && begins <= now.getTime()) names.push(formatName(year, month));
    }
  }
  return names;
}

function formatName(year: number, month: number): string {
  return `${String(year % 100).padStart(2, '0')}.${String(month).padStart(2, '0')}`;
}

const EAGER_MS = 45 * DAY;
const PATIENT_MS = 200 * DAY;

/**
 * When to ask again whether a pull request has arrived, after a no; null: never. A fix takes hours to weeks, by way of staging
 * more; what has not come after half a year does not come any more, and a release takes nothing in after it branched off.
 */
export function askAgainAt({ base, mergedAt }: MergedPull, branch: string, asked: Date): Date | null {
  const isLateForRelease = /^nixos-\d\d\.\d\d$/.test(branch) && !/\d\d\.\d\d$/.test(base);
  const age = asked.getTime() - mergedAt.getTime();
  if (isLateForRelease && age > EAGER_MS) return null;
  if (age < EAGER_MS) return asked;
  return age < PATIENT_MS ? new Date(asked.getTime() + DAY) : null;
}

const CONTAINED: ReadonlyMap<string, boolean> = new Map([
  ['behind', true],
  ['identical', true],
  ['ahead', false],
  ['diverged', false],
]);

/**
 * Reports whether a branch contains a commit, by GitHub's comparison `<branch>...<commit>`. Returns null for a status that is not
 * known. The other way round GitHub would list all commits of the branch since.
 */
export function isContained(status: string): boolean | null {
  return CONTAINED.get(status) ?? null;
}
