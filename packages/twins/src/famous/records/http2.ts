import type { FamousRecord } from '../record.ts';

/** HTTP/2 Rapid Reset and its effects on Go. */
export const HTTP2: readonly FamousRecord[] = [
  {
    id: 'CVE-2023-44487',
    title: 'HTTP/2 Rapid Reset: cancelled requests exhaust servers',
    text: 'A client opens requests and cancels them at once. The server keeps working on each, so that one connection causes far more work than the limits allow.',
    cve: {
      by: 'mitre',
      dates: ['2023-09-29T00:00:00Z', '2023-10-10T00:00:00Z', '2024-08-19T07:48:04.546Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      references: [
        'https://blog.cloudflare.com/technical-breakdown-http2-rapid-reset-ddos-attack/',
        'https://aws.amazon.com/security/security-bulletins/AWS-2023-011/',
        'https://cloud.google.com/blog/products/identity-security/how-it-works-the-novel-http2-rapid-reset-ddos-attack',
      ],
      cisa: {
        ssvc: 'active yes partial',
        at: '2024-07-23T20:34:21.334116Z',
        kev: '2023-10-10',
        scores: ['7.5 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'],
        cwes: ['CWE-400'],
        products: [
          {
            vendor: 'ietf',
            product: 'http',
            cpes: ['cpe:2.3:a:ietf:http:2.0:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: ['2.0'],
          },
        ],
      },
    },
    ghsa: {
      id: 'GHSA-qppj-fm5r-hxr3',
      published: '2023-10-10T21:28:24Z',
      modified: '2024-08-07T20:01:43.272899Z',
      severity: 'MODERATE',
      vectors: [
        'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L',
        'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:L/SC:N/SI:N/SA:N',
      ],
      cwes: ['CWE-400'],
      packages: [
        ['SwiftURL', 'github.com/apple/swift-nio-http2', 'SEMVER: 0 < 1.28.0'],
        ['Go', 'golang.org/x/net', 'SEMVER: 0 < 0.17.0'],
        ['Go', 'google.golang.org/grpc', 'SEMVER: 1.58.0 < 1.58.3', 'SEMVER: 1.57.0 < 1.57.1', 'SEMVER: 0 < 1.56.3'],
        [
          'Maven',
          'org.apache.tomcat:tomcat-coyote',
          '11.0.0-M1 < 11.0.0-M12',
          '10.0.0 < 10.1.14',
          '9.0.0 < 9.0.81',
          '8.5.0 < 8.5.94',
        ],
        [
          'Maven',
          'org.apache.tomcat.embed:tomcat-embed-core',
          '11.0.0-M1 < 11.0.0-M12',
          '10.0.0 < 10.1.14',
          '9.0.0 < 9.0.81',
          '8.5.0 < 8.5.94',
        ],
      ],
      references: [
        'https://github.com/apple/swift-nio-http2/security/advisories/GHSA-qppj-fm5r-hxr3',
        'https://github.com/h2o/h2o/security/advisories/GHSA-2m7v-gc89-fjqf',
      ],
    },
    osv: [
      {
        id: 'BIT-nginx-2023-44487',
        published: '2024-03-06T10:58:49.980Z',
        modified: '2026-05-13T12:07:18.771Z',
        aliases: ['CVE-2023-44487'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'],
        packages: [['Bitnami', 'nginx', 'SEMVER: 1.9.5 < 1.25.3']],
        references: [
          'https://access.redhat.com/security/cve/cve-2023-44487',
          'https://aws.amazon.com/security/security-bulletins/AWS-2023-011/',
        ],
      },
      {
        id: 'BIT-tomcat-2023-44487',
        published: '2025-07-17T08:09:39.495Z',
        modified: '2026-05-13T12:07:18.771Z',
        aliases: ['CVE-2023-44487'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'],
        packages: [['Bitnami', 'tomcat', 'SEMVER: 8.5.0 < 8.5.94, 9.0.0 < 9.0.81, 10.0.0 < 10.1.14']],
        references: [
          'https://access.redhat.com/security/cve/cve-2023-44487',
          'https://aws.amazon.com/security/security-bulletins/AWS-2023-011/',
        ],
      },
    ],
    kev: { vendor: 'IETF', product: 'HTTP/2', added: '2023-10-10', due: '2023-10-31' },
    epss: [0.99999, 0.99997, 0.99999, 0.99997],
  },
  {
    id: 'CVE-2023-39325',
    title: 'Go: HTTP/2 resets create unlimited work',
    text: 'The HTTP/2 server of Go starts a handler before it counts a cancelled request. A client that resets quickly runs many more handlers than allowed.',
    cve: {
      by: 'Go',
      dates: ['2023-07-27T17:05:55.188Z', '2023-10-11T21:15:02.727Z', '2023-10-11T21:15:02.727Z'],
      products: [
        {
          vendor: 'Go standard library',
          product: 'net/http',
          packageName: 'net/http',
          collectionURL: 'https://pkg.go.dev',
          defaultStatus: 'unaffected',
          versions: ['0 < 1.20.10 #semver', '1.21.0-0 < 1.21.3 #semver'],
        },
        {
          vendor: 'golang.org/x/net',
          product: 'golang.org/x/net/http2',
          packageName: 'golang.org/x/net/http2',
          collectionURL: 'https://pkg.go.dev',
          defaultStatus: 'unaffected',
          versions: ['0 < 0.17.0 #semver'],
        },
      ],
      cwes: ['CWE-400'],
      references: [
        'https://go.dev/issue/63417',
        'https://groups.google.com/g/golang-announce/c/iNNxDTCjZvo/m/UDd7VKQuAAAJ',
        'https://pkg.go.dev/vuln/GO-2023-2102',
      ],
    },
    ghsa: {
      id: 'GHSA-4374-p667-p6c8',
      published: '2023-10-11T20:35:43Z',
      modified: '2023-12-07T23:00:43Z',
      severity: 'HIGH',
      vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'],
      cwes: ['CWE-400', 'CWE-770'],
      packages: [['Go', 'golang.org/x/net', '0 < 0.17.0']],
      references: ['https://github.com/golang/go/issues/63417', 'https://go.dev/cl/534215'],
    },
    osv: [
      {
        id: 'GO-2023-2102',
        aliases: ['CVE-2023-39325', 'GHSA-4374-p667-p6c8'],
        related: ['CVE-2023-44487'],
        packages: [
          ['Go', 'stdlib', 'SEMVER: 0 < 1.20.10, 1.21.0-0 < 1.21.3'],
          ['Go', 'golang.org/x/net', 'SEMVER: 0 < 0.17.0'],
        ],
        references: [
          'https://go.dev/issue/63417',
          'https://groups.google.com/g/golang-announce/c/iNNxDTCjZvo/m/UDd7VKQuAAAJ',
        ],
      },
    ],
    epss: [0.03796, 0.88967, 0.03796, 0.89071],
  },
];
