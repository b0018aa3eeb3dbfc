import { describe, expect, it } from 'vitest';
import { factsWith, osv } from '../../test/dossier-records.ts';
import { chooseRecords } from './chosen.ts';

const reviewed = { database_specific: { github_reviewed: true } };
const withdrawn = { withdrawn: '2099-01-09T00:00:00Z' };

describe('chooseRecords', () => {
  it.each([
    [['GHSA-a', 'CVE-2099-0001'], 'CVE-2099-0001', 'same_id'],
    [['PYSEC-1', 'GHSA-a'], 'GHSA-a', 'reviewed_advisory'],
    [['ALSA-1', 'PYSEC-1', 'BIT-thing-1'], 'PYSEC-1', 'ecosystem_database'],
    [['DEBIAN-CVE-2099-0001', 'ALSA-1'], 'ALSA-1', 'distribution'],
    [['GO-2', 'GO-1'], 'GO-1', 'ecosystem_database'],
  ])('of %j is %s', (ids, chosen, rule) => {
    const { osv: found } = chooseRecords(factsWith({ osv: ids.map((id) => osv(id, [], reviewed)) }));

    expect(found.chosen?.key).toBe(chosen);
    expect(found.rule).toBe(rule);
    expect(found.others.map(({ id }) => id).toSorted()).toEqual(ids.filter((id) => id !== chosen).toSorted());
  });

  it('takes an advisory that is not known to be reviewed last, and a record that names what it was rebuilt from after others', () => {
    const unreviewed = osv('GHSA-a', [], { database_specific: { github_reviewed: false } });
    const upstream = ['CVE-2099-0001'];
    const rebuilt = osv('JLSEC-1', [], {
      upstream,
      affected: [{ package: { ecosystem: 'Julia', name: 'Thing_jll' } }],
    });
    const own = osv('JLSEC-2', [], { upstream, affected: [{ package: { ecosystem: 'Julia', name: 'Thing' } }] });
    const silent = osv('GHSA-b');

    const { osv: found } = chooseRecords(factsWith({ osv: [silent, unreviewed, rebuilt, own, osv('RUSTSEC-1')] }));

    const order = [found.chosen?.key, ...found.others.map(({ id }) => id)];
    expect(order).toEqual(['JLSEC-2', 'RUSTSEC-1', 'JLSEC-1', 'GHSA-a', 'GHSA-b']);
  });

  it('lets a withdrawn record speak only where no other is left, and marks it', () => {
    const withLive = chooseRecords(factsWith({ osv: [osv('GHSA-a', [], withdrawn), osv('ALSA-1')] }));
    const alone = chooseRecords(factsWith({ osv: [osv('GHSA-a', [], withdrawn)] }));

    expect(withLive.osv.chosen?.key).toBe('ALSA-1');
    expect(withLive.osv.others).toEqual([{ id: 'GHSA-a', modified: null, withdrawn: true, sha256: 'a'.repeat(64) }]);
    expect(alone.osv.chosen?.key).toBe('GHSA-a');
  });

  it('has nothing to choose from nothing', () => {
    expect(chooseRecords(factsWith()).advisory).toEqual({ chosen: null, rule: null, others: [] });
  });
});
