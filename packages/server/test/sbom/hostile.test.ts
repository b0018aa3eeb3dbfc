import { gzipSync } from 'node:zlib';
import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cycloneDx, library, openSbomWorld, type SbomWorld } from '../support/worlds/sbom-world.ts';

const SMALL = [
  'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: x',
  'PackageName: left\nSPDXID: SPDXRef-left\nExternalRef: PACKAGE-MANAGER purl pkg:npm/left@1.0.0\n',
].join('\n');
const LEFT = library('pkg:npm/left@1.0.0');
const text = (length: number, unit = 'x') => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe('hostile bills of materials', () => {
  let world: SbomWorld;
  beforeAll(async () => {
    world = await openSbomWorld({ settings: { rates: { ...RATES, key: 10_000 } } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const nested = (depth: number) => {
    const open = '{"type":"library","name":"n","components":[';
    return `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${open.repeat(depth)}${']}'.repeat(depth)}]}`;
  };

  /** reliability.md, S2: what it is, what is sent, status, code. */
  it.each([
    [
      'a million components',
      () => `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${text(3_000_000, '{},')}{}]}`,
      400,
      'SBOM_TOO_MANY_COMPONENTS',
    ],
    [
      '50,001 components',
      () => JSON.stringify(cycloneDx(Array.from({ length: 50_001 }, () => LEFT))),
      400,
      'SBOM_TOO_MANY_COMPONENTS',
    ],
    ['200 levels of components', () => nested(200), 400, 'SBOM_INVALID'],
    [
      '200,000 levels of lists',
      () => `{"bomFormat":"CycloneDX","specVersion":"1.6","x":${text(200_000, '[')}${text(200_000, ']')}}`,
      400,
      'SBOM_INVALID',
    ],
    ['more than 20 MiB', () => `{"sbom":"${text(20 << 20)}"}`, 413, 'BODY_TOO_LARGE'],
    ['no JSON', () => '{"bomFormat":"CycloneDX",', 400, 'SBOM_INVALID'],
    ['nothing', () => '', 400, 'BODY_INVALID'],
    ['JSON that is none', () => '{"a":1}', 400, 'SBOM_INVALID'],
    ['an old version', () => '{"bomFormat":"CycloneDX","specVersion":"1.1"}', 400, 'SBOM_INVALID'],
    ['a member too many', () => '{"sbom":{},"token":"s3cret"}', 400, 'BODY_INVALID'],
    ['a zip file', () => 'PK\u0003\u0004 and so on', 400, 'SBOM_INVALID'],
  ])('%s is refused', async (_name, body, status, code) => {
    const answer = await world.send(body());

    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    expect(answer.text).not.toContain('s3cret');
  });

  it.each([
    ['a string of 10 MB', () => cycloneDx([library('pkg:npm/left@1.0.0', { description: text(10_000_000) })])],
    [
      'the same bom-ref again and again',
      () => cycloneDx(Array.from({ length: 1_000 }, () => ({ ...LEFT, 'bom-ref': 'a' }))),
    ],
    [
      'dependencies in a circle',
      () =>
        cycloneDx([{ ...LEFT, 'bom-ref': 'a' }], {
          dependencies: [
            { ref: 'a', dependsOn: ['b'] },
            { ref: 'b', dependsOn: ['a', 'b'] },
          ],
        }),
    ],
    [
      '100,000 members in one object',
      () => cycloneDx([LEFT], Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`m${i}`, i]))),
    ],
    ['as many lists as are taken at all', () => cycloneDx([LEFT], { x: Array.from({ length: 2_900_000 }, () => []) })],
    [
      '100,000 members that are called differently',
      () =>
        cycloneDx([LEFT], {
          x: Array.from({ length: 100 }, (_, i) =>
            Object.fromEntries(Array.from({ length: 1_000 }, (_, j) => [`${i}.${j}`, 0])),
          ),
        }),
    ],
    [
      'members named like those of every object',
      () =>
        JSON.parse(
          '{"bomFormat":"CycloneDX","specVersion":"1.6","__proto__":{"polluted":1},"components":[{"type":"library","name":"constructor","purl":"pkg:npm/left@1.0.0","__proto__":{"polluted":1}}]}',
        ) as object,
    ],
  ])('%s is examined all the same', async (_name, document) => {
    const { status, body } = await world.send(document());

    expect(status).toBe(200);
    expect(body['data'].findings[0].findings[0].id).toBe('CVE-2026-1001');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  /** S3. */
  it.each([
    ['a packed body', 'application/json', { 'content-encoding': 'gzip' }],
    ['an archive', 'application/zip', {}],
    ['a form', 'multipart/form-data; boundary=x', {}],
  ])('%s is of no type that is taken', async (_name, type, headers) => {
    const { status, body } = await world.send(gzipSync(text(100_000)), { type, headers });

    expect([status, body['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  const DTD = '<!DOCTYPE bom [<!ENTITY a SYSTEM "file:///etc/hostname"><!ENTITY b "&a;&a;">]>';
  const LAUGHS = `<!DOCTYPE bom [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')}]>`;
  it.each([
    ['an external entity', DTD, '&a;'],
    ['a billion laughs', LAUGHS, '&l9;'],
    ['an external definition', '<!DOCTYPE bom SYSTEM "http://127.0.0.1:1/x.dtd">', 'x'],
    ['an entity that nobody defines', '', '&nobody;'],
  ])('XML with %s is refused', async (_name, prologue, name) => {
    const document = `<?xml version="1.0"?>${prologue}<bom xmlns="http://cyclonedx.org/schema/bom/1.5"><components><component type="library"><name>${name}</name></component></components></bom>`;

    const { status, body } = await world.send(document, { type: 'application/xml' });

    expect([status, body['code']]).toEqual([400, 'SBOM_INVALID']);
  });

  /** S4: versions and names that comparators and patterns may choke on, in every type of package that is compared. */
  it('takes hostile versions of every kind in its stride', async () => {
    const types =
      'npm pypi maven/g golang/h cargo gem nuget composer/v hex pub hackage cran deb/debian rpm/almalinux apk/alpine'.split(
        ' ',
      );
    const shapes = ['0.', '9', '~', '1-', '-', '>=1.2.3      ', '+', 'a1', '1:'].map((unit) => text(250, unit));
    const long = [text(100_000, '0.'), `>=1.2.3${text(100_000, ' ')}<1.3.0`, text(100_000, '~')];
    const components = types.flatMap((type) => [
      ...shapes.map((version) => library(`pkg:${type}/left@${encodeURIComponent(version)}`)),
      ...long.map((version) => library(`pkg:${type}/left@${encodeURIComponent(version)}`)),
      ...long.map((version) => library(`pkg:${type}/left`, { version })),
    ]);

    const { status, body } = await world.send(cycloneDx(components));

    expect(status).toBe(200);
    expect(body['data'].components.seen).toBe(components.length);
    expect(body['data'].components.skipped).toBeGreaterThanOrEqual(types.length * long.length);
    expect(body['data'].components.notAffected).toBe(0);
  });

  it('takes from the budget what a document weighs', async () => {
    const before = Number((await world.send(SMALL, { type: 'text/spdx' })).headers.get('x-ratelimit-remaining'));
    const large = cycloneDx(Array.from({ length: 2_500 }, (_, i) => library(`pkg:npm/nobody-${i}@1`)));
    const after = Number((await world.send(large)).headers.get('x-ratelimit-remaining'));

    expect(before - after).toBe(3);
  });
});

describe('a process', () => {
  let world: SbomWorld;
  beforeAll(async () => {
    world = await openSbomWorld({
      sbom: { processes: 1, waiting: 1, limits: { milliseconds: 3_000, megabytes: 512 } },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  const small = () => world.send(SMALL, { type: 'text/spdx' });

  it('has so many wait for it, and no more', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => small()));

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '503', '503', '503']);
    const refused = answers.find(({ status }) => status === 503);
    expect([refused?.body['code'], refused?.headers.get('retry-after')]).toEqual(['OVERLOADED', '1']);
  });

  it('is ended after its time, and nobody else waits meanwhile', async () => {
    const giants = Array.from({ length: 20_000 }, (_, i) => library(`pkg:npm/giant@${i % 3_000}.${i}.0`));
    let pings = 0;
    let done = false;
    const pinging = (async () => {
      for (; !done; pings += 1) await world.app.get('/api/v1/sbom/formats');
    })();

    const { status, headers, body } = await world.send(cycloneDx(giants));
    done = true;
    await pinging;

    expect([status, body['code'], headers.get('retry-after')]).toEqual([413, 'SBOM_TOO_COSTLY', '10']);
    expect(body['error']).toBe('The document took longer than 3 s');
    expect(pings).toBeGreaterThan(50);
    expect((await small()).status).toBe(200);
  });
});
