import type { FamousRecord } from '../record.ts';

export const RUST_RUBY: readonly FamousRecord[] = [
  {
    id: 'CVE-2022-24713',
    title: 'regex: a pattern compiles for minutes',
    text: 'The crate bounds the time to match, but many repetitions of empty expressions make compiling a pattern very slow.',
    osv: [
      {
        id: 'RUSTSEC-2022-0013',
        published: '2022-03-08T12:00:00Z',
        modified: '2023-06-13T13:10:24Z',
        aliases: ['CVE-2022-24713', 'GHSA-m5pq-gvj9-9vr8'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'],
        packages: [['crates.io', 'regex', 'SEMVER: 0.0.0-0 < 1.5.5']],
        references: ['https://crates.io/crates/regex', 'https://rustsec.org/advisories/RUSTSEC-2022-0013.html'],
      },
    ],
    epss: [0.1446, 0.96286, 0.1446, 0.9632],
  },
  {
    id: 'CVE-2024-24576',
    title: 'BatBadBut: Rust passes unescaped arguments to batch files',
    text: 'On Windows the standard library escapes arguments of batch files in a way that cmd.exe reads differently. Untrusted arguments run commands.',
    cve: {
      by: 'GitHub_M',
      dates: ['2024-01-25T15:09:40.211Z', '2024-04-09T17:28:41.800Z', '2024-06-06T14:12:09.344Z'],
      products: [{ vendor: 'rust-lang', product: 'rust', versions: ['< 1.77.2'] }],
      cwes: ['CWE-78', 'CWE-88'],
      scores: ['10 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H'],
      references: [
        'https://github.com/rust-lang/rust/security/advisories/GHSA-q455-m56c-85mh',
        'https://doc.rust-lang.org/std/io/enum.ErrorKind.html#variant.InvalidInput',
        'https://github.com/rust-lang/rust/issues',
      ],
      cisa: { ssvc: 'poc yes total', at: '2024-05-18T04:00:45.735598Z' },
    },
    epss: [0.20342, 0.9723, 0.20342, 0.97255],
  },
  {
    id: 'CVE-2023-38497',
    title: 'Cargo extracts crates that others can change',
    text: 'Cargo ignores the umask when it unpacks crates. Other local users change the source that the next build compiles.',
    cve: {
      by: 'GitHub_M',
      dates: ['2023-07-18T16:28:12.076Z', '2023-08-04T15:51:44.878Z', '2024-10-08T18:06:00.736Z'],
      products: [{ vendor: 'rust-lang', product: 'cargo', versions: ['< 0.72.2'] }],
      cwes: ['CWE-278'],
      scores: ['7.8 CVSS:3.1/AV:L/AC:L/PR:L/UI:R/S:C/C:H/I:H/A:N'],
      references: [
        'https://github.com/rust-lang/cargo/security/advisories/GHSA-j3xp-wfr4-hx87',
        'https://github.com/rust-lang/cargo/pull/12443',
        'https://en.wikipedia.org/wiki/Umask',
      ],
      cisa: { ssvc: 'none no total', at: '2024-10-08T18:02:25.711058Z' },
    },
    epss: [0.00785, 0.52681, 0.00731, 0.51243],
  },
  {
    id: 'CVE-2022-23633',
    title: 'Rails: Action Pack leaks data between requests',
    text: 'Under certain conditions a response body is not closed, and thread state of one request remains for the next.',
    cve: {
      by: 'GitHub_M',
      dates: ['2022-01-19T00:00:00Z', '2022-02-11T00:00:00Z', '2024-01-19T16:06:28.821144Z'],
      products: [
        {
          vendor: 'rails',
          product: 'rails',
          versions: [
            '= >= 7.0.0.0, < 7.0.2.1',
            '= >= 6.1.0.0, < 6.1.4.5',
            '= >= 6.0.0.0, < 6.0.4.5',
            '= >= 5.0.0, < 5.2.6.1',
          ],
        },
      ],
      cwes: ['CWE-200'],
      scores: ['7.4 CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N'],
      references: [
        'https://github.com/rails/rails/security/advisories/GHSA-wh98-p28r-vrc9',
        'https://github.com/rails/rails/commit/f9a2ad03943d5c2ba54e1d45f155442b519c75da',
        'https://www.debian.org/security/2023/dsa-5372',
      ],
    },
    ghsa: {
      id: 'GHSA-wh98-p28r-vrc9',
      published: '2022-02-11T20:49:14Z',
      modified: '2022-02-16T21:55:31Z',
      severity: 'HIGH',
      vectors: ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N'],
      cwes: ['CWE-200'],
      packages: [
        ['RubyGems', 'actionpack', '5.0.0.0 < 5.2.6.2', '6.0.0.0 < 6.0.4.6', '6.1.0.0 < 6.1.4.6', '7.0.0.0 < 7.0.2.2'],
      ],
      references: [
        'https://github.com/rails/rails/security/advisories/GHSA-wh98-p28r-vrc9',
        'https://github.com/rails/rails/commit/f9a2ad03943d5c2ba54e1d45f155442b519c75da',
      ],
    },
    epss: [0.02226, 0.81036, 0.02226, 0.81208],
  },
  {
    id: 'CVE-2023-22795',
    title: 'Rails: an If-None-Match header takes exponential time',
    text: 'Action Dispatch matches the If-None-Match header with a slow regular expression that a client exploits.',
    cve: {
      by: 'hackerone',
      dates: ['2023-01-06T00:00:00Z', '2023-02-09T00:00:00Z', '2024-08-02T10:20:30.901Z'],
      products: [{ vendor: 'n/a', product: 'https://github.com/rails/rails', versions: ['6.1.7.1, 7.0.4.1'] }],
      cwes: ['CWE-400'],
      references: [
        'https://www.debian.org/security/2023/dsa-5372',
        'https://security.netapp.com/advisory/ntap-20240202-0010/',
      ],
    },
    ghsa: {
      id: 'GHSA-8xww-x3g3-6jcv',
      published: '2023-01-18T18:20:51Z',
      modified: '2023-02-08T07:43:30Z',
      severity: 'LOW',
      cwes: ['CWE-1333'],
      packages: [['RubyGems', 'actionpack', '7.0.0 < 7.0.4.1', '0 < 5.2.8.15', '6.0.0 < 6.1.7.1']],
      references: [
        'https://github.com/rails/rails/releases/tag/v7.0.4.1',
        'https://github.com/rubysec/ruby-advisory-db/blob/master/gems/actionpack/CVE-2023-22795.yml',
      ],
    },
    epss: [0.02278, 0.81471, 0.02278, 0.81638],
  },
  {
    id: 'CVE-2021-41098',
    title: 'Nokogiri on JRuby loads external entities',
    text: 'The SAX parser resolves external entities by default on JRuby. Untrusted XML reads files or contacts hosts.',
    cve: {
      by: 'GitHub_M',
      dates: ['2021-09-15T00:00:00Z', '2021-09-27T19:35:11Z', '2024-08-04T02:59:31.455Z'],
      products: [{ vendor: 'sparklemotion', product: 'nokogiri', versions: ['< 1.12.5'] }],
      cwes: ['CWE-611'],
      scores: ['7.5 CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'],
      references: [
        'https://github.com/sparklemotion/nokogiri/security/advisories/GHSA-2rr5-8q37-2w7h',
        'https://github.com/sparklemotion/nokogiri/commit/5bf729ff3cc84709ee3c3248c981584088bf9f6d',
      ],
    },
    ghsa: {
      id: 'GHSA-2rr5-8q37-2w7h',
      published: '2021-09-27T20:12:47Z',
      modified: '2021-09-28T18:46:02Z',
      severity: 'HIGH',
      vectors: ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'],
      cwes: ['CWE-611'],
      packages: [['RubyGems', 'nokogiri', '0 < 1.12.5']],
      references: [
        'https://github.com/sparklemotion/nokogiri/security/advisories/GHSA-2rr5-8q37-2w7h',
        'https://github.com/sparklemotion/nokogiri/commit/5bf729ff3cc84709ee3c3248c981584088bf9f6d',
      ],
    },
    epss: [0.0142, 0.70296, 0.01447, 0.71064],
  },
  {
    id: 'CVE-2024-45409',
    title: 'ruby-saml accepts a forged response',
    text: 'ruby-saml looks for the signed part in the wrong place. With any signed document an attacker logs in as anybody.',
    cve: {
      by: 'GitHub_M',
      dates: ['2024-08-28T20:21:32.804Z', '2024-09-10T18:50:12.965Z', '2024-11-11T17:02:31.329Z'],
      products: [{ vendor: 'SAML-Toolkits', product: 'ruby-saml', versions: ['< 1.12.3', '= >= 1.13.0, < 1.17.0'] }],
      cwes: ['CWE-347'],
      scores: ['10 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:N'],
      references: [
        'https://github.com/SAML-Toolkits/ruby-saml/security/advisories/GHSA-jw9c-mfg7-9rx2',
        'https://github.com/omniauth/omniauth-saml/security/advisories/GHSA-cvp8-5r8g-fhvq',
      ],
      cisa: { ssvc: 'none yes total', at: '2024-09-10T19:10:27.023853Z' },
    },
    osv: [
      {
        id: 'BIT-gitlab-2024-45409',
        published: '2024-09-21T07:19:08.053Z',
        modified: '2025-05-20T10:02:07.006Z',
        aliases: ['CVE-2024-45409'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        packages: [
          [
            'Bitnami',
            'gitlab',
            'SEMVER: 0 < 16.11.10, 17.0.0 < 17.0.8, 17.1.0 < 17.1.8, 17.2.0 < 17.2.7, 17.3.0 < 17.3.3',
          ],
        ],
        references: [
          'https://github.com/SAML-Toolkits/ruby-saml/commit/1ec5392bc506fe43a02dbb66b68741051c5ffeae',
          'https://github.com/SAML-Toolkits/ruby-saml/commit/4865d030cae9705ee5cdb12415c654c634093ae7',
        ],
      },
    ],
    epss: [0.10684, 0.95377, 0.10684, 0.95417],
  },
];
