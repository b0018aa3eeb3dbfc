import type { Branch } from '../world/commits.ts';
import type { When } from '../world/when.ts';

/** How nixpkgs handles a vulnerability: an issue, its pull request and the merge. All invented. */
export interface Repair {
  /** The number; its pull requests have the next ones. Far above any real number. */
  readonly number: number;
  readonly attribute: string;
  readonly cve: string;
  readonly opened: When;
  /** The pull request's new version; without one it adds a patch. */
  readonly to?: string;
  readonly patch?: string;
  readonly pull?: { readonly opened: When; readonly merged?: When; readonly base?: Branch };
  readonly backported?: When;
  readonly closed?: When;
  readonly reason?: 'completed' | 'not_planned';
}

/** Current fixes. Dates count from the day the demo starts. */
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
  // Only fixed on master.
  {
    number: 990_410,
    attribute: 'valkey',
    cve: 'CVE-2025-49844',
    opened: { daysAgo: 66, hour: 11 },
    to: '8.1.4',
    pull: { opened: { daysAgo: 12 }, merged: { daysAgo: 9, hour: 16 } },
  },
  // Exploited, and the fix is not merged.
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
  // The real package has this patch.
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
  // This release line is no longer maintained.
  {
    number: 990_460,
    attribute: 'openssl_1_1',
    cve: 'CVE-2024-5535',
    opened: { daysAgo: 400 },
    closed: { daysAgo: 380 },
    reason: 'not_planned',
  },
  // Opened for a version that is not affected.
  { number: 990_470, attribute: 'wordpress', cve: 'CVE-2026-63030', opened: { daysAgo: 20 } },
];

