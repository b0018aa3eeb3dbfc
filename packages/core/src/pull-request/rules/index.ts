import { backportMissing } from './backport-missing.ts';
import { cveNotNamed } from './cve-not-named.ts';
import { fixNotReached } from './fix-not-reached.ts';
import { patchDropped } from './patch-dropped.ts';
import type { PullRule } from './rule.ts';
import { sourceHash } from './source-hash.ts';
import { newlyAffected, stillAffected } from './still-affected.ts';
import { titleForm } from './title-form.ts';
import { vulnerabilityDropped } from './vulnerability-dropped.ts';

/** Every rule, in the order of the documentation, which a test holds equal to this list. */
export const PULL_RULES: readonly PullRule[] = [
  newlyAffected,
  stillAffected,
  fixNotReached,
  cveNotNamed,
  sourceHash,
  vulnerabilityDropped,
  patchDropped,
  titleForm,
  backportMissing,
];
