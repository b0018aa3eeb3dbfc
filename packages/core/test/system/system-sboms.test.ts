import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { purlQuestion } from '../../src/scan/purl-question.ts';
import { readScannedFile } from '../../src/scan/read-scanned-file.ts';

/** Lists what we ask for each package of a document: the name that records use, its version, and what stays open. */
function listQuestions(file: string, as: string): readonly string[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const { file: read, problem } = readScannedFile(as, text, { namespace: 'debian', distro: 'debian-12' });
  if (read === null) throw new Error(problem);
  const questions = read.entries.map(({ ask }) => {
    const { question } = purlQuestion(ask ?? '');
    return [question?.ecosystem, question?.package, question?.version, ...(question?.gaps ?? [])].join(' ');
  });
  return [...new Set(questions)].sort();
}

it.each([
  ['CycloneDX', 'debian-12.syft-1.50.0.cdx.json'],
  ['SPDX', 'debian-12.syft-1.50.0.spdx.json'],
])('packages of a Debian root, as syft lists them in %s, are those that dpkg lists', (_, file) => {
  const own = listQuestions('debian-12.dpkg-status', 'dpkg/status');

  expect(listQuestions(file, 'sbom.json')).toEqual(own);
  expect(own).toContain('Debian:12 glibc 2.36-9+deb12u14');
  expect(own.length).toBeGreaterThan(8);
});