/** Past fixes: day of the issue, attribute, CVE, and days until the merge. */
const PAST = `
2021-01-27 sudo CVE-2021-3156 1
2021-06-03 python313Packages.pillow CVE-2021-25288 120
2021-06-03 python313Packages.pillow CVE-2021-28675 3
2021-07-03 python313Packages.urllib3 CVE-2021-33503 3
2021-09-06 python313Packages.pillow CVE-2021-23437 13
2021-12-07 runc CVE-2021-43784 130
2022-01-12 python313Packages.pillow CVE-2022-22815 85
2022-01-28 polkit CVE-2021-4034 1
2022-03-08 linux CVE-2022-0847 2
2022-05-28 python313Packages.werkzeug CVE-2022-29361 144
2022-06-09 grafana CVE-2022-32275 103
2022-06-25 python313Packages.aiohttp CVE-2022-33124 5
2022-11-02 openssl_3 CVE-2022-3602 1
2022-12-11 python313Packages.certifi CVE-2022-23491 19
2022-12-25 python313Packages.setuptools CVE-2022-40897 133
2023-01-05 tomcat CVE-2022-45143 140
2023-01-31 grafana CVE-2022-23552 79
2023-02-11 python313Packages.cryptography CVE-2023-23931 3
2023-02-18 python313Packages.werkzeug CVE-2023-23934 6
2023-02-18 python313Packages.werkzeug CVE-2023-25577 5
2023-03-04 runc CVE-2023-27561 48
2023-04-02 ruby CVE-2023-28756 13
2023-05-06 python313Packages.flask CVE-2023-30861 92
2023-05-19 wordpress CVE-2023-2745 82
2023-05-24 tomcat CVE-2023-28709 8
2023-05-27 python313Packages.requests CVE-2023-32681 58
2023-06-07 grafana CVE-2023-2183 21
2023-06-10 grafana CVE-2023-2801 55
2023-06-15 jenkins CVE-2023-35141 34
2023-07-14 redis CVE-2023-36824 16
2023-07-15 redis CVE-2022-24834 24
2023-07-16 python313Packages.cryptography CVE-2023-38325 65
2023-07-18 redis CVE-2021-31294 68
2023-07-18 valkey CVE-2021-31294 61
2023-07-29 python313Packages.certifi CVE-2023-37920 31
2023-08-11 haproxy CVE-2023-40225 4
2023-08-15 postgresql CVE-2023-39418 103
2023-08-26 memcached CVE-2020-22570 10
2023-08-29 tomcat CVE-2023-41080 3
2023-09-08 valkey CVE-2023-41053 44
2023-09-13 libwebp CVE-2023-4863 6
2023-09-22 jenkins CVE-2023-43495 2
2023-09-24 jenkins CVE-2023-43494 147
2023-10-06 python313Packages.urllib3 CVE-2023-43804 12
2023-10-11 nginx CVE-2023-44487 9
2023-10-11 tomcat CVE-2023-42795 2
2023-10-12 go CVE-2023-39325 3
2023-10-16 python313Packages.urllib3 CVE-2018-25091 7
2023-10-18 curl CVE-2023-38545 2
2023-10-20 python313Packages.urllib3 CVE-2023-45803 9
2023-10-27 python313Packages.werkzeug CVE-2023-46136 123
2023-10-28 activemq CVE-2023-46604 24
2023-10-29 memcached CVE-2023-46853 3
2023-10-31 memcached CVE-2023-46852 144
2023-11-05 python313Packages.pillow CVE-2023-44271 10
2023-11-15 python313Packages.aiohttp CVE-2023-47627 28
2023-11-30 python313Packages.aiohttp CVE-2023-49082 5
2023-12-02 haproxy CVE-2023-45539 17
2023-12-02 python313Packages.cryptography CVE-2023-49083 15
2023-12-13 postgresql CVE-2023-5870 10
2024-01-13 gitlab CVE-2023-7028 2
2024-01-25 jenkins CVE-2024-23897 4
2024-01-30 python313Packages.aiohttp CVE-2024-23334 15
2024-02-01 buildkit CVE-2024-23650 123
2024-02-01 runc CVE-2024-21626 1
2024-02-02 buildkit CVE-2024-23653 116
2024-02-02 python313Packages.aiohttp CVE-2024-23829 10
2024-03-30 xz CVE-2024-3094 1
2024-05-07 python313Packages.jinja2 CVE-2024-34064 10
2024-05-07 wordpress CVE-2024-4439 4
2024-05-08 wordpress CVE-2024-3756 6
2024-05-11 postgresql CVE-2024-4317 23
2024-05-15 git CVE-2024-32002 5
2024-05-16 git CVE-2024-32004 7
2024-05-17 git CVE-2024-32020 120
2024-05-17 git CVE-2024-32465 75
2024-05-30 nginx CVE-2024-31079 1
2024-05-30 nginx CVE-2024-32760 31
2024-05-30 nginx CVE-2024-34161 99
2024-06-02 nginx CVE-2024-35200 51
2024-06-04 wordpress CVE-2023-28492 27
2024-06-10 php CVE-2024-4577 3
2024-07-02 openssh CVE-2024-6387 1
2024-07-02 apacheHttpd CVE-2024-38475 12
2024-07-10 python313Packages.idna CVE-2024-3651 7
2024-08-08 jenkins CVE-2024-43045 127
2024-08-10 jenkins CVE-2024-43044 4
2024-08-15 nginx CVE-2024-7347 7
2024-09-04 openssl CVE-2024-6119 6
2024-09-06 runc CVE-2024-45310 21
2024-09-07 haproxy CVE-2024-45506 2
2024-09-27 cups-browsed CVE-2024-47176 2
2024-09-28 grafana CVE-2024-8118 4
2024-10-10 valkey CVE-2024-31227 13
2024-10-11 redis CVE-2024-31228 103
2024-10-11 redis CVE-2024-31449 89
2024-10-17 haproxy CVE-2024-49214 82
2024-10-17 wordpress CVE-2022-4973 3
2024-10-19 grafana CVE-2024-9264 8
2024-11-16 postgresql CVE-2024-10976 133
2024-11-16 postgresql CVE-2024-10977 6
2024-11-29 haproxy CVE-2024-53008 28
2024-12-08 drupal CVE-2024-11941 51
2024-12-09 drupal CVE-2024-11942 92
2024-12-10 drupal CVE-2024-55636 15
2024-12-10 drupal CVE-2024-55637 11
2024-12-11 drupal CVE-2024-55635 2
2024-12-24 tomcat CVE-2024-56337 3
2025-01-10 valkey CVE-2024-46981 8
2025-01-10 valkey CVE-2024-51741 127
2025-01-15 git CVE-2024-50349 82
2025-01-16 rsync CVE-2024-12084 2
2025-01-19 git CVE-2024-52005 13
2025-04-02 tomcat CVE-2025-24813 7
2025-07-10 git CVE-2025-48384 4
`;

export const REPAIRS: readonly Repair[] = [...CURRENT, ...PAST.trim().split('\n').map(pastRepair)];

function pastRepair(row: string, index: number): Repair {
  const [day = '', attribute = '', cve = '', days] = row.split(' ');
  const merged = { at: new Date(Date.parse(`${day}T16:00:00Z`) + Number(days) * 86_400_000).toISOString() };
  const pull = { opened: { on: day, hour: 15 }, merged };
  return { number: 980_000 + 10 * index, attribute, cve, opened: { on: day, hour: 12 }, pull, closed: merged };
}
