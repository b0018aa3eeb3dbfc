import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'rpm-qa.txt',
  purl: 'pkg:rpm/azure-linux/',
  write: [
    (packages) =>
      packages
        .map(
          ({ name, version }, at) =>
            `${at === 0 ? 'azurelinux-release' : `lib${name}`}\t${version}\t0\t0\tx\t(none)\t1\tx86_64\t0\t${name}-${version}-1.src.rpm\n`,
        )
        .join(''),
  ],
  count: /^(?!#)(\S.*)$/gm,
  examples: {
    'AlmaLinux with epochs': {
      text: `almalinux-release-9.5-2.el9.x86_64
bash-5.1.8-9.el9.x86_64
bind-utils-32:9.16.23-24.el9_5.x86_64
java-17-openjdk-headless-1:17.0.13.0.11-4.el9.alma.1.x86_64
gpg-pubkey-b86b3716-61e69f29
`,
      lines: [
        'pkg:rpm/almalinux/almalinux-release@9.5-2.el9?arch=x86_64&distro=almalinux-9.5 | null | null | line 1',
        'pkg:rpm/almalinux/bash@5.1.8-9.el9?arch=x86_64&distro=almalinux-9.5 | null | null | line 2',
        'pkg:rpm/almalinux/bind-utils@9.16.23-24.el9_5?arch=x86_64&distro=almalinux-9.5&epoch=32 | null | null | line 3',
        'pkg:rpm/almalinux/java-17-openjdk-headless@17.0.13.0.11-4.el9.alma.1?arch=x86_64&distro=almalinux-9.5&epoch=1 | null | null | line 4',
        '- gpg-pubkey | line 5 | a key, which is no package',
      ],
    },
    'the manifest of a distroless image, of which records name sources': {
      fileName: 'var/lib/rpmmanifest/container-manifest-2',
      text: `azurelinux-release\t3.0-22.azl3\t1730000000\t1729000000\tMicrosoft Corporation\t(none)\t5\tx86_64\t0\tazurelinux-release-3.0-22.azl3.src.rpm
openssl-libs\t3.3.0-3.azl3\t1730000000\t1729000000\tMicrosoft Corporation\t(none)\t100\tx86_64\t0\topenssl-3.3.0-3.azl3.src.rpm
shadow-utils\t4.14.3-2.azl3\t1730000000\t1729000000\tMicrosoft Corporation\t(none)\t100\tx86_64\t2\tshadow-utils-4.14.3-2.azl3.src.rpm
`,
      lines: [
        'pkg:rpm/azure-linux/azurelinux-release@3.0-22.azl3?arch=src&distro=azure-linux-3.0 | null | null | line 1',
        'pkg:rpm/azure-linux/openssl@3.3.0-3.azl3?arch=src&distro=azure-linux-3.0 | null | null | line 2',
        'pkg:rpm/azure-linux/shadow-utils@4.14.3-2.azl3?arch=src&distro=azure-linux-3.0&epoch=2 | null | null | line 3',
      ],
    },
    'a list that does not tell the distribution': {
      text: `# rpm -qa
bash-5.1.8-9.el9.x86_64
not a package
`,
      lines: [
        '- null | line 3 | the line is not "name-version-release.arch": "not a package"',
        '- bash | line 2 | its distribution is unknown: neither the list nor an os-release names it; almanac scan --root reads both',
      ],
    },
  },
});
