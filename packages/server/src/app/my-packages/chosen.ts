import { addressProblem, listQuery, maintainerQuery, readPackageList } from '@almanac/core/my-packages';
import { ApiError, invalidParameter } from '../errors.ts';

/** The packages that are meant: a list, or those of a maintainer. */
export type ChosenPackages =
  | { readonly packages: readonly string[]; readonly maintainer: null }
  | { readonly packages: null; readonly maintainer: string };

interface GivenInAddress {
  readonly packages?: string | undefined;
  readonly maintainer?: string | undefined;
}

const LONGER_LISTS = 'For longer lists, use POST /api/v1/my or the URL fragment: /my#packages=…';

/** Reads the query of an address; null where it names nothing. */
export function chosenInAddress({ packages, maintainer }: GivenInAddress): ChosenPackages | null {
  const login = maintainer?.trim() ?? '';
  const entries = readPackageList(packages ?? '');
  if (login !== '' && entries.length > 0) {
    throw invalidParameter('maintainer', 'cannot be combined with packages', 'Use one of the two.');
  }
  if (login !== '') return { packages: null, maintainer: login };
  if (entries.length === 0) return null;
  const problem = addressProblem(entries);
  if (problem !== null) throw invalidParameter('packages', problem, LONGER_LISTS);
  return { packages: entries, maintainer: null };
}

/** The same where one of the two is required. */
export function requiredInAddress(given: GivenInAddress): ChosenPackages {
  const chosen = chosenInAddress(given);
  if (chosen === null)
    throw invalidParameter('packages', 'is required', 'Add names or package URLs, separated by commas.');
  return chosen;
}

/** Reads the body of `POST /my`. */
export function chosenInBody(given: {
  readonly packages?: readonly string[] | undefined;
  readonly maintainer?: string | undefined;
}): ChosenPackages {
  const { packages, maintainer } = given;
  if ((packages === undefined) === (maintainer === undefined)) {
    throw new ApiError('BODY_INVALID', "Expected either 'packages' or 'maintainer'");
  }
  return packages === undefined
    ? { packages: null, maintainer: maintainer ?? '' }
    : { packages: [...new Set(packages)], maintainer: null };
}

/** As the query of an address, in one spelling. */
export function queryOf({ packages, maintainer }: ChosenPackages): string {
  return packages === null ? maintainerQuery(maintainer) : listQuery(packages);
}
