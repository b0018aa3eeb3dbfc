import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'apk/db/installed',
  purl: 'pkg:apk/alpine/',
  write: [
    (packages) =>
      packages
        .map(
          ({ name, version }, at) =>
            `C:Q1x=\nP:${at === 0 ? 'alpine-release' : `lib${name}`}\nV:${version}\nA:x86_64\nT:about it\no:${name}\nF:etc\nR:x\n\n`,
        )
        .join(''),
  ],
  count: /^P:(.*)$/gm,
  examples: {
    'Alpine, of which records name sources': {
      fileName: 'lib/apk/db/installed',
      text: `C:Q1qKcZ+j23xssAXmgQhkOO8dHnbWw=
P:alpine-release
V:3.20.3-r0
A:x86_64
o:alpine-base

C:Q1x=
P:libcrypto3
V:3.3.2-r1
A:x86_64
S:1722368
o:openssl
m:Ariadne Conill <ariadne@dereferenced.org>
F:usr/lib
R:libcrypto.so.3

C:Q1y=
P:busybox
V:1.36.1-r29
A:x86_64
`,
      lines: [
        'pkg:apk/alpine/alpine-base@3.20.3-r0?arch=source&distro=alpine-3.20.3 | null | null | line 2',
        'pkg:apk/alpine/openssl@3.3.2-r1?arch=source&distro=alpine-3.20.3 | null | null | line 8',
        'pkg:apk/alpine/busybox@1.36.1-r29?arch=source&distro=alpine-3.20.3 | null | null | line 18',
      ],
    },
    'Wolfi, of which records name packages': {
      text: `P:wolfi-baselayout
V:20230201-r15
A:aarch64
o:wolfi-baselayout

P:libssl3
V:3.4.0-r2
A:aarch64
o:openssl
`,
      lines: [
        'pkg:apk/wolfi/wolfi-baselayout@20230201-r15?arch=aarch64 | null | null | line 1',
        'pkg:apk/wolfi/libssl3@3.4.0-r2?arch=aarch64 | null | null | line 6',
      ],
    },
    'a list that does not tell the distribution': {
      text: `P:musl
V:1.2.5-r0
A:x86_64
o:musl
`,
      lines: [
        '- musl | line 1 | its distribution is unknown: neither the list nor an os-release names it; almanac scan --root reads both',
      ],
    },
  },
});
