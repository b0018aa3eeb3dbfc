import type { Assertion } from '../../ranges/model.ts';
import { plainMaker } from './homes.ts';

/** Vendors that rebuild the software of others. What they say of versions is about their builds. */
const DISTRIBUTIONS: ReadonlySet<string> = new Set(
  [
    'almalinux',
    'alpine',
    'alpinelinux',
    'amazonlinux',
    'archlinux',
    'canonical',
    'centos',
    'debian',
    'fedora',
    'fedoraproject',
    'gentoo',
    'mageia',
    'nixos',
    'openanolis',
    'opencloudos',
    'openeuler',
    'opensuse',
    'oraclelinux',
    'redhat',
    'rockylinux',
    'suse',
    'ubuntu',
  ].map(plainMaker),
);

export function isDistribution(vendor: string): boolean {
  return DISTRIBUTIONS.has(plainMaker(vendor));
}

/** Whether a distribution speaks of its own build: in its builds' order of versions, or of no version at all. */
export function isAboutABuild({ subject, claims }: Pick<Assertion, 'subject' | 'claims'>): boolean {
  if (subject.ecosystem !== null || subject.vendor === null || !isDistribution(subject.vendor)) return false;
  return claims.every((claim) => !('scheme' in claim) || claim.scheme === null || BUILD_ORDERS.has(claim.scheme.id));
}

const BUILD_ORDERS: ReadonlySet<string> = new Set(['rpm', 'debian', 'alpine']);
