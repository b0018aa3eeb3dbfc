import type { FamousRecord } from '../record.ts';

export const TOMCAT: readonly FamousRecord[] = [
  {
    id: 'CVE-2020-1938',
    title: 'Ghostcat: Tomcat trusts every AJP peer',
    text: 'The AJP connector listens on all interfaces and believes what it receives. Anyone who reaches it reads files of the web application and may run uploads.',
    ghsa: {
      id: 'GHSA-c9hw-wf7x-jp9j',
      published: '2020-06-15T18:51:21Z',
      modified: '2024-07-25T13:49:21.465219Z',
      severity: 'CRITICAL',
      vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      cwes: ['CWE-269'],
      packages: [
        ['Maven', 'org.apache.tomcat.embed:tomcat-embed-core', '9.0.0 < 9.0.31', '8.0.0 < 8.5.51', '7.0.0 < 7.0.100'],
      ],
      references: ['https://www.debian.org/security/2020/dsa-4680', 'https://security.gentoo.org/glsa/202003-43'],
    },
    osv: [
      {
        id: 'BIT-tomcat-2020-1938',
        published: '2026-05-18T08:56:43.674Z',
        modified: '2026-05-18T09:19:35.073Z',
        aliases: ['CVE-2020-1938'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        packages: [['Bitnami', 'tomcat', 'SEMVER: 7.0.0 < 7.0.100, 8.5.0 < 8.5.51, 9.0.0 < 9.0.31']],
        references: [
          'http://support.blackberry.com/kb/articleDetail?articleNumber=000062739',
          'https://security.gentoo.org/glsa/202003-43',
        ],
      },
    ],
    kev: { vendor: 'Apache', product: 'Tomcat', added: '2022-03-03', due: '2022-03-17' },
    epss: [0.9927, 0.99933, 0.9927, 0.99933],
    metasploit: { path: 'auxiliary/admin/http/tomcat_ghostcat', disclosed: '2020-02-20' },
    nuclei: { severity: 'critical', score: '9.8' },
    exploitdb: 48143,
  },
  {
    id: 'CVE-2024-50379',
    title: 'Tomcat compiles an upload on a case-insensitive disk',
    text: 'If the default servlet may write and the disk ignores case, reading and uploading the same name at once makes Tomcat run the upload as a page.',
    cve: {
      by: 'apache',
      dates: ['2024-10-23T13:31:10.241Z', '2024-12-17T12:34:54.827Z', '2025-01-03T12:04:28.838Z'],
      products: [
        {
          vendor: 'Apache Software Foundation',
          product: 'Apache Tomcat',
          defaultStatus: 'unaffected',
          versions: ['11.0.0-M1 <= 11.0.1 #semver', '10.1.0-M1 <= 10.1.33 #semver', '9.0.0.M1 <= 9.0.97 #semver'],
        },
      ],
      cwes: ['CWE-367'],
      references: ['https://lists.apache.org/thread/y6lj6q1xnp822g6ro70tn19sgtjmr80r'],
      cisa: {
        ssvc: 'none yes total',
        at: '2024-12-17T16:54:54.910759Z',
        scores: ['9.8 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      },
    },
    osv: [
      {
        id: 'BIT-tomcat-2024-50379',
        published: '2025-07-10T10:45:55.643Z',
        modified: '2026-03-20T09:47:33.381Z',
        aliases: ['CVE-2024-50379'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        packages: [['Bitnami', 'tomcat', 'SEMVER: 9.0.0 < 9.0.98, 10.0.0 < 10.1.34, 11.0.0 < 11.0.2']],
        references: [
          'http://www.openwall.com/lists/oss-security/2024/12/17/4',
          'https://lists.apache.org/thread/y6lj6q1xnp822g6ro70tn19sgtjmr80r',
        ],
      },
    ],
    epss: [0.44312, 0.98637, 0.44312, 0.98649],
  },
  {
    id: 'CVE-2025-24813',
    title: 'Tomcat: a partial PUT request plants a session file',
    text: 'Tomcat keeps partial uploads under a predictable name. Where the default servlet may write and sessions live in files, an attacker uploads a session that runs code when it loads.',
    osv: [
      {
        id: 'BIT-tomcat-2025-24813',
        published: '2025-07-10T10:46:47.051Z',
        modified: '2026-03-20T13:43:29.174Z',
        aliases: ['CVE-2025-24813'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        packages: [['Bitnami', 'tomcat', 'SEMVER: 0 < 9.0.99, 10.0.0 < 10.1.35, 11.0.0 < 11.0.3']],
        references: [
          'https://github.com/absholi7ly/POC-CVE-2025-24813/blob/main/README.md',
          'https://www.vicarius.io/vsociety/posts/cve-2025-24813-detect-apache-tomcat-rce',
        ],
      },
    ],
    kev: { vendor: 'Apache', product: 'Tomcat', added: '2025-04-01', due: '2025-04-22' },
    epss: [0.99925, 0.99968, 0.99925, 0.99968],
    metasploit: { path: 'exploit/multi/http/tomcat_partial_put_deserialization', disclosed: '2025-03-10' },
    nuclei: { severity: 'critical', score: '9.8' },
  },
  {
    id: 'CVE-2026-34486',
    title: 'Tomcat: a fix let requests pass the EncryptInterceptor',
    text: 'A correction of an earlier weakness left a way around the encryption between cluster members.',
    osv: [
      {
        id: 'BIT-tomcat-2026-34486',
        published: '2026-04-13T05:53:08.595Z',
        modified: '2026-07-20T21:02:01.540Z',
        aliases: ['CVE-2026-34486'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'],
        packages: [['Bitnami', 'tomcat', 'SEMVER: 9.0.116 < 9.0.117, 10.1.53 < 10.1.54, 11.0.20 < 11.0.21']],
        references: [
          'https://www.vicarius.io/vsociety/posts/cve-2026-34486-detection-script-rce-on-apache-tomcat',
          'https://access.redhat.com/security/cve/CVE-2026-34486',
        ],
      },
    ],
    kev: { vendor: 'Apache', product: 'Tomcat', added: '2026-08-04', due: '2026-08-07' },
    epss: [0.8116, 0.99598, 0.82933, 0.99646],
    nuclei: { severity: 'critical', score: '9.8' },
  },
];
