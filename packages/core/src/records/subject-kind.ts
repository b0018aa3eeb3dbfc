import { isAboutABuild } from '../matching/resolve/distributions.ts';
import { baseOf, kindOf } from '../matching/resolve/ecosystem-kinds.ts';
import type { Claim, Subject } from '../ranges/model.ts';

/**
 * Versions of one kind say nothing about another: a distribution's build has its own versions, and a repackaging may
 * lag behind upstream.
 *
 * - `product`: software by its maker's name, as in the CVE list and NVD
 * - `package`: a package in a language's registry
 * - `repository`: a source repository, identified by commits
 * - `build`: a distribution's build
 * - `repackaging`: a third party's package with upstream versions
 */
export const SUBJECT_KINDS = ['product', 'package', 'repository', 'build', 'repackaging'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Collections that pack the software of others under its own versions. */
const REPACKAGERS: ReadonlySet<string> = new Set(['Bitnami', 'Homebrew', 'ConanCenter', 'vcpkg', 'conda']);

/** Julia keeps builds of C libraries beside packages of its own; these names end so by convention. */
const JULIA_BUILD = '_jll';

/**
 * The kind of a statement's subject. The claims tell a distribution's build from another of its vendor's products: only builds
 * are ordered as its package manager orders them. Where they are not at hand, a distribution's product counts as a build.
 */
export function getSubjectKind(subject: Subject, claims: readonly Claim[] = []): SubjectKind {
  const { ecosystem, name } = subject;
  if (ecosystem === null) {
    if (name === '') return 'repository';
    // A CPE name is of the product itself, a distribution's of the distribution.
    const isCpe = claims.some(({ kind }) => kind === 'cpe');
    return !isCpe && isAboutABuild({ subject, claims }) ? 'build' : 'product';
  }
  const base = baseOf(ecosystem);
  if (base === 'GIT' || name === '') return 'repository';
  if (REPACKAGERS.has(base) || (base === 'Julia' && name.endsWith(JULIA_BUILD))) return 'repackaging';
  const kind = kindOf(base);
  if (kind === 'distribution') return 'build';
  if (kind === 'registry') return 'package';
  // Collections of upstream software. One that gives commits alone knows no releases.
  const onlyCommits = claims.length > 0 && claims.every((claim) => claim.kind === 'git');
  return onlyCommits ? 'repository' : 'product';
}
