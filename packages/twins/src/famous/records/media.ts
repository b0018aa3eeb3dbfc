import type { FamousRecord } from '../record.ts';

/** File parsers, including a disputed and a rejected CVE. */
export const MEDIA: readonly FamousRecord[] = [
  {
    id: 'CVE-2016-3714',
    title: 'ImageTragick: an image runs shell commands',
    text: 'ImageMagick passes parts of file names to a shell while it converts. An uploaded image runs commands.',
    cve: {
      by: 'redhat',
      dates: ['2016-03-30T00:00:00Z', '2016-05-05T18:00:00Z', '2024-09-09T16:20:23.386Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      references: [
        'https://access.redhat.com/security/vulnerabilities/2296071',
        'http://git.imagemagick.org/repos/ImageMagick/blob/a01518e08c840577cabd7d3ff291a9ba735f7276/ChangeLog',
        'http://www.securitytracker.com/id/1035742',
      ],
      cisa: {
        ssvc: 'active yes total',
        at: '2024-09-07T03:55:20.670421Z',
        kev: '2024-09-09',
        scores: ['8.4 CVSS:3.1/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        cwes: ['CWE-20'],
        products: [
          {
            vendor: 'imagemagick',
            product: 'imagemagick',
            cpes: ['cpe:2.3:a:imagemagick:imagemagick:*:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: ['0 <= 6.9.3-9 #custom'],
          },
          {
            vendor: 'imagemagick',
            product: 'imagemagick',
            cpes: ['cpe:2.3:a:imagemagick:imagemagick:7.0.0-0:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: ['7.0.0-0'],
          },
          {
            vendor: 'imagemagick',
            product: 'imagemagick',
            cpes: ['cpe:2.3:a:imagemagick:imagemagick:7.0.1-0:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: ['7.0.1-0'],
          },
        ],
      },
    },
    nvd: {
      status: 'Analyzed',
      published: '2016-05-05T18:59:03.273Z',
      modified: '2024-09-11T11:11:26.023Z',
      scores: ['8.4 CVSS:3.1/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', '10 AV:N/AC:L/Au:N/C:C/I:C/A:C'],
      cwes: ['CWE-20'],
      by: 'secalert@redhat.com',
    },
    kev: { vendor: 'ImageMagick', product: 'ImageMagick', added: '2024-09-09', due: '2024-09-30' },
    epss: [0.97485, 0.99894, 0.97485, 0.99896],
    exploitdb: 39767,
  },
  {
    id: 'CVE-2023-4863',
    title: 'libwebp: a crafted image overflows the heap',
    text: 'The Huffman tables of the lossless decoder overflow. Browsers and every program with the library run code of an image.',
    osv: [
      {
        id: 'RUSTSEC-2023-0060',
        published: '2023-09-12T12:00:00Z',
        modified: '2024-02-10T15:57:43Z',
        aliases: ['CVE-2023-4863', 'CVE-2023-5129', 'GHSA-j7hp-h8jx-5ppr'],
        packages: [['crates.io', 'libwebp-sys2', 'SEMVER: 0.0.0-0 < 0.1.8']],
        references: ['https://crates.io/crates/libwebp-sys2', 'https://rustsec.org/advisories/RUSTSEC-2023-0060.html'],
      },
      {
        id: 'RUSTSEC-2023-0061',
        published: '2023-09-12T12:00:00Z',
        modified: '2024-02-10T15:57:43Z',
        aliases: ['CVE-2023-4863', 'CVE-2023-5129', 'GHSA-j7hp-h8jx-5ppr'],
        packages: [['crates.io', 'libwebp-sys', 'SEMVER: 0.0.0-0 < 0.9.3']],
        references: ['https://crates.io/crates/libwebp-sys', 'https://rustsec.org/advisories/RUSTSEC-2023-0061.html'],
      },
    ],
    nvd: {
      status: 'Modified',
      published: '2023-09-12T15:15:24.327Z',
      modified: '2023-10-28T19:15:38.643Z',
      scores: ['8.8 CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H'],
      cwes: ['CWE-787'],
      cpes: ['a:google:chrome < 116.0.5845.187', 'a:webmproject:libwebp < 1.3.2'],
      by: 'chrome-cve-admin@google.com',
      references: [
        'https://adamcaudill.com/2023/09/14/whose-cve-is-it-anyway/',
        'https://blog.isosceles.com/the-webp-0day/',
        'https://bugzilla.suse.com/show_bug.cgi?id=1215231',
      ],
    },
    kev: { vendor: 'Google', product: 'Chromium WebP', added: '2023-09-13', due: '2023-10-04' },
    epss: [0.99735, 0.99953, 0.99735, 0.99953],
  },
  {
    id: 'CVE-2023-45322',
    title: 'libxml2: a disputed use after free',
    text: 'After an allocation fails, xmlUnlinkNode may use freed memory. The maintainer objects that an attacker does not control when memory runs out.',
    cve: {
      by: 'mitre',
      dates: ['2023-10-06T00:00:00Z', '2023-10-06T00:00:00Z', '2024-09-19T18:12:42.230Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      tags: ['disputed'],
      references: [
        'https://gitlab.gnome.org/GNOME/libxml2/-/issues/583',
        'http://www.openwall.com/lists/oss-security/2023/10/06/5',
      ],
      cisa: { ssvc: 'none no partial', at: '2024-09-19T18:12:15.161434Z' },
    },
    epss: [0.00826, 0.54015, 0.00826, 0.54371],
  },
  {
    id: 'CVE-2023-45918',
    title: 'ncurses: a rejected report about tgetstr',
    text: 'The report described a missing pointer check in tgetstr. The numbering authority rejected it: the behaviour is no vulnerability.',
    cve: {
      by: 'mitre',
      dates: ['2023-10-16T00:00:00Z', '2024-02-16T00:00:00Z', '2024-08-29T17:12:39.451Z'],
      rejected: '2024-11-21T20:25:34.899894Z',
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      references: [
        'https://lists.gnu.org/archive/html/bug-ncurses/2023-06/msg00005.html',
        'https://security.netapp.com/advisory/ntap-20240315-0006/',
      ],
      cisa: { ssvc: 'none no partial', at: '2024-08-29T17:12:31.960461Z' },
    },
  },
];
