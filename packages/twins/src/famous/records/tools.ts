import type { FamousRecord } from '../record.ts';

export const TOOLS: readonly FamousRecord[] = [
  {
    id: 'CVE-2024-3094',
    title: 'xz: releases 5.6.0 and 5.6.1 contain a backdoor',
    text: 'The release archives of xz carry a script that changes liblzma while it is built. Where sshd loads the library, whoever holds a private key runs commands before they log in.',
    cve: {
      by: 'redhat',
      dates: ['2024-03-29T15:38:13.249Z', '2024-03-29T16:51:12.588Z', '2024-08-20T17:24:56.165Z'],
      products: [
        {
          packageName: 'xz',
          collectionURL: 'https://github.com/tukaani-project/xz',
          defaultStatus: 'unaffected',
          versions: ['5.6.0', '5.6.1'],
        },
      ],
      cwes: ['CWE-506'],
      scores: ['10 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H'],
      references: [
        'https://access.redhat.com/security/cve/CVE-2024-3094',
        'https://ariadne.space/2024/04/02/the-xz-utils-backdoor-is-a-symptom-of-a-larger-problem/',
        'https://aws.amazon.com/security/security-bulletins/AWS-2024-002/',
      ],
      cisa: { ssvc: 'none yes total', at: '2024-04-02T04:00:23.138684Z' },
    },
    nvd: {
      status: 'Modified',
      published: '2024-03-29T17:15:21.150Z',
      modified: '2026-06-17T07:43:17.830Z',
      scores: ['10 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H'],
      cpes: ['cpe:2.3:a:tukaani:xz:5.6.0:*:*:*:*:*:*:*', 'cpe:2.3:a:tukaani:xz:5.6.1:*:*:*:*:*:*:*'],
      by: 'secalert@redhat.com',
    },
    epss: [0.85974, 0.9971, 0.85974, 0.99712],
  },
  {
    id: 'CVE-2024-6387',
    title: 'regreSSHion: a race in sshd runs code as root',
    text: 'When the time to log in expires, sshd calls unsafe functions in a signal handler. With patience an attacker without a login wins the race.',
    cve: {
      by: 'redhat',
      dates: ['2024-06-27T13:41:03.421Z', '2024-07-01T12:37:25.431Z', '2024-11-24T17:19:20.471Z'],
      products: [
        {
          packageName: 'OpenSSH',
          collectionURL: 'https://www.openssh.com/',
          repo: 'https://anongit.mindrot.org/openssh.git',
          defaultStatus: 'unaffected',
          versions: ['8.5p1 <= 9.7p1 #custom'],
        },
      ],
      cwes: ['CWE-364'],
      scores: ['8.1 CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      references: [
        'https://access.redhat.com/security/cve/CVE-2024-6387',
        'https://bugzilla.redhat.com/show_bug.cgi?id=2294604',
        'https://santandersecurityresearch.github.io/blog/sshing_the_masses.html',
      ],
      cisa: { ssvc: 'poc no total', at: '2024-07-02T13:18:34.695298Z' },
    },
    osv: [
      {
        id: 'ALSA-2024:4312',
        published: '2024-07-03T00:00:00Z',
        modified: '2024-07-04T06:32:48Z',
        related: ['CVE-2024-6387'],
        packages: [
          ['AlmaLinux:9', 'openssh', '0 < 8.7p1-38.el9_4.1'],
          ['AlmaLinux:9', 'openssh-askpass', '0 < 8.7p1-38.el9_4.1'],
          ['AlmaLinux:9', 'openssh-clients', '0 < 8.7p1-38.el9_4.1'],
        ],
        references: ['https://access.redhat.com/security/cve/CVE-2024-6387', 'https://bugzilla.redhat.com/2294604'],
      },
    ],
    epss: [0.99506, 0.99941, 0.99506, 0.99942],
  },
  {
    id: 'CVE-2024-31497',
    title: 'PuTTY: biased nonces reveal an ECDSA key',
    text: 'PuTTY computes nonces for P-521 keys with too little randomness. About 60 signatures suffice to compute the private key.',
    cve: {
      by: 'mitre',
      dates: ['2024-04-04T00:00:00Z', '2024-04-15T00:00:00Z', '2024-08-19T07:48:01.287Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      references: [
        'https://www.chiark.greenend.org.uk/~sgtatham/putty/changes.html',
        'https://filezilla-project.org/versions.php',
        'https://tartarus.org/~simon/putty-snapshots/htmldoc/Chapter9.html#pageant-forward',
      ],
      cisa: {
        ssvc: 'None No Partial',
        at: '2024-04-19T04:01:10.059065Z',
        products: [
          {
            vendor: 'putty',
            product: 'putty',
            cpes: ['cpe:2.3:a:putty:putty:-:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: ['0.68 < 0.81 #semver'],
          },
        ],
      },
    },
    nvd: {
      status: 'Modified',
      published: '2024-04-15T20:15:11.077Z',
      modified: '2025-11-04T22:16:00.673Z',
      scores: ['5.9 CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N'],
      cwes: ['CWE-338'],
      cpes: [
        'cpe:2.3:a:putty:putty:*:*:*:*:*:*:*:* >= 0.68 < 0.81',
        'cpe:2.3:a:filezilla-project:filezilla_client:*:*:*:*:*:*:*:* < 3.67.0',
        'cpe:2.3:a:winscp:winscp:*:*:*:*:*:*:*:* < 6.3.3',
        'cpe:2.3:a:tortoisegit:tortoisegit:*:*:*:*:*:*:*:* < 2.15.0.1',
        'cpe:2.3:a:tigris:tortoisesvn:*:*:*:*:*:*:*:* < 1.14.6',
        'cpe:2.3:o:fedoraproject:fedora:38:*:*:*:*:*:*:*',
        'cpe:2.3:o:fedoraproject:fedora:39:*:*:*:*:*:*:*',
        'cpe:2.3:o:fedoraproject:fedora:40:*:*:*:*:*:*:*',
      ],
      by: 'cve@mitre.org',
    },
    epss: [0.05773, 0.92367, 0.05773, 0.92437],
  },
  {
    id: 'CVE-2024-12084',
    title: 'rsync: a checksum overflows the heap of the daemon',
    text: 'The daemon trusts the checksum length that a client sends. A client writes past a buffer and may run code.',
    cve: {
      by: 'redhat',
      dates: ['2024-12-03T08:57:42.580Z', '2025-01-15T14:16:35.363Z', '2025-01-16T18:32:19.776Z'],
      products: [
        {
          packageName: 'rsync',
          collectionURL: 'https://github.com/RsyncProject/rsync',
          defaultStatus: 'unaffected',
          versions: ['3.2.7', '3.3.0'],
        },
      ],
      cwes: ['CWE-122'],
      scores: ['9.8 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      references: [
        'https://access.redhat.com/security/cve/CVE-2024-12084',
        'https://bugzilla.redhat.com/show_bug.cgi?id=2330527',
        'https://kb.cert.org/vuls/id/952657',
      ],
      cisa: { ssvc: 'none yes total', at: '2025-01-15T14:38:10.837268Z' },
    },
    epss: [0.72059, 0.99373, 0.72059, 0.99379],
  },
  {
    id: 'CVE-2024-32002',
    title: 'Git: cloning submodules runs a hook',
    text: 'On file systems that ignore case and know symbolic links, a crafted submodule places a hook that runs during the clone.',
    cve: {
      by: 'GitHub_M',
      dates: ['2024-04-08T13:48:37.492Z', '2024-05-14T18:40:46.652Z', '2024-05-14T18:44:50.559Z'],
      products: [
        {
          vendor: 'git',
          product: 'git',
          versions: [
            '= = 2.45.0',
            '= = 2.44.0',
            '= >= 2.43.0, < 2.43.4',
            '= >= 2.42.0, < 2.42.2',
            '= = 2.41.0',
            '= >= 2.40.0, < 2.40.2',
            '< 2.39.4',
          ],
        },
      ],
      cwes: ['CWE-22', 'CWE-434'],
      scores: ['9.1 CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:H'],
      references: [
        'https://github.com/git/git/security/advisories/GHSA-8h77-4q3w-gfgv',
        'https://github.com/git/git/commit/97065761333fd62db1912d81b489db938d8c991d',
        'https://git-scm.com/docs/git-clone#Documentation/git-clone.txt---recurse-submodulesltpathspecgt',
      ],
      cisa: { ssvc: 'poc no total' },
    },
    osv: [
      {
        id: 'BIT-git-2024-32002',
        published: '2024-05-24T07:19:17.151Z',
        modified: '2025-11-06T13:25:46.476Z',
        aliases: ['CVE-2024-32002'],
        vectors: ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:H'],
        packages: [
          [
            'Bitnami',
            'git',
            'SEMVER: 0 < 2.39.4, 2.40.0 < 2.40.2, 2.41.0 < 2.41.1, 2.42.0 < 2.42.2, 2.43.0 < 2.43.4, 2.44.0 < 2.44.1, 2.45.0 < 2.45.1',
          ],
        ],
        references: [
          'https://git-scm.com/docs/git-clone#Documentation/git-clone.txt---recurse-submodulesltpathspecgt',
          'https://github.com/git/git/commit/97065761333fd62db1912d81b489db938d8c991d',
        ],
      },
    ],
    epss: [0.29234, 0.9799, 0.29234, 0.9801],
  },
  {
    id: 'CVE-2025-48384',
    title: 'Git: a carriage return moves a submodule',
    text: 'Git writes a trailing carriage return without quotes and reads the value back without it. A clone then places a submodule elsewhere and may run its hook.',
    osv: [
      {
        id: 'BIT-git-2025-48384',
        published: '2025-07-10T05:40:36.268Z',
        modified: '2025-11-06T13:25:46.476Z',
        aliases: ['CVE-2025-48384'],
        vectors: ['CVSS:3.1/AV:N/AC:H/PR:L/UI:R/S:C/C:H/I:H/A:H'],
        packages: [['Bitnami', 'git', 'SEMVER: 0 < 2.50.1']],
        references: [
          'https://github.com/git/git/security/advisories/GHSA-vwqx-4fm8-6qc9',
          'https://www.cisa.gov/known-exploited-vulnerabilities-catalog?field_cve=CVE-2025-48384',
        ],
      },
    ],
    kev: { vendor: 'Git', product: 'Git', added: '2025-08-25', due: '2025-09-15' },
    epss: [0.02839, 0.85314, 0.02839, 0.85452],
  },
  {
    id: 'CVE-2024-47176',
    title: 'cups-browsed trusts every packet on port 631',
    text: 'Any UDP packet makes cups-browsed contact an address that an attacker chooses. Together with other defects this runs commands when somebody prints.',
    cve: {
      by: 'GitHub_M',
      dates: ['2024-09-19T22:32:11.962Z', '2024-09-26T21:13:05.913Z', '2024-10-02T19:16:51.368Z'],
      products: [{ vendor: 'OpenPrinting', product: 'cups-browsed', versions: ['<= 2.0.1'] }],
      cwes: ['CWE-1327'],
      scores: ['5.3 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:L/A:N'],
      references: [
        'https://github.com/OpenPrinting/cups-browsed/security/advisories/GHSA-rj88-6mr5-rcw8',
        'https://github.com/OpenPrinting/cups-filters/security/advisories/GHSA-p9rh-jxmq-gq47',
        'https://www.cups.org',
      ],
      cisa: {
        ssvc: 'poc no partial',
        at: '2024-09-27T18:10:15.456578Z',
        products: [
          {
            vendor: 'openprinting',
            product: 'cups',
            cpes: ['cpe:2.3:a:openprinting:cups:*:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: ['2.0.1'],
          },
        ],
      },
    },
    epss: [0.50174, 0.98796, 0.50605, 0.9882],
    metasploit: { path: 'exploit/multi/misc/cups_ipp_remote_code_execution', disclosed: '2024-09-26' },
    nuclei: { severity: 'high', score: '8.3' },
  },
  {
    id: 'CVE-2024-47076',
    title: 'libcupsfilters passes on what a printer claims',
    text: 'libcupsfilters does not check the attributes that an IPP printer returns and hands them to the rest of CUPS.',
    cve: {
      by: 'GitHub_M',
      dates: ['2024-09-17T17:42:37.030Z', '2024-09-26T21:18:22.067Z', '2024-09-28T03:55:45.705Z'],
      products: [{ vendor: 'OpenPrinting', product: 'libcupsfilters', versions: ['<= 2.1b1'] }],
      cwes: ['CWE-20'],
      scores: ['8.6 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:N/I:H/A:N'],
      references: [
        'https://github.com/OpenPrinting/libcupsfilters/security/advisories/GHSA-w63j-6g73-wmg5',
        'https://github.com/OpenPrinting/cups-browsed/security/advisories/GHSA-rj88-6mr5-rcw8',
        'https://www.cups.org',
      ],
      cisa: { ssvc: 'poc no partial', at: '2024-09-27T17:59:05.883824Z' },
    },
    epss: [0.77766, 0.99524, 0.77644, 0.99525],
    metasploit: { path: 'exploit/multi/misc/cups_ipp_remote_code_execution', disclosed: '2024-09-26' },
  },
];
