import type { FamousRecord } from '../record.ts';

export const CONTAINERS: readonly FamousRecord[] = [
  {
    id: 'CVE-2024-21626',
    title: 'Leaky Vessels: runc leaks a file descriptor of the host',
    text: 'runc leaves a descriptor of the host file system open. An image or a command with a crafted working directory gets out of its container.',
    cve: {
      by: 'GitHub_M',
      dates: ['2023-12-29T03:00:44.953Z', '2024-01-31T21:31:14.391Z', '2025-02-13T17:33:15.658Z'],
      products: [{ vendor: 'opencontainers', product: 'runc', versions: ['= >=v1.0.0-rc93, < 1.1.12'] }],
      cwes: ['CWE-403', 'CWE-668'],
      scores: ['8.6 CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H'],
      references: [
        'https://github.com/opencontainers/runc/security/advisories/GHSA-xr7r-f8xq-vfvv',
        'https://github.com/opencontainers/runc/commit/02120488a4c0fc487d1ed2867e901eeed7ce8ecf',
        'http://www.openwall.com/lists/oss-security/2024/02/01/1',
      ],
    },
    ghsa: {
      id: 'GHSA-xr7r-f8xq-vfvv',
      published: '2024-01-31T22:44:08Z',
      modified: '2024-07-05T21:38:20Z',
      severity: 'HIGH',
      vectors: ['CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H'],
      cwes: ['CWE-403', 'CWE-668'],
      packages: [['Go', 'github.com/opencontainers/runc', '1.0.0-rc93 < 1.1.12']],
      references: [
        'https://github.com/opencontainers/runc/security/advisories/GHSA-xr7r-f8xq-vfvv',
        'https://github.com/opencontainers/runc/commit/02120488a4c0fc487d1ed2867e901eeed7ce8ecf',
      ],
    },
    osv: [
      {
        id: 'GO-2024-2491',
        aliases: ['CVE-2024-21626', 'GHSA-xr7r-f8xq-vfvv'],
        packages: [['Go', 'github.com/opencontainers/runc', 'SEMVER: 1.0.0-rc93 < 1.1.12']],
        references: [
          'https://github.com/opencontainers/runc/security/advisories/GHSA-xr7r-f8xq-vfvv',
          'https://github.com/opencontainers/runc/commit/02120488a4c0fc487d1ed2867e901eeed7ce8ecf',
        ],
      },
    ],
    epss: [0.18087, 0.96915, 0.18087, 0.96942],
    metasploit: { path: 'exploit/linux/local/runc_cwd_priv_esc', disclosed: '2024-01-31' },
  },
  {
    id: 'CVE-2024-41110',
    title: 'Docker Engine: a request without a body skips authorisation',
    text: 'A request with a content length of zero reaches the daemon while the authorisation plugin sees no body and lets it pass.',
    cve: {
      by: 'GitHub_M',
      dates: ['2024-07-15T15:53:28.321Z', '2024-07-24T16:49:53.068Z', '2024-10-13T21:03:34.392Z'],
      products: [
        {
          vendor: 'moby',
          product: 'moby',
          versions: [
            '= >= 19.03.0, <= 19.03.15',
            '= >= 20.0.0, <= 20.10.27',
            '= >= 23.0.0, <= 23.0.14',
            '= >= 24.0.0, <= 24.0.9',
            '= >= 25.0.0, <= 25.0.5',
            '= >= 26.0.0, <= 26.0.2',
            '= >= 26.1.0, <= 26.1.14',
            '= >= 27.0.0, <= 27.0.3',
            '= = 27.1.0',
          ],
        },
      ],
      cwes: ['CWE-187', 'CWE-444', 'CWE-863'],
      scores: ['10 CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H'],
      references: [
        'https://github.com/moby/moby/security/advisories/GHSA-v23v-6jw2-98fq',
        'https://github.com/moby/moby/commit/411e817ddf710ff8e08fa193da80cb78af708191',
        'https://www.docker.com/blog/docker-security-advisory-docker-engine-authz-plugin',
      ],
      cisa: { ssvc: 'none no total', at: '2024-07-26T03:55:30.375492Z' },
    },
    osv: [
      {
        id: 'GO-2024-3005',
        aliases: ['CVE-2024-41110'],
        packages: [
          [
            'Go',
            'github.com/moby/moby',
            'SEMVER: 20.10.0+incompatible < 25.0.6+incompatible, 26.0.0+incompatible < 26.1.5+incompatible, 27.0.0+incompatible < 27.1.1+incompatible',
          ],
          [
            'Go',
            'github.com/docker/docker',
            'SEMVER: 20.10.0+incompatible < 25.0.6+incompatible, 26.0.0+incompatible < 26.1.5+incompatible, 27.0.0+incompatible < 27.1.1+incompatible',
          ],
        ],
        references: [
          'https://github.com/moby/moby/commit/411e817ddf710ff8e08fa193da80cb78af708191',
          'https://github.com/moby/moby/commit/42f40b1d6dd7562342f832b9cd2adf9e668eeb76',
        ],
      },
    ],
    epss: [0.16496, 0.96681, 0.16496, 0.96711],
  },
];
