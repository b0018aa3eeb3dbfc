import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cycloneDx, library, openSbomWorld, type SbomWorld } from '../support/worlds/sbom-world.ts';

let world: SbomWorld;
beforeAll(async () => {
  world = await openSbomWorld({ siteUrl: 'http://site.test' });
});
afterAll(() => world[Symbol.asyncDispose]());

const SBOM = cycloneDx([library('pkg:npm/left@1.0.0'), library('pkg:npm/left@2.0.0')]);
const send = (body: object, path = '/sbom') => world.send(JSON.stringify({ sbom: SBOM, ...body }), { path });

interface Found {
  readonly id: string;
  readonly severity: string;
  readonly affectedVersions: string;
  readonly proof: {
    readonly evidence: readonly { readonly source: string; readonly id: string; readonly sha256: string }[];
  };
}

/** The one finding of the document, as the answer has it without decisions. */
async function finding() {
  const { body } = await send({});
  const [first] = body['data'].findings as { findings: Found[] }[];
  const [found] = first?.findings ?? [];
  if (found === undefined) throw new Error('nothing was found');
  return found;
}

async function toml(
  more: { readonly sha256?: string; readonly expires?: string; readonly versions?: string } = {},
): Promise<string> {
  const { id, severity, affectedVersions, proof } = await finding();
  const [record] = proof.evidence;
  const day = (days: number) => new Date(world.app.clock.now + days * 86_400_000).toISOString().slice(0, 10);
  return `version = 1
[[decision]]
vulnerability = "${id}"
package = "pkg:npm/left"
${more.versions ?? ''}
status = "not_affected"
justification = "component_not_present"
reason = "It is not shipped."
author = "ada"
decided = ${day(-100)}
expires = ${more.expires ?? day(30)}
[decision.evidence]
affected = "${affectedVersions}"
severity = "${severity}"
exploited = false
records = [{ source = "${record?.source}", id = "${record?.id}", sha256 = "${more.sha256 ?? record?.sha256}" }]
`;
}

describe('POST /sbom with decisions', () => {
  it('suppresses what they name, keeps it in sight, and counts it apart', async () => {
    const { status, body } = await send({ decisions: await toml() });

    expect(status).toBe(200);
    expect(body['verdict']).toBe('not_affected');
    expect(body['data'].components).toMatchObject({ affected: 0, notAffected: 2 });
    expect(body['data'].decisions).toEqual({
      given: 1,
      suppressed: 1,
      reopened: 0,
      expired: 0,
      unverified: 1,
      unused: [],
      notes: [],
    });
    expect(body['data'].findings).toMatchObject([
      { verdict: 'not_affected', findings: [{ decision: { state: 'suppressed', decision: { author: 'ada' } } }] },
    ]);
  });

  it.each([
    ['another hash', { sha256: 'f'.repeat(64) }, 'reopened', /has changed/],
    ['a day that is over', { expires: '2026-11-01' }, 'expired', /ended on 2026-11-01/],
  ])('counts a finding again by %s', async (_, more, state, words) => {
    const { body } = await send({ decisions: await toml(more) });

    expect(body['verdict']).toBe('affected');
    expect(body['data'].decisions).toMatchObject({ suppressed: 0, [state]: 1 });
    expect(body['data'].findings[0].findings[0].decision).toMatchObject({
      state,
      sentence: expect.stringMatching(words),
    });
  });

  it('names those that apply to no finding', async () => {
    const { body } = await send({ decisions: await toml({ versions: 'versions = ["3.0.0"]' }) });

    expect(body['verdict']).toBe('affected');
    expect(body['data'].decisions.unused).toEqual([expect.objectContaining({ package: 'pkg:npm/left' })]);
  });

  it.each(['openvex', 'cyclonedx-vex'])(
    'writes them as %s, which gives the same when it is sent as decisions',
    async (format) => {
      const decisions = await toml();
      const first = await send({ decisions });
      const vex = JSON.parse((await send({ decisions }, `/sbom?format=${format}`)).text);

      const { body } = await send({ decisions: [vex] });

      expect(JSON.stringify(vex)).toContain('not_affected');
      expect(body['data'].decisions).toEqual(first.body['data'].decisions);
      expect([body['verdict'], body['data'].components]).toEqual([
        first.body['verdict'],
        first.body['data'].components,
      ]);
    },
  );

  it('writes them as SARIF, suppressed', async () => {
    const { text } = await send({ decisions: await toml() }, '/sbom?format=sarif');

    expect(JSON.parse(text).runs[0].results).toMatchObject([{ suppressions: [{ status: 'accepted' }] }]);
  });

  it.each([
    ['no TOML', 'a = ', /is not TOML/],
    ['no VEX', { a: 1 }, /is not OpenVEX, CycloneDX or CSAF\./],
    ['a number', 7, /is not OpenVEX, CycloneDX or CSAF\./],
    ['too many documents', Array.from({ length: 21 }, () => 'version = 1'), /At most 20/],
    ['more than is taken', 'x'.repeat((1 << 20) + 1), /too long/],
  ])('refuses %s', async (_, decisions, words) => {
    const { status, body } = await send({ decisions });

    expect([status, body['code'] ?? body['error']?.code]).toEqual([400, 'BODY_INVALID']);
    expect(JSON.stringify(body)).toMatch(words);
  });

  it('takes them before the document too', async () => {
    const { status, body } = await world.send(JSON.stringify({ decisions: await toml(), sbom: SBOM }), {
      path: '/sbom',
    });

    expect([status, body['verdict']]).toEqual([200, 'not_affected']);
  });
});
