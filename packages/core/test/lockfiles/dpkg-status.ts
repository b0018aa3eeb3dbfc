import { lockfileCases } from '../lockfile-cases.ts';

const BASE =
  'Package: base-files\nStatus: install ok installed\nMaintainer: Santiago <sanvila@debian.org>\nVersion: 12.4+deb12u8\n';

export const cases = lockfileCases({
  kind: 'dpkg/status',
  purl: 'pkg:deb/debian/',
  write: [
    (packages) =>
      packages
        .map(
          ({ name, version }, at) =>
            `Package: ${at === 0 ? 'base-files' : `lib${name}`}\nStatus: install ok installed\nMaintainer: x@debian.org\nArchitecture: amd64\nSource: ${name}${at === 0 ? ` (${version})` : ''}\nVersion: ${at === 0 ? '12.4' : version}\nDescription: about it\n Package: not a field\n\n`,
        )
        .join(''),
  ],
  count: /^(?:Source: (\S+)(?: \((.*)\))?|Package: (?=.*\n(?!(?:.+\n)*Source: ))(.*))$/gm,
  examples: {
    'Debian 12': {
      fileName: 'var/lib/dpkg/status',
      text: `${BASE}
Package: libssl3
Status: install ok installed
Priority: optional
Section: libs
Installed-Size: 6020
Maintainer: Debian OpenSSL Team <pkg-openssl-devel@alioth-lists.debian.net>
Architecture: amd64
Multi-Arch: same
Source: openssl
Version: 3.0.15-1~deb12u1
Depends: libc6 (>= 2.34)
Description: Secure Sockets Layer toolkit - shared libraries
 Package: this continues the description.

Package: libc-bin
Status: install ok installed
Source: glibc (2.36-9+deb12u9)
Version: 2.36-9+deb12u9+b1
Architecture: amd64

Package: vim-common
Status: deinstall ok config-files
Version: 2:9.0.1378-2
`,
      lines: [
        'pkg:deb/debian/base-files@12.4%2Bdeb12u8?arch=source&distro=debian-12 | null | null | line 1',
        'pkg:deb/debian/openssl@3.0.15-1~deb12u1?arch=source&distro=debian-12 | null | null | line 6',
        'pkg:deb/debian/glibc@2.36-9%2Bdeb12u9?arch=source&distro=debian-12 | null | null | line 20',
        '- vim-common | line 26 | a package that is not installed: "deinstall ok config-files"',
      ],
    },
    'Ubuntu, where the list does not tell the release': {
      text: `Package: base-files
Status: install ok installed
Maintainer: Ubuntu Developers <ubuntu-devel-discuss@lists.ubuntu.com>
Version: 13ubuntu10.1

Package: vim-common
Status: install ok installed
Source: vim
Version: 2:9.1.0016-1ubuntu7.5
Architecture: all
`,
      lines: [
        'pkg:deb/ubuntu/base-files@13ubuntu10.1?arch=source | null | null | line 1',
        'pkg:deb/ubuntu/vim@2:9.1.0016-1ubuntu7.5?arch=source | null | null | line 6',
      ],
    },
    'a package of an image without dpkg, which does not tell the distribution': {
      fileName: 'var/lib/dpkg/status.d/tzdata',
      text: `Package: tzdata
Version: 2024b-0+deb12u1
Architecture: all
Maintainer: GNU Libc Maintainers <debian-glibc@lists.debian.org>
`,
      lines: [
        '- tzdata | line 1 | its distribution is unknown: neither the list nor an os-release names it; almanac scan --root reads both',
      ],
    },
  },
});
