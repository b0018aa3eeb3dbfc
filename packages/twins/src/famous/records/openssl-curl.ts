import type { FamousRecord } from '../record.ts';

/** OpenSSL and curl. */
export const OPENSSL_CURL: readonly FamousRecord[] = [
  {
    id: 'CVE-2014-0160',
    title: 'Heartbleed: OpenSSL sends memory to anybody',
    text: 'A heartbeat request may claim to be longer than it is. OpenSSL answers with up to 64 kB of its memory, with keys and passwords in it, and leaves no trace.',
    cve: {
      by: 'redhat',
      dates: ['2013-12-03T00:00:00.000Z', '2014-04-07T00:00:00.000Z', '2025-07-28T19:46:02.441Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      cwes: ['CWE-125'],
      references: [
        'http://www.openssl.org/news/secadv_20140407.txt',
        'http://heartbleed.com/',
        'http://www.debian.org/security/2014/dsa-2896',
      ],
      cisa: {
        ssvc: 'active yes partial',
        scores: ['7.5 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'],
        kev: '2022-05-04',
      },
    },
    kev: { vendor: 'OpenSSL', product: 'OpenSSL', added: '2022-05-04', due: '2022-05-25' },
    epss: [0.99999, 0.99997, 0.99999, 0.99997],
    metasploit: { path: 'auxiliary/scanner/ssl/openssl_heartbleed', disclosed: '2014-04-07' },
    exploitdb: 32745,
  },
  {
    id: 'CVE-2016-0800',
    title: 'DROWN: SSLv2 breaks TLS sessions',
    text: 'A server that still accepts SSLv2 with the same key helps an attacker to decrypt recorded TLS sessions.',
    nvd: {
      status: 'Modified',
      published: '2016-03-01T20:59:00.253Z',
      modified: '2022-12-13T12:15:19.773Z',
      scores: ['5.9 CVSS:3.0/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N', '4.3 AV:N/AC:M/Au:N/C:P/I:N/A:N'],
      cwes: ['CWE-200', 'CWE-310'],
      cpes: [
        'a:openssl:openssl:{1.0.1,1.0.1:beta1,1.0.1:beta2,1.0.1:beta3,1.0.1a,1.0.1b,1.0.1c,1.0.1d,1.0.1e,1.0.1f,1.0.1g,1.0.1h}',
        'a:openssl:openssl:{1.0.1i,1.0.1j,1.0.1k,1.0.1l,1.0.1m,1.0.1n,1.0.1o,1.0.1p,1.0.1q,1.0.1r}',
        'a:openssl:openssl:{1.0.2,1.0.2:beta1,1.0.2:beta2,1.0.2:beta3,1.0.2a,1.0.2b,1.0.2c,1.0.2d,1.0.2e,1.0.2f}',
      ],
      by: 'secalert@redhat.com',
      references: [
        'http://kb.juniper.net/InfoCenter/index?page=content&id=JSA10722',
        'http://rhn.redhat.com/errata/RHSA-2016-1519.html',
        'http://support.citrix.com/article/CTX208403',
      ],
    },
    epss: [0.82112, 0.99622, 0.82112, 0.99626],
    metasploit: { path: 'auxiliary/scanner/ssl/ssl_version', disclosed: '2014-10-14' },
  },
  {
    id: 'CVE-2022-3602',
    title: 'OpenSSL 3: four bytes too many while checking a name',
    text: 'A punycode mail address in a certificate overflows a buffer on the stack by four bytes while OpenSSL 3.0 checks name constraints.',
    cve: {
      by: 'openssl',
      dates: ['2022-10-19T00:00:00.000Z', '2022-11-01T00:00:00.000Z', '2025-05-05T16:12:48.023Z'],
      products: [
        {
          vendor: 'OpenSSL',
          product: 'OpenSSL',
          versions: ['Fixed in OpenSSL 3.0.7 (Affected 3.0.0,3.0.1,3.0.2,3.0.3,3.0.4,3.0.5,3.0.6)'],
        },
      ],
      cwes: ['CWE-787'],
      references: [
        'https://www.openssl.org/news/secadv/20221101.txt',
        'https://git.openssl.org/gitweb/?p=openssl.git%3Ba=commitdiff%3Bh=fe3b639dc19b325846f4f6801f2f4604f56e3de3',
        'https://tools.cisco.com/security/center/content/CiscoSecurityAdvisory/cisco-sa-openssl-W9sdCc2a',
      ],
      cisa: { ssvc: 'none yes partial', scores: ['7.5 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'] },
    },
    ghsa: {
      id: 'GHSA-8rwr-x37p-mx23',
      published: '2022-11-01T17:45:59Z',
      modified: '2022-11-07T21:28:54Z',
      severity: 'CRITICAL',
      vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      cwes: ['CWE-120', 'CWE-787'],
      packages: [['crates.io', 'openssl-src', '300.0.0 < 300.0.11']],
      references: [
        'https://github.com/alexcrichton/openssl-src-rs/commit/4a31c14f31e1a08c18893a37e304dd1dd4b7daa3',
        'https://github.com/openssl/openssl/commit/fe3b639dc19b325846f4f6801f2f4604f56e3de3',
      ],
    },
    osv: [
      {
        id: 'RUSTSEC-2022-0064',
        published: '2022-11-01T12:00:00Z',
        modified: '2023-06-13T13:10:24Z',
        aliases: ['CVE-2022-3602', 'GHSA-8rwr-x37p-mx23'],
        packages: [['crates.io', 'openssl-src', 'SEMVER: 300.0.0 < 300.0.11']],
        references: ['https://crates.io/crates/openssl-src', 'https://rustsec.org/advisories/RUSTSEC-2022-0064.html'],
      },
    ],
    epss: [0.9077, 0.99795, 0.9077, 0.99797],
  },
  {
    id: 'CVE-2022-3786',
    title: 'OpenSSL 3: a long name overflows with dots',
    text: 'A punycode mail address in a certificate overflows the stack with any number of dots and crashes OpenSSL 3.0.',
    cve: {
      by: 'openssl',
      dates: ['2022-11-01T00:00:00.000Z', '2022-11-01T00:00:00.000Z', '2025-05-05T16:12:38.194Z'],
      products: [
        { vendor: 'OpenSSL', product: 'OpenSSL', defaultStatus: 'unaffected', versions: ['3.0.0 < 3.0.7 #semver'] },
      ],
      cwes: ['CWE-120'],
      references: [
        'https://www.openssl.org/news/secadv/20221101.txt',
        'https://git.openssl.org/gitweb/?p=openssl.git;a=commitdiff;h=c42165b5706e42f67ef8ef4c351a9a4c5d21639a',
      ],
      cisa: { ssvc: 'none yes partial', scores: ['7.5 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'] },
    },
    ghsa: {
      id: 'GHSA-h8jm-2x53-xhp5',
      published: '2022-11-01T17:45:21Z',
      modified: '2022-11-02T21:46:40Z',
      severity: 'HIGH',
      vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'],
      cwes: ['CWE-120'],
      packages: [['crates.io', 'openssl-src', '300.0.0 < 300.0.11']],
      references: [
        'https://github.com/alexcrichton/openssl-src-rs/commit/4a31c14f31e1a08c18893a37e304dd1dd4b7daa3',
        'https://github.com/openssl/openssl/commit/fe3b639dc19b325846f4f6801f2f4604f56e3de3',
      ],
    },
    osv: [
      {
        id: 'RUSTSEC-2022-0065',
        published: '2022-11-01T12:00:00Z',
        modified: '2023-06-13T13:10:24Z',
        aliases: ['CVE-2022-3786', 'GHSA-h8jm-2x53-xhp5'],
        packages: [['crates.io', 'openssl-src', 'SEMVER: 300.0.0 < 300.0.11']],
        references: ['https://crates.io/crates/openssl-src', 'https://rustsec.org/advisories/RUSTSEC-2022-0065.html'],
      },
    ],
    epss: [0.92488, 0.99816, 0.92488, 0.99817],
  },
  {
    id: 'CVE-2024-6119',
    title: 'OpenSSL: comparing a certificate name reads wrong memory',
    text: 'A client that checks a server name against an otherName of a certificate reads an invalid address and crashes.',
    cve: {
      by: 'openssl',
      dates: ['2024-06-18T09:24:11.739Z', '2024-09-03T15:58:06.970Z', '2024-09-12T16:03:01.704Z'],
      products: [
        {
          vendor: 'OpenSSL',
          product: 'OpenSSL',
          defaultStatus: 'unaffected',
          versions: [
            '3.3.0 < 3.3.2 #semver',
            '3.2.0 < 3.2.3 #semver',
            '3.1.0 < 3.1.7 #semver',
            '3.0.0 < 3.0.15 #semver',
          ],
        },
      ],
      cwes: ['CWE-843'],
      references: [
        'https://openssl-library.org/news/secadv/20240903.txt',
        'https://github.com/openssl/openssl/commit/7dfcee2cd2a63b2c64b9b4b0850be64cb695b0a0',
        'https://github.com/openssl/openssl/commit/05f360d9e849a1b277db628f1f13083a7f8dd04f',
      ],
      cisa: {
        ssvc: 'none yes partial',
        at: '2024-09-03T20:20:39.935362Z',
        scores: ['7.5 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'],
        products: [
          {
            vendor: 'openssl',
            product: 'openssl',
            cpes: ['cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: [
              '3.3.0 < 3.3.2 #custom',
              '3.2.0 < 3.2.3 #custom',
              '3.1.0 < 3.1.7 #custom',
              '3.0.0 < 3.0.15 #custom',
            ],
          },
        ],
      },
    },
    epss: [0.66582, 0.99216, 0.66582, 0.99224],
  },
  {
    id: 'CVE-2024-5535',
    title: 'OpenSSL: an empty protocol list makes it read too far',
    text: 'SSL_select_next_proto reads past its buffer when a caller passes an empty list, and may send up to 255 bytes of memory.',
    cve: {
      by: 'openssl',
      dates: ['2024-05-30T15:34:36.813Z', '2024-06-27T10:30:53.118Z', '2024-11-14T04:55:17.007Z'],
      products: [
        {
          vendor: 'OpenSSL',
          product: 'OpenSSL',
          defaultStatus: 'unaffected',
          versions: [
            '3.3.0 < 3.3.2 #semver',
            '3.2.0 < 3.2.3 #semver',
            '3.1.0 < 3.1.7 #semver',
            '3.0.0 < 3.0.15 #semver',
            '1.1.1 < 1.1.1za #custom',
            '1.0.2 < 1.0.2zk #custom',
          ],
        },
      ],
      cwes: ['CWE-200'],
      references: [
        'https://www.openssl.org/news/secadv/20240627.txt',
        'https://github.com/openssl/openssl/commit/e86ac436f0bd54d4517745483e2315650fae7b2c',
        'https://github.com/openssl/openssl/commit/99fb785a5f85315b95288921a321a935ea29a51e',
      ],
      cisa: {
        ssvc: 'none yes partial',
        at: '2024-06-27T13:50:16.969601Z',
        scores: ['9.1 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:H'],
        products: [
          {
            vendor: 'openssl',
            product: 'openssl',
            cpes: ['cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: [
              '3.3.0 < 3.3.2 #custom',
              '3.2.0 < 3.2.3 #custom',
              '3.1.0 < 3.1.7 #custom',
              '3.0.0 < 3.0.15 #custom',
              '1.1.1 < 1.1.1za #custom',
              '1.0.2 < 1.0.2zk #custom',
            ],
          },
        ],
      },
    },
    epss: [0.05582, 0.92132, 0.05582, 0.92204],
  },
  {
    id: 'CVE-2023-38545',
    title: 'curl: a long host name overflows the SOCKS5 handshake',
    text: 'When a SOCKS5 proxy shall resolve a name that is too long, curl copies it into a buffer that is too small. A redirect to such a name suffices.',
    cve: {
      by: 'hackerone',
      dates: ['2023-07-20T01:00:12.444Z', '2023-10-18T03:52:00.816Z', '2024-10-17T21:16:30.994Z'],
      products: [{ vendor: 'curl', product: 'curl', versions: ['8.4.0 < 8.4.0 #semver', '!7.69.0 < 7.69.0 #semver'] }],
      references: [
        'https://curl.se/docs/CVE-2023-38545.html',
        'https://www.secpod.com/blog/high-severity-heap-buffer-overflow-vulnerability/',
        'https://support.apple.com/kb/HT214036',
      ],
      cisa: {
        ssvc: 'PoC No Total',
        at: '2024-10-17T21:11:03.346985Z',
        scores: ['8.8 CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H'],
        cwes: ['CWE-787'],
      },
    },
    nvd: {
      status: 'Modified',
      published: '2023-10-18T04:15:11.077Z',
      modified: '2024-10-17T22:35:00.730Z',
      scores: ['9.8 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      cwes: ['CWE-787'],
      cpes: ['a:haxx:libcurl >= 7.69.0 < 8.4.0'],
      by: 'support@hackerone.com',
    },
    epss: [0.78483, 0.99542, 0.78483, 0.99547],
  },
  {
    id: 'CVE-2023-38546',
    title: 'curl: copied handles take cookies from a file named none',
    text: 'A duplicated handle without a cookie file later reads cookies from a file called none in the current folder.',
    cve: {
      by: 'hackerone',
      dates: ['2023-07-20T01:00:12.444Z', '2023-10-18T03:51:31.276Z', '2024-09-13T15:02:37.137Z'],
      products: [{ vendor: 'curl', product: 'curl', versions: ['8.4.0 < 8.4.0 #semver', '!7.9.1 < 7.9.1 #semver'] }],
      references: [
        'https://curl.se/docs/CVE-2023-38546.html',
        'https://support.apple.com/kb/HT214036',
        'https://forum.vmssoftware.com/viewtopic.php?f=8&t=8868',
      ],
      cisa: { ssvc: 'none no partial', at: '2024-09-13T15:01:53.358515Z' },
    },
    epss: [0.06208, 0.92832, 0.06208, 0.92896],
  },
  {
    id: 'CVE-2020-19909',
    title: 'curl: a disputed integer overflow in the retry delay',
    text: 'A very large --retry-delay overflows and curl waits for less time. Its maintainers object that nobody gains anything from that.',
    cve: {
      by: 'mitre',
      dates: ['2020-08-13T00:00:00Z', '2023-08-22T00:00:00Z', '2024-08-04T14:15:28.432Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      tags: ['disputed'],
      references: [
        'https://github.com/curl/curl/pull/4166',
        'https://daniel.haxx.se/blog/2023/08/26/cve-2020-19909-is-everything-that-is-wrong-with-cves/',
      ],
      cisa: { ssvc: 'none no partial', at: '2024-07-08T18:11:17.723863Z' },
    },
    epss: [0.0042, 0.34651, 0.0042, 0.35045],
  },
];
