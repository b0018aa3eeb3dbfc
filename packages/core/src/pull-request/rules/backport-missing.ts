import { baseBranch } from '../base.ts';
import { speaksOfBackport } from '../claims.ts';
import { affectingStable } from '../facts.ts';
import { listed, matchEvidence } from '../finding.ts';
import { fixedCves } from './fixed-cves.ts';
import type { PullRule } from './rule.ts';

/** Only of what this change fixes, and only where a stable channel surely has it. */
export const backportMissing: PullRule = {
  id: 'backport-missing',
  severity: 'warning',
  summary: 'a stable branch is affected too, but no backport is mentioned',
  bad: 'a fix for `master`, while nixos-26.05 carries an affected version, without the label `backport release-26.05`',
  good: 'the same with the label, or with a word about the backport in the body',
  check({ change, facts, text }) {
    if (facts === null || baseBranch(text.base).kind !== 'development' || speaksOfBackport(text)) return [];
    const fixed = fixedCves(change, facts);
    return facts.stable.flatMap((stable) => {
      const { channel, branch, attribute, judged } = stable;
      const held = affectingStable(stable, fixed);
      if (held.length === 0) return [];
      const ids = held.map(({ id }) => id);
      return [
        {
          rule: backportMissing.id,
          severity: 'warning' as const,
          file: change.file,
          line: change.line,
          message: `${channel} has ${attribute} ${judged.version}, which ${listed(ids)} also affects: backport to ${branch}`,
          package: change.name,
          cves: ids,
          evidence: [
            { kind: 'channel' as const, channel, attribute, version: judged.version },
            ...held.slice(0, 20).map((match) => matchEvidence(match, judged.version)),
          ],
        },
      ];
    });
  },
};
