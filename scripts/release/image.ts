import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './packages.ts';

export interface ImageOptions {
  /** The checkout that the image is made of. */
  readonly checkout: string;
  readonly base: string;
  readonly commit: string;
  /** A name, or `oci-archive:` and a file. */
  readonly tag: string;
}

/** What the image is built on unless `BASE` says otherwise. */
export function baseImage(): string {
  const named = /^ARG BASE=(\S+)$/m.exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '';
  return process.env['BASE'] ?? named;
}

/** Why no image can be built here, or null. */
export function imageUnavailable(base: string): string | null {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah was not found';
  const pulled = spawnSync('buildah', ['pull', '--quiet', '--policy=missing', base], { timeout: 120_000 });
  return pulled.status === 0 ? null : `the base ${base} is out of reach`;
}

/** Builds with buildah, which needs no daemon. In the format of Docker: the other has no health check. */
export function buildImage({ checkout, base, commit, tag }: ImageOptions): void {
  const given = { BASE: base, COMMIT: commit, ...registryHere() };
  const args = [
    ['--quiet', '--format=docker', `--isolation=${process.env['BUILDAH_ISOLATION'] ?? 'chroot'}`],
    Object.entries(given).map(([name, value]) => `--build-arg=${name}=${value}`),
    authorityHere().map((file) => `--volume=${file}:${file}:ro`),
    [`--tag=${tag}`, '.'],
  ].flat();
  const { status, stderr } = spawnSync('buildah', ['build', ...args], { cwd: checkout, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The image could not be built: ${stderr.trim().split('\n').slice(-5).join('\n')}`);
}

/** Packages come from where this machine has them from; the image does not know. */
function registryHere(): Readonly<Record<string, string>> {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const [authority] = authorityHere();
  return { NPM_CONFIG_REGISTRY: registry, ...(authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority }) };
}

function authorityHere(): readonly string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  return file === '' ? [] : [file];
}
