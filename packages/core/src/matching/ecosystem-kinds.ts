import { ecosystemRuleOf } from '../purl/ecosystems.ts';

/** What kind of collection an ecosystem is: of a language, of upstream software by its own versions, or of a distribution's builds. */
export type EcosystemKind = 'registry' | 'upstream' | 'distribution';

/** Collections that keep upstream's names and versions. */
const UPSTREAM: ReadonlySet<string> = new Set([
  'Bitnami',
  'Homebrew',
  'OSS-Fuzz',
  'ConanCenter',
  'vcpkg',
  'Linux',
  'Kubernetes',
]);

/** Rebuilds, whose versions order their own builds alone. */
const REBUILDS: ReadonlySet<string> = new Set(['Android', 'Docker Hardened Images', 'FreeBSD', 'Root', 'TuxCare']);

/** By the base name of the ecosystem. */
export function kindOf(base: string): EcosystemKind {
  if (UPSTREAM.has(base)) return 'upstream';
  return REBUILDS.has(base) || ecosystemRuleOf(base)?.name === 'distribution' ? 'distribution' : 'registry';
}

/** What stands before the first colon: `Debian` of `Debian:12`. */
export function baseOf(ecosystem: string): string {
  return ecosystem.split(':', 1)[0] ?? '';
}
