import { describe, expect, it } from 'vitest';
import { isNamedLike, productKey } from './subject-names.ts';

describe('isNamedLike', () => {
  it.each([
    ['inkpot', 'Inkpot', true],
    ['org.apache.tomcat:tomcat', 'Apache Tomcat', true],
    ['org.jenkins-ci.main:jenkins-core', 'Jenkins', true],
    ['github.com/nghttp2/nghttp2', 'nghttp2', true],
    ['@scope/big-thing', 'Big Thing', true],
    ['big_thing', 'acme_big_thing', true],
    ['swift-nio-http2', 'nghttp2', false],
    ['thing', 'thing builder', false],
    ['', 'thing', false],
    ['core', 'thing', false],
    ['core', '', false],
  ])('%s and %s: %s', (packageName, productName, expected) => {
    expect(isNamedLike(packageName, productName)).toBe(expected);
  });
});

describe('productKey', () => {
  it.each([
    ['Jenkins Project', 'jenkins_project', true],
    ['OpenSSL', 'openssl', true],
    ['flask-caching', 'flask_caching', false],
    [null, 'openssl', false],
  ])('%s and %s are one: %s', (a, b, expected) => {
    expect(productKey(a) === productKey(b)).toBe(expected);
  });
});
