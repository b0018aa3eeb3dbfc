import { CVSS } from '@turingpointde/cvss.js';
import { PackageURL } from 'packageurl-js';
import { parsePurl } from '../src/purl/parse.ts';
import { readCvss } from '../src/scores/cvss.ts';

const VECTORS = {
  'v2.0': ['AV:N/AC:L/Au:N/C:P/I:P/A:P', 'AV:L/AC:H/Au:M/C:N/I:P/A:C', 'AV:N/AC:M/Au:S/C:C/I:N/A:N'],
  'v3.1': [
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:C/C:L/I:N/A:H',
    'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:L/A:L/E:P/RL:O/RC:C',
  ],
  'v4.0': [
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
    'CVSS:4.0/AV:L/AC:H/AT:P/PR:L/UI:A/VC:L/VI:N/VA:H/SC:L/SI:N/SA:H',
    'CVSS:4.0/AV:N/AC:L/AT:P/PR:L/UI:P/VC:N/VI:N/VA:N/SC:H/SI:L/SA:L/E:U',
  ],
};

const PURLS = [
  'pkg:npm/%40angular/animation@12.3.1',
  'pkg:maven/org.apache.xmlgraphics/batik-anim@1.9.1?classifier=sources&repository_url=repo.spring.io%2Frelease',
  'pkg:deb/debian/attr@1:2.4.47-2%2Bb1?arch=amd64',
  'pkg:golang/google.golang.org/genproto@abcdedf#googleapis/api/annotations',
  'pkg:pypi/Django_package@1.11.1.dev1',
];

/** Prints how many vectors are scored and purls read in a second, beside the libraries of the same purpose. */
export async function benchScores(): Promise<void> {
  for (const [version, vectors] of Object.entries(VECTORS)) {
    row(`CVSS ${version}, ours (score and every part in words)`, vectors, (vector) => readCvss(vector)?.score);
    // The library throws on v2.
    if (version !== 'v2.0')
      row(`CVSS ${version}, @turingpointde/cvss.js (score alone)`, vectors, (vector) => CVSS(vector).getScore());
  }
  row('purl, ours', PURLS, parsePurl);
  row('purl, packageurl-js', PURLS, (purl) => PackageURL.fromString(purl));
}

/** The best of five runs of a fifth of a second, after as long a warm-up. */
function row(name: string, inputs: readonly string[], run: (input: string) => unknown): void {
  perSecond(inputs, run);
  const best = Math.max(...Array.from({ length: 5 }, () => perSecond(inputs, run)));
  console.log(`${name.padEnd(56)} ${Math.round(best).toLocaleString('en').padStart(12)} a second`);
}

function perSecond(inputs: readonly string[], run: (input: string) => unknown): number {
  let done = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < 200) {
    for (let round = 0; round < 50; round += 1) for (const input of inputs) run(input);
    done += 50 * inputs.length;
    elapsed = performance.now() - start;
  }
  return (done * 1_000) / elapsed;
}

if (import.meta.main) await benchScores();
