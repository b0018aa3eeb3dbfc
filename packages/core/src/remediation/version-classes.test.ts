import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../matching/evaluate/outcomes.ts';
import type { MeantRecord } from '../matching/facts.ts';
import { identityRule } from '../matching/resolve/identity-rules.ts';
import { claimOfEvents, frame } from '../ranges/claims.ts';
import { freeform } from '../ranges/freeform.ts';
import type { Assertion, Claim, RangeEvent } from '../ranges/model.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { versionSchemes } from '../versions/schemes.ts';
import { semverLike } from '../versions/semver-like.ts';
import { classifyVersions, createReader } from './version-classes.ts';

const numbers = fc.array(fc.constantFrom(0, 1, 2, 3, 10, 99, 100, 2023), { minLength: 1, maxLength: 4 });
const plain = fc.tuple(fc.constantFrom('', '', '', 'v'), numbers).map(([mark, each]) => mark + each.join('.'));
const suffix = fc.constantFrom(
  '-rc.1',
  '.dev1',
  '.RELEASE',
  '+build',
  '-1',
  '-64',
  '-1.el9',
  '.*',
  '.x',
  ' Update 1',
  'a',
  '.post1',
  '_p1',
  '~rc1',
);
const version = fc.oneof(
  { weight: 5, arbitrary: plain },
  fc.tuple(plain, suffix).map(([core, rest]) => core + rest),
);
const event: fc.Arbitrary<RangeEvent> = fc.record({
  type: fc.constantFrom('introduced', 'fixed', 'last_affected'),
  version: fc.oneof(fc.constant('0'), version),
});
const status = fc.constantFrom('affected', 'affected', 'unaffected', 'unknown');
const scheme: fc.Arbitrary<VersionScheme> = fc.constantFrom(freeform, semverLike, ...versionSchemes);
const claim: fc.Arbitrary<Claim> = fc.oneof(
  fc
    .tuple(status, scheme, fc.array(event, { minLength: 1, maxLength: 4 }))
    .map(([said, order, events]) => claimOfEvents(frame('cve', { status: said }), order, events)),
  fc
    .tuple(status, scheme, fc.constantFrom('cve', 'semver', 'git'), fc.array(version, { maxLength: 6 }))
    .map(([said, order, kind, versions]) => toListClaim(said, order, kind, versions)),
);

const record = fc
  .tuple(fc.array(claim, { maxLength: 3 }), fc.constantFrom('unaffected', 'affected', 'unknown'))
  .map(([claims, defaultStatus]) => toRecord(claims, defaultStatus));

describe('classes of versions', () => {
  it('have one verdict each, in every order and for all forms of records', () => {
    let pairs = 0;
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 2 }),
        fc.array(plain, { minLength: 40 }),
        (records, all) => {
          const classify = classifyVersions(records, createReader());
          for (const own of Map.groupBy(new Set(all), classify)) {
            const [name, [first = '', ...others]] = own;
            for (const other of name === null ? [] : others) {
              pairs += 1;
              expect(judge(records, other), `${first} and ${other}`).toEqual(judge(records, first));
            }
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect(pairs).toBeGreaterThan(1_000);
  });

  it.each([
    ['between two bounds', '1.5', '1.6', true],
    ['at a bound', '2.0', '2.0', false],
    ['on two sides of a bound', '1.9', '2.1', false],
    ['with another number of parts', '1.5', '1.5.1', false],
    ['of another form', '1.5-rc1', '1.5-rc1', false],
  ])('are the same %s: %s and %s', (_, a, b, expected) => {
    const events: RangeEvent[] = [
      { type: 'introduced', version: '1.0' },
      { type: 'fixed', version: '2.0' },
    ];
    const classify = classifyVersions([toRecord([claimOfEvents(frame('cve'), freeform, events)])], createReader());

    expect(classify(a) !== null && classify(a) === classify(b)).toBe(expected);
  });

  it.each([
    ['below a bound with a suffix', '2.1.dev1', '1.5', '1.6', true],
    ['above it', '2.1.dev1', '2.2', '2.3', true],
    ['on two sides of it', '2.1.dev1', '1.9', '2.2', false],
    ['with its numbers', '2.1.dev1', '2.1', '2.1', false],
    ['within its line', '2.1.dev1', '2.1.1', '2.1.1', false],
    ['below it where an order reads 2.1.64', '2.1.0-64', '2.1.7', '2.1.7', false],
  ])('are the same %s: %s, %s and %s', (_, fixed, a, b, expected) => {
    const events: RangeEvent[] = [
      { type: 'introduced', version: '1.0' },
      { type: 'fixed', version: fixed },
    ];
    const classify = classifyVersions([toRecord([claimOfEvents(frame('cve'), freeform, events)])], createReader());

    expect(classify(a) !== null && classify(a) === classify(b)).toBe(expected);
  });
});

function judge(records: readonly MeantRecord[], of: string): unknown[] {
  return records.map((each) => {
    const outcome = outcomeOf(each, { package: 'anvil', version: of });
    return [outcome?.verdict, outcome?.strength, outcome?.clears, outcome?.evaluation.proof.reason];
  });
}

function toListClaim(
  said: Claim['status'],
  order: VersionScheme,
  kind: Claim['kind'],
  versions: readonly string[],
): Claim {
  return { ...frame(kind, { status: said }), type: 'list', scheme: order, versions };
}

function toRecord(claims: readonly Claim[], defaultStatus: Assertion['defaultStatus'] = 'unaffected'): MeantRecord {
  const assertion: Assertion = {
    record: { source: 'cve_list_v5', id: 'CVE-2026-1' },
    subject: { ecosystem: null, vendor: 'acme', name: 'anvil' },
    claims,
    defaultStatus,
    withdrawn: false,
  };
  const { id: rule, weight, reason } = identityRule('vendor_agrees');
  const identity = { rule, weight, reason, naming: [], from: 'acme:anvil', to: 'acme:anvil' };
  return [{ found: { assertion, sha256: null }, identity }];
}
