import { alpine } from './alpine.ts';
import { cran } from './cran.ts';
import { debian } from './debian.ts';
import { generic } from './generic.ts';
import { go } from './go.ts';
import { hackage } from './hackage.ts';
import { hex } from './hex.ts';
import { homebrew } from './homebrew.ts';
import { julia } from './julia.ts';
import { maven } from './maven.ts';
import { nuget } from './nuget.ts';
import { opam } from './opam.ts';
import { packagist } from './packagist.ts';
import { pub } from './pub.ts';
import { pypi } from './pypi.ts';
import { rpm } from './rpm.ts';
import { rubygems } from './rubygems.ts';
import type { VersionScheme } from './scheme.ts';
import { semver } from './semver.ts';
import { semverLike } from './semver-like.ts';

/** Every scheme there is. A new one is added here and, for an OSV ecosystem, in ecosystems.ts. */
export const versionSchemes: readonly VersionScheme[] = [
  alpine,
  cran,
  debian,
  generic,
  go,
  hackage,
  hex,
  homebrew,
  julia,
  maven,
  nuget,
  opam,
  packagist,
  pub,
  pypi,
  rpm,
  rubygems,
  semver,
  semverLike,
];
