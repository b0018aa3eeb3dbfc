import { findEcosystemRule } from '../../purl/ecosystems.ts';

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
  return REBUILDS.has(base) || findEcosystemRule(base)?.name === 'distribution' ? 'distribution' : 'registry';
}

/** What stands before the first colon: `Debian` of `Debian:12`. */
export function baseOf(ecosystem: string): string {
  return ecosystem.split(':', 1)[0] ?? '';
}

/** The ecosystem whose names alone have this form; null where several have it. */
export function ecosystemOfForm(name: string): string | null {
  return FORMS.find(([, form]) => form.test(name))?.[0] ?? null;
}

const FORMS: readonly (readonly [ecosystem: string, form: RegExp])[] = [
  ['npm', /^@[a-z0-9._~-]{1,214}\/[a-z0-9._~-]{1,214}$/i],
  // A path that begins with a host: github.com/owner/repository, golang.org/x/net, k8s.io/client-go.
  ['Go', /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?:\/[^/\s]{1,100}){1,10}$/i],
  ['Maven', /^[a-z0-9_-]{1,100}(?:\.[a-z0-9_-]{1,100}){0,12}:[a-z0-9._-]{1,200}$/i],
];
