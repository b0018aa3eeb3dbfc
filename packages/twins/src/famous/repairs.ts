import type { Branch } from '../world/commits.ts';
import type { When } from '../world/when.ts';

/** How the collection deals with a vulnerability: an issue, the pull request that repairs it, and when it lands. All of it is made up. */
export interface Repair {
  /** Of the issue; its pull requests have the next ones. Far beyond any number that the real tracker has given. */
  readonly number: number;
  readonly attribute: string;
  readonly cve: string;
  readonly opened: When;
  /** The version that the pull request moves to; without one it carries a patch. */
  readonly to?: string;
  readonly patch?: string;
  readonly pull?: { readonly opened: When; readonly merged?: When; readonly base?: Branch };
  /** When it was brought to the release. */
  readonly backported?: When;
  readonly closed?: When;
  readonly reason?: 'completed' | 'not_planned';
}

/** What is under way; dates count from the day on which the demo starts. */
const CURRENT: readonly Repair[] = [
  // Fixed everywhere.
  {
    number: 990_400,
    attribute: 'redis',
    cve: 'CVE-2025-49844',
    opened: { daysAgo: 66 },
    to: '8.0.4',
    pull: { opened: { daysAgo: 65 }, merged: { daysAgo: 62, hour: 14 } },
    backported: { daysAgo: 60 },
    closed: { daysAgo: 60 },
  },
  // Fixed on master alone.
  {
    number: 990_410,
    attribute: 'valkey',
    cve: 'CVE-2025-49844',
    opened: { daysAgo: 66, hour: 11 },
    to: '8.1.4',
    pull: { opened: { daysAgo: 12 }, merged: { daysAgo: 9, hour: 16 } },
  },
  // Exploited, and nobody has merged the fix.
  {
    number: 990_420,
    attribute: 'mongodb-ce',
    cve: 'CVE-2025-14847',
    opened: { daysAgo: 24 },
    to: '8.0.17',
    pull: { opened: { daysAgo: 5 } },
  },
  // The fix waits in staging.
  {
    number: 990_430,
    attribute: 'nginx',
    cve: 'CVE-2026-42945',
    opened: { daysAgo: 15 },
    to: '1.30.1',
    pull: { opened: { daysAgo: 6 }, merged: { daysAgo: 3 }, base: 'staging' },
  },
  // Merged within a day.
  {
    number: 990_440,
    attribute: 'drupal',
    cve: 'CVE-2026-9082',
    opened: { daysAgo: 8 },
    to: '11.2.12',
    pull: { opened: { daysAgo: 1 }, merged: { hoursAgo: -20 } },
  },
  // Patched: the real package carries this patch.
  {
    number: 990_450,
    attribute: 'nginx',
    cve: 'CVE-2025-53859',
    opened: { daysAgo: 90 },
    patch: 'CVE-2025-53859.patch',
    pull: { opened: { daysAgo: 88 }, merged: { daysAgo: 87 } },
    backported: { daysAgo: 85 },
    closed: { daysAgo: 85 },
  },
  // Nobody keeps this release line any more.
  {
    number: 990_460,
    attribute: 'openssl_1_1',
    cve: 'CVE-2024-5535',
    opened: { daysAgo: 400 },
    closed: { daysAgo: 380 },
    reason: 'not_planned',
  },
  // Opened for a version that the vulnerability is not in.
  { number: 990_470, attribute: 'wordpress', cve: 'CVE-2026-63030', opened: { daysAgo: 20 } },
];

/** What was repaired long ago: attribute, CVE, the day of the issue, and after how many days it was merged. */
const PAST: readonly (readonly [attribute: string, cve: string, day: string, days: number])[] = [
  ['sudo', 'CVE-2021-3156', '2021-01-27', 1],
  ['polkit', 'CVE-2021-4034', '2022-01-28', 1],
  ['linux', 'CVE-2022-0847', '2022-03-08', 2],
  ['openssl_3', 'CVE-2022-3602', '2022-11-02', 1],
  ['libwebp', 'CVE-2023-4863', '2023-09-13', 6],
  ['nginx', 'CVE-2023-44487', '2023-10-11', 9],
  ['go', 'CVE-2023-39325', '2023-10-12', 3],
  ['curl', 'CVE-2023-38545', '2023-10-18', 2],
  ['gitlab', 'CVE-2023-7028', '2024-01-13', 2],
  ['jenkins', 'CVE-2024-23897', '2024-01-25', 4],
  ['runc', 'CVE-2024-21626', '2024-02-01', 1],
  ['xz', 'CVE-2024-3094', '2024-03-29', 1],
  ['python313Packages.jinja2', 'CVE-2024-34064', '2024-05-07', 10],
  ['git', 'CVE-2024-32002', '2024-05-15', 5],
  ['php', 'CVE-2024-4577', '2024-06-10', 3],
  ['openssh', 'CVE-2024-6387', '2024-07-01', 1],
  ['apacheHttpd', 'CVE-2024-38475', '2024-07-02', 12],
  ['openssl', 'CVE-2024-6119', '2024-09-04', 6],
  ['cups-browsed', 'CVE-2024-47176', '2024-09-27', 2],
  ['grafana', 'CVE-2024-9264', '2024-10-19', 8],
  ['rsync', 'CVE-2024-12084', '2025-01-16', 2],
  ['tomcat', 'CVE-2025-24813', '2025-04-02', 7],
  ['git', 'CVE-2025-48384', '2025-07-10', 4],
];

export const REPAIRS: readonly Repair[] = [...CURRENT, ...PAST.map(pastRepair)];

function pastRepair([attribute, cve, day, days]: (typeof PAST)[number], index: number): Repair {
  const merged = { at: new Date(Date.parse(`${day}T16:00:00Z`) + days * 86_400_000).toISOString() };
  const pull = { opened: { on: day, hour: 15 }, merged };
  return { number: 990_000 + 10 * index, attribute, cve, opened: { on: day, hour: 12 }, pull, closed: merged };
}
