import { describe, expect, it } from 'vitest';
import { claimOfInterval, frame, opaque } from '../ranges/claims.ts';
import { freeform } from '../ranges/freeform.ts';
import type { Claim, Subject } from '../ranges/model.ts';
import { rpm } from '../versions/rpm.ts';
import { getSubjectKind, type SubjectKind } from './subject-kind.ts';

function product(vendor: string | null, name: string): Subject {
  return { ecosystem: null, vendor, name };
}

function packageOf(ecosystem: string, name = 'curl'): Subject {
  return { ecosystem, vendor: null, name };
}

const RPM: Claim = claimOfInterval(frame('cve'), rpm, { from: null, to: null });
const FREE: Claim = claimOfInterval(frame('cve'), freeform, { from: null, to: null });
const GIT: Claim = { ...frame('git'), type: 'git', events: [{ type: 'introduced', version: '0' }] };

describe('subjectKindOf', () => {
  it.each<[SubjectKind, Subject, Claim[]?]>([
    ['product', product('haxx', 'curl')],
    ['product', product(null, 'curl')],
    ['product', product('Linux', 'Linux'), [GIT]],
    ['product', packageOf('Linux', 'Kernel')],
    ['product', packageOf('Kubernetes', 'k8s.io/kubernetes')],
    ['product', packageOf('OSS-Fuzz'), [FREE, GIT]],
    ['package', packageOf('npm', 'lodash')],
    ['package', packageOf('PyPI', 'requests'), [GIT]],
    ['package', packageOf('Packagist:https://packages.drupal.org/8', 'drupal/core')],
    ['package', packageOf('Julia', 'HTTP')],
    ['package', packageOf('an ecosystem of tomorrow')],
    ['repository', packageOf('GIT', 'https://example.org/a.git')],
    ['repository', product(null, ''), [GIT]],
    ['repository', packageOf('OSS-Fuzz'), [GIT]],
    ['build', packageOf('Debian:12')],
    ['build', packageOf('Ubuntu:22.04:LTS')],
    ['build', packageOf('Alpine:v3.20')],
    ['build', packageOf('AlmaLinux:9')],
    ['build', packageOf('Red Hat:enterprise_linux:9::appstream')],
    ['build', packageOf('SUSE:Linux Enterprise Server 15 SP5')],
    ['build', packageOf('Wolfi')],
    ['build', packageOf('Chainguard')],
    ['build', packageOf('Docker Hardened Images:debian-13')],
    ['build', packageOf('Root:Alpine:3.18')],
    ['build', packageOf('FreeBSD')],
    ['build', product('Red Hat', 'xz'), [RPM]],
    ['build', product('Red Hat', 'Red Hat Enterprise Linux 9'), []],
    ['product', product('Red Hat', 'keycloak'), [FREE]],
    ['product', product('debian', 'debian_linux'), [opaque(frame('cpe'), '-', 'version_unstated')]],
    ['repackaging', packageOf('Bitnami', 'redis')],
    ['repackaging', packageOf('Homebrew')],
    ['repackaging', packageOf('ConanCenter')],
    ['repackaging', packageOf('vcpkg')],
    ['repackaging', packageOf('conda')],
    ['repackaging', packageOf('Julia', 'OpenSSH_jll')],
  ])('is %s for %j', (kind, subject, claims) => {
    expect(getSubjectKind(subject, claims)).toBe(kind);
  });
});
