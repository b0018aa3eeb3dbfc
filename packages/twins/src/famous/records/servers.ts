import type { FamousRecord } from '../record.ts';

/** Databases, proxies and other servers. */
export const SERVERS: readonly FamousRecord[] = [
  {
    id: 'CVE-2025-49844',
    title: 'RediShell: a Lua script escapes from Redis',
    text: 'A crafted script makes the garbage collector of the Lua engine free memory that is still in use. Whoever may run scripts may run code on the host.',
    osv: [
      {
        id: 'BIT-redis-2025-49844',
        published: '2025-10-16T09:18:53.323Z',
        modified: '2026-03-21T09:12:01.983Z',
        aliases: ['CVE-2025-49844'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H'],
        packages: [
          ['Bitnami', 'redis', 'SEMVER: 0 < 6.2.20, 7.0.0 < 7.2.11, 7.3.0 < 7.4.6, 8.0.0 < 8.0.4, 8.1.0 < 8.2.2'],
        ],
        references: [
          'https://github.com/redis/redis/commit/d5728cb5795c966c5b5b1e0f0ac576a7e69af539',
          'https://github.com/redis/redis/releases/tag/8.2.2',
        ],
      },
      {
        id: 'BIT-valkey-2025-49844',
        published: '2025-10-16T09:19:55.260Z',
        modified: '2026-05-08T06:11:36.072Z',
        aliases: ['CVE-2025-49844'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H'],
        packages: [['Bitnami', 'valkey', 'SEMVER: 0 < 7.2.11, 8.0.0 < 8.0.6, 8.1.0 < 8.1.4']],
        references: [
          'https://github.com/redis/redis/commit/d5728cb5795c966c5b5b1e0f0ac576a7e69af539',
          'https://github.com/redis/redis/releases/tag/8.2.2',
        ],
      },
    ],
    epss: [0.86767, 0.99725, 0.86767, 0.99727],
    nuclei: { severity: 'critical', score: 'N/A' },
  },
  {
    id: 'CVE-2025-14847',
    title: 'MongoBleed: MongoDB sends uninitialised memory',
    text: 'A compressed message with a wrong length makes the server return memory of the heap to a client without a login.',
    osv: [
      {
        id: 'BIT-mongodb-2025-14847',
        published: '2025-12-19T11:15:49.277Z',
        modified: '2025-12-30T00:15:51.160Z',
        aliases: ['CVE-2025-14847'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'],
        packages: [
          [
            'Bitnami',
            'mongodb',
            'SEMVER: 4.4.0 < 4.4.30, 5.0.0 < 5.0.32, 6.0.0 < 6.0.27, 7.0.0 < 7.0.28, 8.0.0 < 8.0.17, 8.2.0 < 8.2.3',
          ],
        ],
        references: [
          'https://jira.mongodb.org/browse/SERVER-115508',
          'https://www.cisa.gov/known-exploited-vulnerabilities-catalog?field_cve=CVE-2025-14847',
        ],
      },
    ],
    kev: { vendor: 'MongoDB', product: 'MongoDB and MongoDB Server', added: '2025-12-29', due: '2026-01-19' },
    epss: [0.83007, 0.99645, 0.83007, 0.99648],
    metasploit: { path: 'auxiliary/scanner/mongodb/cve_2025_14847_mongobleed', disclosed: '2025-12-19' },
    nuclei: { severity: 'high', score: '7.5' },
  },
  {
    id: 'CVE-2026-42945',
    title: 'nginx: the rewrite module mishandles memory',
    text: 'Certain rewrite rules let a request damage the memory of a worker process.',
    osv: [
      {
        id: 'BIT-nginx-2026-42945',
        published: '2026-05-15T08:50:08.298Z',
        modified: '2026-06-29T06:04:07.500Z',
        aliases: ['CVE-2026-42945'],
        vectors: ['CVSS:4.0/AV:N/AC:H/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'],
        packages: [['Bitnami', 'nginx', 'SEMVER: 0.6.27 < 1.30.1']],
        references: ['https://depthfirst.com/nginx-rift', 'https://github.com/DepthFirstDisclosures/Nginx-Rift'],
      },
    ],
    epss: [0.66039, 0.99202, 0.66039, 0.99211],
  },
  {
    id: 'CVE-2025-53859',
    title: 'nginx: the SMTP proxy sends memory to the login server',
    text: 'The mail module reads past a buffer while it handles a login and sends those bytes to the authentication server.',
    osv: [
      {
        id: 'BIT-nginx-2025-53859',
        published: '2025-08-18T08:07:31.835Z',
        modified: '2025-11-06T13:25:46.476Z',
        aliases: ['CVE-2025-53859'],
        vectors: ['CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N'],
        packages: [['Bitnami', 'nginx', 'SEMVER: 0.7.0 < 1.29.1']],
        references: [
          'https://my.f5.com/manage/s/article/K000152786',
          'https://nvd.nist.gov/vuln/detail/CVE-2025-53859',
        ],
      },
    ],
    epss: [0.00394, 0.32189, 0.00394, 0.32591],
  },
  {
    id: 'CVE-2024-38475',
    title: 'Apache HTTP Server: rewrite rules map to the file system',
    text: 'Substitutions in server context let a request reach files that no rule should serve, and read or run them.',
    cve: {
      by: 'apache',
      dates: ['2024-06-17T11:09:56.096Z', '2024-07-01T18:15:12.292Z', '2024-09-13T17:04:56.456Z'],
      products: [
        {
          vendor: 'Apache Software Foundation',
          product: 'Apache HTTP Server',
          defaultStatus: 'unaffected',
          versions: ['2.4.0 <= 2.4.59 #semver'],
        },
      ],
      cwes: ['CWE-116'],
      references: [
        'https://httpd.apache.org/security/vulnerabilities_24.html',
        'https://security.netapp.com/advisory/ntap-20240712-0001/',
      ],
      cisa: {
        ssvc: 'none yes total',
        at: '2024-07-10T03:55:18.658443Z',
        scores: ['9.1 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N'],
      },
    },
    osv: [
      {
        id: 'BIT-apache-2024-38475',
        published: '2024-07-03T07:17:00.654Z',
        modified: '2025-11-06T13:25:46.476Z',
        aliases: ['CVE-2024-38475'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N'],
        packages: [['Bitnami', 'apache', 'SEMVER: 2.4.0 < 2.4.60']],
        references: [
          'https://httpd.apache.org/security/vulnerabilities_24.html',
          'https://github.com/apache/httpd/commit/9a6157d1e2f7ab15963020381054b48782bc18cf',
        ],
      },
    ],
    kev: { vendor: 'Apache', product: 'HTTP Server', added: '2025-05-01', due: '2025-05-22' },
    epss: [0.99957, 0.99975, 0.99957, 0.99975],
    nuclei: { severity: 'critical', score: '9.1' },
  },
  {
    id: 'CVE-2024-9264',
    title: 'Grafana: SQL expressions run DuckDB commands',
    text: 'An experimental feature passes queries to duckdb without cleaning them. A user with viewer rights reads files and runs commands where the binary is present.',
    cve: {
      by: 'GRAFANA',
      dates: ['2024-09-26T20:15:46.544Z', '2024-10-18T03:20:52.489Z', '2024-11-01T03:55:21.947Z'],
      products: [
        {
          vendor: 'Grafana',
          product: 'Grafana',
          collectionURL: 'https://github.com/grafana/grafana/',
          defaultStatus: 'unaffected',
          versions: [
            '11.0.0 < 11.0.5 #semver; !+security-01',
            '11.1.0 < 11.1.6 #semver; !+security-01',
            '11.2.0 < 11.2.1 #semver; !+security-01',
            '11.0.0 < 11.0.6 #semver; !+security-01',
            '11.1.0 < 11.1.7 #semver; !+security-01',
            '11.2.0 < 11.2.2 #semver; !+security-01',
          ],
        },
      ],
      cwes: ['CWE-94'],
      scores: [
        '9.4 CVSS:4.0/AV:N/AC:L/AT:N/PR:L/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H',
        '9.9 CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H',
      ],
      references: ['https://grafana.com/security/security-advisories/cve-2024-9264/'],
      cisa: {
        ssvc: 'none no total',
        at: '2024-10-18T14:12:08.366972Z',
        products: [
          {
            vendor: 'grafana',
            product: 'grafana',
            cpes: ['cpe:2.3:a:grafana:grafana:*:*:*:*:*:*:*:*'],
            defaultStatus: 'unaffected',
            versions: [
              '11.0.0 < 11.0.5\\+security-01 #semver',
              '11.0.6 < 11.0.6\\+security-01 #semver',
              '11.1.0 < 11.1.6\\+security-01 #semver',
              '11.1.7 < 11.1.7\\+security-01 #semver',
              '11.2.0 < 11.2.1\\+security-01 #semver',
              '11.2.2 < 11.2.2\\+security-01 #semver',
            ],
          },
        ],
      },
    },
    osv: [
      {
        id: 'GO-2024-3215',
        aliases: ['CVE-2024-9264', 'GHSA-q99m-qcv4-fpm7'],
        packages: [['Go', 'github.com/grafana/grafana', 'SEMVER: 0']],
        references: [
          'https://github.com/advisories/GHSA-q99m-qcv4-fpm7',
          'https://github.com/grafana/grafana/pull/81666',
        ],
      },
      {
        id: 'BIT-grafana-2024-9264',
        published: '2024-10-22T07:09:52.003Z',
        modified: '2025-05-20T10:02:07.006Z',
        aliases: ['CVE-2024-9264'],
        vectors: ['CVSS:4.0/AV:N/AC:L/AT:N/PR:L/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H'],
        packages: [['Bitnami', 'grafana', 'SEMVER: 11.0.0 < 11.2.2']],
        references: [
          'https://grafana.com/security/security-advisories/cve-2024-9264/',
          'https://security.netapp.com/advisory/ntap-20250314-0007/',
        ],
      },
    ],
    nvd: {
      status: 'Awaiting Analysis',
      published: '2024-10-18T04:15:04.723Z',
      modified: '2024-10-18T12:52:33.507Z',
      by: 'security@grafana.com',
    },
    nvdOverride: [
      'a:grafana:grafana:*:*:*:*:*:go >= 11.0.0 < 11.0.5',
      'a:grafana:grafana:*:*:*:*:*:go >= 11.1.0 < 11.1.6',
      'a:grafana:grafana:*:*:*:*:*:go >= 11.2.0 < 11.2.1',
      'a:grafana:grafana:*:*:*:*:*:go >= 11.0.0 < 11.0.6',
      'a:grafana:grafana:*:*:*:*:*:go >= 11.1.0 < 11.1.7',
      'a:grafana:grafana:*:*:*:*:*:go >= 11.2.0 < 11.2.2',
    ],
    epss: [0.94644, 0.99848, 0.94644, 0.99849],
    nuclei: { severity: 'critical', score: '9.9' },
  },
  {
    id: 'CVE-2023-7028',
    title: 'GitLab sends password resets to an unverified address',
    text: 'A reset request may name two addresses, and GitLab mails the link to both. An attacker takes over accounts without second factor.',
    cve: {
      by: 'GitLab',
      dates: ['2023-12-20T20:30:37.127Z', '2024-01-12T13:56:41.726Z', '2024-09-18T04:09:05.188Z'],
      products: [
        {
          vendor: 'GitLab',
          product: 'GitLab',
          repo: 'git://git@gitlab.com:gitlab-org/gitlab.git',
          cpes: ['cpe:2.3:a:gitlab:gitlab:*:*:*:*:*:*:*:*'],
          defaultStatus: 'unaffected',
          versions: [
            '16.1 < 16.1.6 #semver',
            '16.2 < 16.2.9 #semver',
            '16.3 < 16.3.7 #semver',
            '16.4 < 16.4.5 #semver',
            '16.5 < 16.5.6 #semver',
            '16.6 < 16.6.4 #semver',
            '16.7 < 16.7.2 #semver',
          ],
        },
      ],
      cwes: ['CWE-640'],
      scores: ['10 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:N'],
      references: ['https://gitlab.com/gitlab-org/gitlab/-/issues/436084', 'https://hackerone.com/reports/2293343'],
      cisa: { ssvc: 'active yes total', at: '2024-05-02T17:50:56.921719Z', kev: '2024-05-01' },
    },
    osv: [
      {
        id: 'BIT-gitlab-2023-7028',
        published: '2024-03-06T10:53:45.400Z',
        modified: '2025-10-22T09:08:25.162Z',
        aliases: ['CVE-2023-7028'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        packages: [
          [
            'Bitnami',
            'gitlab',
            'SEMVER: 16.1.0 < 16.1.6, 16.2.0 < 16.2.9, 16.3.0 < 16.3.7, 16.4.0 < 16.4.5, 16.5.0 < 16.5.6, 16.6.0 < 16.6.4, 16.7.0 < 16.7.2',
          ],
        ],
        references: [
          'https://about.gitlab.com/releases/2024/01/11/critical-security-release-gitlab-16-7-2-released/',
          'https://gitlab.com/gitlab-org/gitlab/-/issues/436084',
        ],
      },
    ],
    kev: { vendor: 'GitLab', product: 'GitLab CE/EE', added: '2024-05-01', due: '2024-05-22' },
    epss: [0.94647, 0.99848, 0.94647, 0.99849],
    metasploit: { path: 'auxiliary/admin/http/gitlab_password_reset_account_takeover', disclosed: '2024-01-11' },
    nuclei: { severity: 'high', score: '7.5' },
  },
];
