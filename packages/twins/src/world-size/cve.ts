import { type Random, randomOf } from '../generator/random.ts';
import { FIRST, FLAWS, PARTS, SECOND } from '../generator/words.ts';
import { rewrittenCve } from './changes.ts';
import { firstChange, type Moments } from './moments.ts';
import type { WorldSize } from './size.ts';

/** Seven digits, to avoid real ids. The id encodes the index. */
const FIRST_NUMBER = 9_000_000;

export function cveIdAt(index: number): string {
  return `CVE-${2012 + (index % 14)}-${FIRST_NUMBER + index}`;
}

export function cveIndexOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1)) - FIRST_NUMBER;
}

/** `cves/2024/9000xxx/CVE-2024-9000012.json` */
export function cvePathAt(index: number): string {
  const id = cveIdAt(index);
  const [, year, number = ''] = id.split('-');
  return `cves/${year}/${number.slice(0, -3)}xxx/${id}.json`;
}

export function cveModified(size: WorldSize, index: number, moments: Moments): number {
  return rewrittenCve(size, index, moments)?.at ?? firstChange(index, size.cves, moments);
}

/** The number of products. One in 25 is rejected and has none. */
export function cveRows(index: number): number {
  return isRejected(index) ? 0 : 1 + (index % 2);
}

function isRejected(index: number): boolean {
  return index % 25 === 24;
}

export function cveText(size: WorldSize, index: number, moments: Moments): string {
  const random = randomOf(3, index);
  const id = cveIdAt(index);
  const rewritten = rewrittenCve(size, index, moments);
  const modified = iso(cveModified(size, index, moments));
  const vendor = `${FIRST[random.below(64)]}${SECOND[random.below(64)]}`;
  const org = `${hex(random)}-4bd1-4a2e-9d3c-${hex(random)}a7c1`;
  const metadata = `"dataType":"CVE_RECORD","dataVersion":"5.2","cveMetadata":{"cveId":"${id}","assignerOrgId":"${org}","state":"${isRejected(index) ? 'REJECTED' : 'PUBLISHED'}","assignerShortName":"${vendor}","dateReserved":"${daysBefore(modified, 90)}","datePublished":"${daysBefore(modified, 30)}","dateUpdated":"${modified}"}`;
  const provider = `"providerMetadata":{"orgId":"${org}","shortName":"${vendor}","dateUpdated":"${modified}"}`;
  if (isRejected(index)) {
    return `{${metadata},"containers":{"cna":{${provider},"rejectedReasons":[{"lang":"en","value":"This id was handed out by mistake and is used by nobody."}]}}}`;
  }
  const [cwe, does, lets] = random.pick(FLAWS);
  const part = random.pick(PARTS);
  const products: string[] = [];
  for (let row = 0; row < cveRows(index); row += 1) {
    products.push(productOf(random, vendor, `${vendor} ${SECOND[(index + row) % 64]}`, isMonster(index) ? 7_000 : 0));
  }
  const score = 40 + random.below(60);
  const level = score >= 90 ? 'CRITICAL' : score >= 70 ? 'HIGH' : 'MEDIUM';
  const metrics = `"metrics":[{"format":"CVSS","scenarios":[{"lang":"en","value":"GENERAL"}],"cvssV3_1":{"version":"3.1","attackVector":"NETWORK","attackComplexity":"LOW","privilegesRequired":"NONE","userInteraction":"NONE","scope":"UNCHANGED","confidentialityImpact":"HIGH","integrityImpact":"LOW","availabilityImpact":"NONE","baseScore":${score / 10},"baseSeverity":"${level}","vectorString":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N"}}]`;
  const edit = rewritten === null ? '' : ` Corrected ${rewritten.revision} time.`;
  const description = `In ${vendor} ${part} ${does}. ${sentences(random, vendor)} An attacker who reaches it can ${lets}.${edit}`;
  const cna = `"cna":{${provider},"title":"${vendor}: ${part} ${does}","affected":[${products.join(',')}],"problemTypes":[{"descriptions":[{"cweId":"${cwe}","lang":"en","description":"${cwe} ${does}","type":"CWE"}]}],${metrics},"descriptions":[{"lang":"en","supportingMedia":[{"base64":false,"type":"text/html","value":"<p>${description}</p>"}],"value":"${description}"}],"references":[${referencesOf(random, vendor, index)}],"credits":[{"lang":"en","type":"finder","value":"${FIRST[random.below(64)]} ${SECOND[random.below(64)]}"}],"source":{"discovery":"EXTERNAL"},"x_generator":{"engine":"Vulnogram 0.2.0"}}`;
  const adp = `"adp":[{"providerMetadata":{"orgId":"134c704f-9b21-4f2e-91b3-4a467353bcc0","shortName":"CISA-ADP","dateUpdated":"${modified}"},"title":"CISA ADP Vulnrichment","metrics":[{"other":{"type":"ssvc","content":{"id":"${id}","role":"CISA Coordinator","options":[{"Exploitation":"${random.chance(0.1) ? 'poc' : 'none'}"},{"Automatable":"no"},{"Technical Impact":"partial"}],"version":"2.0.3","timestamp":"${modified}"}}}]}]`;
  return `{${metadata},"containers":{${cna},${adp}}}`;
}

function productOf(random: Random, vendor: string, product: string, more: number): string {
  const major = random.below(20);
  const count = 1 + random.below(4) + more;
  let versions = '';
  for (let version = 0; version < count; version += 1) {
    versions += `${version === 0 ? '' : ','}{"lessThan":"${major}.${version}.${1 + random.below(20)}","status":"affected","version":"${major}.${version}.0","versionType":"semver"}`;
  }
  return `{"defaultStatus":"unaffected","product":"${product}","vendor":"${vendor}","modules":["${SECOND[random.below(64)]}"],"versions":[${versions}]}`;
}

function sentences(random: Random, vendor: string): string {
  let text = '';
  for (let count = 2 + random.below(4); count > 0; count -= 1) {
    text += `The way from ${random.pick(PARTS)} to ${random.pick(PARTS)} of ${vendor} ${FIRST[random.below(64)]} is open to whoever knows the name of a ${SECOND[random.below(64)]}. `;
  }
  return text.trimEnd();
}

function referencesOf(random: Random, vendor: string, index: number): string {
  const references: string[] = [];
  for (let count = 2 + random.below(5); count > 0; count -= 1) {
    references.push(
      `{"tags":["vendor-advisory"],"url":"https://${vendor}.example/security/${index}/${random.below(1e6)}"}`,
    );
  }
  return references.join(',');
}

/** One in a hundred thousand has 700 kB of versions. */
function isMonster(index: number): boolean {
  return index % 100_000 === 500;
}

function hex(random: Random): string {
  return Math.floor(random.next() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

function daysBefore(instant: string, days: number): string {
  return iso(Date.parse(instant) - days * 86_400_000);
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
