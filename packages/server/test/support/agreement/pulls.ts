import type { CorpusWorld } from '../corpus/world.ts';
import type { Agreement } from './index.ts';
import { answered, askVulns, type Json, type Told } from './interfaces.ts';
import type { CollectionPair } from './pairs.ts';
import { type References, shareOf } from './share.ts';

/** Packages that one answer looks up, and findings that it has of each. */
const PACKAGES_AT_ONCE = 20;
const MAX_FINDINGS = 20;

/**
 * Pull requests that bring packages of the collection to the versions asked about: verdict and reason of each package, what still affects
 * it, and that the version of a fix is clear. Left out are packages of which the place of the file does not tell which they are.
 */
export async function comparePulls(
  world: CorpusWorld,
  agreement: Agreement,
  references: References,
  share: number,
): Promise<void> {
  let [told, all] = [0, 0];
  for (const [place, endpoint] of (['validate', 'fix'] as const).entries()) {
    for (const pairs of pullsOf(world, shareOf(references, share, place))) {
      all += pairs.length;
      const name = `/pr/${endpoint}`;
      const diff = pairs.map(({ pair, file }) => diffOf(file, pair)).join('');
      const { body } = await answered(world.post(`/api/v1${name}`, { diff }), name);
      const { packages, findings, fixes = [] } = body['data'];
      const packageOf = new Map(packages.map((one: Json) => [one.file, one]));
      for (const { pair, file } of pairs) {
        const one = packageOf.get(file) as Json;
        if (one?.attribute !== pair.attribute || one.newVersion !== pair.version) continue;
        told += 1;
        const reference = references.get(pair);
        if (reference === undefined) continue;
        agreement.expectSame(name, pair, 'verdict', reference.about['verdict'], one.verdict);
        agreement.expectSame(name, pair, 'verdictReason', reference.about['verdictReason'], one.verdictReason);
        const still = findings.filter(
          (each: Json) => /^(?:newly|still)-affected$/.test(each.rule) && each.file === file,
        );
        compareFindings(name, agreement, pair, reference, still);
        const fix = fixes.find((each: Json) => /^(?:newly|still)-affected$/.test(each.rule) && each.file === file);
        await compareFix(world, agreement, pair, fix?.diff ?? null);
      }
    }
  }
  console.log(`${told} packages of ${all} in pull requests`);
}

/** Each diff has one package of a folder. */
function pullsOf(
  { corpus }: CorpusWorld,
  references: References,
): { readonly pair: CollectionPair; readonly file: string }[][] {
  const positions = new Map(corpus.packages.map(({ attribute, position }) => [attribute, position]));
  const pulls: { pair: CollectionPair; file: string }[][] = [];
  for (const pair of references.keys()) {
    if (pair.kind !== 'collection') continue;
    const file = positions.get(pair.attribute)?.replace(/:\d+$/, '');
    if (file === undefined) continue;
    const folder = folderOf(file);
    const fitting = pulls.find(
      (pull) => pull.length < PACKAGES_AT_ONCE && pull.every((other) => folderOf(other.file) !== folder),
    );
    if (fitting === undefined) pulls.push([{ pair, file }]);
    else fitting.push({ pair, file });
  }
  return pulls;
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function diffOf(file: string, { attribute, version }: CollectionPair): string {
  return `diff --git a/${file} b/${file}
new file mode 100644
--- /dev/null
+++ b/${file}
@@ -0,0 +1,4 @@
+stdenv.mkDerivation {
+  pname = "${attribute}";
+  version = "${version}";
+}
`;
}

/** What a patch of the collection's package mends is not found against it. */
function compareFindings(
  name: string,
  agreement: Agreement,
  pair: CollectionPair,
  { findings }: Told,
  still: readonly Json[],
): void {
  const affected = findings.filter(({ status }) => status === 'affected');
  const known = new Map(affected.map((finding) => [finding.id, finding]));
  const ids = still.map(({ cves }) => cves[0] as string);
  agreement.expectSame(
    name,
    pair,
    'ids',
    [],
    ids.filter((id) => !known.has(id)),
  );
  agreement.expectSame(name, pair, 'count', Math.min(MAX_FINDINGS, affected.length), ids.length);
  for (const { evidence } of still) {
    for (const { id, affectedVersions, fixedIn, sources } of evidence as readonly Json[]) {
      const same = known.get(id);
      agreement.expectSame(name, pair, `${id} fixedIn`, same?.['fixedIn'], fixedIn);
      agreement.expectSame(name, pair, `${id} affectedVersions`, same?.['affectedVersions'], affectedVersions);
      agreement.expectSame(name, pair, `${id} sources`, same?.['sources'], sources);
    }
  }
}

/** The version that the fix brings the package to is affected by nothing. */
async function compareFix(
  world: CorpusWorld,
  agreement: Agreement,
  pair: CollectionPair,
  diff: string | null,
): Promise<void> {
  const version = /^\+ +version = "(.+)";$/m.exec(diff ?? '')?.[1];
  if (version === undefined) return;
  const { findings } = await askVulns(world, { ...pair, version }, '');
  const affected = findings.filter(({ status }) => status === 'affected').map(({ id }) => id);
  agreement.expectSame('/pr/fix', pair, `fix ${version}`, [], affected);
}
