import { describe, expect, it } from 'vitest';
import { type FixSubject, isFixOf } from './fix-subject.ts';

const product = (name: string, source = 'cve_list_v5'): FixSubject => ({
  source,
  package: name,
  ecosystem: null,
  kind: 'product',
});
const of = (kind: FixSubject['kind'], ecosystem: string, name: string): FixSubject => ({
  source: 'osv',
  package: name,
  ecosystem,
  kind,
});

describe('isFixOf', () => {
  it.each<[string, readonly string[], FixSubject, boolean]>([
    ['the product', ['nghttp2'], product('nghttp2'), true],
    ['the product with its vendor', ['tomcat'], product('Apache Tomcat'), true],
    ['the product of a release line', ['openssl_3'], product('OpenSSL'), true],
    ['another product', ['nghttp2'], product('Jenkins'), false],
    ['another package', ['nghttp2'], of('package', 'SwiftURL', 'github.com/apple/swift-nio-http2'), false],
    ['a registry’s package', ['vault'], of('package', 'Go', 'github.com/hashicorp/vault'), true],
    ['a repackaging', ['nghttp2'], of('repackaging', 'Julia', 'nghttp2_jll'), false],
    ['a repackaging of that name', ['redis'], of('repackaging', 'Bitnami', 'redis'), false],
    ['a build', ['nghttp2'], of('build', 'Alpine', 'nghttp2'), false],
    ['a package of its language', ['python313Packages.flask-caching'], of('package', 'PyPI', 'Flask_Caching'), true],
    ['one of another language', ['python313Packages.redis'], of('package', 'npm', 'redis'), false],
    ['one of several', ['curl', 'nghttp2'], product('nghttp2'), true],
    ['the CVE’s own product where no package is named', [], product('nghttp2'), true],
    ['NVD’s where none is', [], product('nghttp2', 'nvd'), false],
    ['a package where none is', [], of('package', 'Go', 'golang.org/x/net'), false],
  ])('%s', (_, packages, fixed, expected) => {
    expect(isFixOf(packages, fixed)).toBe(expected);
  });
});
