import type { FamousRecord } from '../record.ts';

export const GO: readonly FamousRecord[] = [
  {
    id: 'CVE-2022-32149',
    title: 'golang.org/x/text: Accept-Language takes quadratic time',
    text: 'Parsing a crafted Accept-Language header takes long enough to exhaust a server.',
    cve: {
      by: 'Go',
      dates: ['2022-05-31T00:00:00Z', '2022-10-14T00:00:00Z', '2023-06-12T19:12:44.090Z'],
      products: [
        {
          vendor: 'golang.org/x/text',
          product: 'golang.org/x/text/language',
          packageName: 'golang.org/x/text/language',
          collectionURL: 'https://pkg.go.dev',
          defaultStatus: 'unaffected',
          versions: ['0 < 0.3.8 #semver'],
        },
      ],
      cwes: ['CWE-400'],
      references: [
        'https://go.dev/issue/56152',
        'https://groups.google.com/g/golang-announce/c/-hjNw559_tE/m/KlGTfid5CAAJ',
        'https://pkg.go.dev/vuln/GO-2022-1059',
      ],
    },
    ghsa: {
      id: 'GHSA-69ch-w2m2-3vjp',
      published: '2022-10-14T19:00:40Z',
      modified: '2025-05-16T02:08:37Z',
      severity: 'HIGH',
      vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'],
      cwes: ['CWE-772'],
      packages: [['Go', 'golang.org/x/text', '0 < 0.3.8']],
      references: [
        'https://github.com/golang/go/issues/56152',
        'https://github.com/golang/text/commit/434eadcdbc3b0256971992e8c70027278364c72c',
      ],
    },
    osv: [
      {
        id: 'GO-2022-1059',
        aliases: ['CVE-2022-32149', 'GHSA-69ch-w2m2-3vjp'],
        packages: [['Go', 'golang.org/x/text', 'SEMVER: 0 < 0.3.8']],
        references: [
          'https://go.dev/issue/56152',
          'https://groups.google.com/g/golang-announce/c/-hjNw559_tE/m/KlGTfid5CAAJ',
        ],
      },
    ],
    epss: [0.01494, 0.71701, 0.0155, 0.72947],
  },
  {
    id: 'CVE-2024-45337',
    title: 'golang.org/x/crypto/ssh: applications accept the wrong key',
    text: 'The callback that checks public keys runs for keys that the client never proves to have. Applications that remember its last call authorise the wrong user.',
    cve: {
      by: 'Go',
      dates: ['2024-08-27T19:41:58.555Z', '2024-12-11T18:55:58.506Z', '2024-12-12T20:48:37.700Z'],
      products: [
        {
          vendor: 'golang.org/x/crypto',
          product: 'golang.org/x/crypto/ssh',
          packageName: 'golang.org/x/crypto/ssh',
          collectionURL: 'https://pkg.go.dev',
          defaultStatus: 'unaffected',
          versions: ['0 < 0.31.0 #semver'],
        },
      ],
      references: [
        'https://github.com/golang/crypto/commit/b4f1988a35dee11ec3e05d6bf3e90b695fbd8909',
        'https://go.dev/cl/635315',
        'https://groups.google.com/g/golang-announce/c/-nPEi39gI4Q/m/cGVPJCqdAQAJ',
      ],
      cisa: {
        ssvc: 'none yes total',
        at: '2024-12-12T17:57:55.896008Z',
        scores: ['9.1 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N'],
      },
    },
    osv: [
      {
        id: 'GO-2024-3321',
        aliases: ['CVE-2024-45337', 'GHSA-v778-237x-gjrc'],
        packages: [['Go', 'golang.org/x/crypto', 'SEMVER: 0 < 0.31.0']],
        references: [
          'https://github.com/golang/crypto/commit/b4f1988a35dee11ec3e05d6bf3e90b695fbd8909',
          'https://go.dev/cl/635315',
        ],
      },
    ],
    epss: [0.03153, 0.86718, 0.03153, 0.8684],
  },
  {
    id: 'CVE-2024-24790',
    title: 'Go: netip misjudges IPv4 addresses written as IPv6',
    text: 'Methods such as IsPrivate and IsLoopback answer wrongly for IPv4 addresses mapped into IPv6.',
    cve: {
      by: 'Go',
      dates: ['2024-01-30T16:05:14.758Z', '2024-06-05T15:13:50.527Z', '2024-09-05T08:03:29.294Z'],
      products: [
        {
          vendor: 'Go standard library',
          product: 'net/netip',
          packageName: 'net/netip',
          collectionURL: 'https://pkg.go.dev',
          defaultStatus: 'unaffected',
          versions: ['0 < 1.21.11 #semver', '1.22.0-0 < 1.22.4 #semver'],
        },
      ],
      references: [
        'https://go.dev/cl/590316',
        'https://groups.google.com/g/golang-announce/c/XbxouI9gY7k/m/TuoGEhxIEwAJ',
        'https://pkg.go.dev/vuln/GO-2024-2887',
      ],
      cisa: {
        ssvc: 'none yes total',
        at: '2024-08-07T14:59:19.414359Z',
        scores: ['9.8 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        products: [
          {
            vendor: 'golang',
            product: 'go',
            cpes: ['cpe:2.3:a:golang:go:*:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: ['0 < 1.21.11 #semver', '1.22.0-0 < 1.22.4 #semver'],
          },
        ],
      },
    },
    osv: [
      {
        id: 'GO-2024-2887',
        aliases: ['CVE-2024-24790'],
        packages: [['Go', 'stdlib', 'SEMVER: 0 < 1.21.11, 1.22.0-0 < 1.22.4']],
        references: [
          'https://go.dev/cl/590316',
          'https://groups.google.com/g/golang-announce/c/XbxouI9gY7k/m/TuoGEhxIEwAJ',
        ],
      },
    ],
    epss: [0.01952, 0.78326, 0.01952, 0.78523],
  },
  {
    id: 'CVE-2021-29923',
    title: 'Go: a leading zero changes an IP address',
    text: 'The parser reads numbers with a leading zero as decimal while others read them as octal. Access rules based on addresses fail.',
    cve: {
      by: 'mitre',
      dates: ['2021-04-01T00:00:00Z', '2021-08-07T16:38:59Z', '2024-08-03T22:18:03.455Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      references: [
        'https://golang.org/pkg/net/#ParseCIDR',
        'https://defcon.org/html/defcon-29/dc-29-speakers.html#kaoudis',
        'https://github.com/golang/go/issues/43389',
      ],
    },
    epss: [0.03775, 0.88904, 0.03775, 0.89008],
  },
];
