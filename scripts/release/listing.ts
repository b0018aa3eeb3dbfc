import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What a release has to consist of. */
export interface Expected {
  readonly version: string;
  /** The names of the packages, such as `@almanac/core`. */
  readonly packages: readonly string[];
  readonly sboms: readonly string[];
}

export interface Listing {
  /** One for each file: size, SHA-256, name, and what it is. */
  readonly lines: readonly string[];
  /** What is missing or wrong; empty where the release is complete. */
  readonly problems: readonly string[];
}

export const SUMS = 'SHA256SUMS';

/** `@almanac/core` is packed as `almanac-core-1.2.3.tgz`. */
export function tarballOf(name: string, version: string): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

/** Reads a folder of release files as somebody would who has downloaded it. */
export function listRelease(folder: string, { version, packages, sboms }: Expected): Listing {
  const problems: string[] = [];
  const files = readdirSync(folder).toSorted();
  const wanted = [...packages.map((name) => tarballOf(name, version)), ...sboms, SUMS];
  for (const file of wanted) if (!files.includes(file)) problems.push(`${file} is missing`);
  const sums = sumsIn(folder);
  const lines = files.map((file) => {
    const at = path.join(folder, file);
    const hash = sha256(at);
    if (file !== SUMS && sums.get(file) !== hash) problems.push(`${file} has another checksum in ${SUMS}`);
    const { what, wrong } = described(at, { version, packages });
    if (wrong !== null) problems.push(`${file}: ${wrong}`);
    return `${String(statSync(at).size).padStart(10)}  ${hash}  ${file}  ${what}`;
  });
  for (const file of sums.keys()) if (!files.includes(file)) problems.push(`${SUMS} names ${file}, which is missing`);
  return { lines, problems: [...new Set(problems)] };
}

export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function sumsIn(folder: string): ReadonlyMap<string, string> {
  const file = path.join(folder, SUMS);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

interface Described {
  readonly what: string;
  readonly wrong: string | null;
}

function described(file: string, expected: Pick<Expected, 'version' | 'packages'>): Described {
  if (file.endsWith('.tgz')) return tarball(file, expected);
  if (file.endsWith('.cdx.json')) return sbom(file);
  if (file.endsWith('.tar')) return image(file);
  return { what: path.basename(file) === SUMS ? 'checksums' : 'other', wrong: null };
}

function tarball(file: string, { version, packages }: Pick<Expected, 'version' | 'packages'>): Described {
  const files = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n');
  const manifest = JSON.parse(member(file, 'package/package.json')) as { name: string; version: string };
  const lacking = ['package/LICENSE', 'package/README.md'].filter((each) => !files.includes(each));
  const wrong =
    manifest.version !== version || !packages.includes(manifest.name)
      ? `it is ${manifest.name}@${manifest.version}`
      : lacking.length > 0
        ? `it lacks ${lacking.join(', ')}`
        : null;
  return { what: `${manifest.name}@${manifest.version}, ${files.length} files`, wrong };
}

function sbom(file: string): Described {
  const { bomFormat, specVersion, components } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly bomFormat?: string;
    readonly specVersion?: string;
    readonly components?: readonly unknown[];
  };
  const count = components?.length ?? 0;
  const wrong = bomFormat !== 'CycloneDX' ? 'it is not CycloneDX' : count === 0 ? 'it has no components' : null;
  return { what: `${bomFormat} ${specVersion}, ${count} components`, wrong };
}

interface ImageConfig {
  readonly architecture: string;
  readonly os: string;
  readonly config: { readonly User?: string };
  readonly rootfs: { readonly diff_ids: readonly string[] };
}

/** An archive in the layout of OCI. */
function image(file: string): Described {
  const blob = (digest: string) => JSON.parse(member(file, `blobs/${digest.replace(':', '/')}`));
  const { manifests } = JSON.parse(member(file, 'index.json')) as { manifests: readonly { digest: string }[] };
  const { config } = blob(manifests[0]?.digest ?? '') as { config: { digest: string } };
  const { architecture, os, config: run, rootfs } = blob(config.digest) as ImageConfig;
  const user = run.User ?? '';
  return {
    what: `image for ${os}/${architecture}, ${rootfs.diff_ids.length} layers, user ${user}`,
    wrong: /^[1-9]/.test(user) ? null : 'it runs as root',
  };
}

function member(archive: string, name: string): string {
  const read = archive.endsWith('.tgz') ? '-xzOf' : '-xOf';
  return execFileSync('tar', [read, archive, name], { encoding: 'utf8', maxBuffer: 1 << 24 });
}
