import { collectionOf, type PackageState, type PackageStory } from '../world/collection.ts';
import { FAMOUS_PACKAGES, type FamousPackageRow } from './packages.ts';
import { REPAIRS, type Repair } from './repairs.ts';

/** The real packages had these versions then. */
const VERSIONS_OF = { on: '2025-09-28' };

/** Real packages and versions, changed later by invented fixes. */
export const famousCollection = collectionOf(FAMOUS_PACKAGES.map(storyOf));

/** `python313Packages.django_5_1` → `django` */
export function pnameOf(attribute: string): string {
  const parts = attribute.slice(attribute.lastIndexOf('.') + 1).split('_');
  const last = parts.findLastIndex((part, i) => i === 0 || !/^\d+$/.test(part));
  return parts.slice(0, last + 1).join('_');
}

function storyOf({ attribute, version, home, file, keeper, description }: FamousPackageRow): PackageStory {
  const set: PackageState = {
    version,
    description,
    pname: pnameOf(attribute),
    ...(home === '-' ? {} : { homepage: home }),
    license: 'unknown',
    maintainers: [{ name: keeper, github: keeper }],
    position: file,
  };
  const repairs = REPAIRS.filter((repair) => repair.attribute === attribute);
  return { attribute, story: [{ at: VERSIONS_OF, set }, ...repairs.flatMap(stepsOf)] };
}

/** The merge, and the backport if there is one. */
function stepsOf({ to, patch, pull, backported }: Repair): PackageStory['story'] {
  const set: PackageState = {
    ...(to === undefined ? {} : { version: to }),
    ...(patch === undefined ? {} : { patches: [patch] }),
  };
  if (pull?.merged === undefined || Object.keys(set).length === 0) return [];
  const { merged, base = 'master' } = pull;
  return [
    { at: merged, base, set },
    ...(backported === undefined ? [] : [{ at: backported, base: 'release-26.05', set } as const]),
  ];
}
