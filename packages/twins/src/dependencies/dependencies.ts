import path from 'node:path';
import type { FileBody } from '../frame/answer.ts';
import { revisionTag } from '../frame/conditional.ts';
import { memo } from '../frame/memo.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import { channelMovedAt, channelNamed, channelRevisionAt } from '../world/channels.ts';
import { type Evaluation, evaluationOf } from './evaluation.ts';
import { evaluationLines, writeLines } from './lines.ts';

/** Nobody publishes evaluations; a deployment might put its own here. */
export const EVALUATION_PATH = '/evaluations/nixos-unstable.jsonl';

/** Serves nix-eval-jobs output for the rolling channel's revision. */
export function dependencies(evaluation: Evaluation = evaluationOf()): TwinDefinition {
  return {
    source: 'dependencies',
    documentFaults: ['malformed_record', 'half_feed', 'empty_feed', 'mass_withdrawal', 'schema_addition'],
    open({ clock, scratch }) {
      const written = memo<Promise<FileBody>>(4);
      let files = 0;
      return [
        {
          path: EVALUATION_PATH,
          async handle({ now, faults }) {
            const channel = channelNamed('nixos-unstable');
            if (channel === null) return null;
            const movedAt = channelMovedAt(channel, now);
            const revision = channelRevisionAt(channel, now);
            const body = await written(`${revision} ${JSON.stringify(faults)}`, async () => {
              // The branch's content when the revision was made.
              const packages = evaluation.packagesAt(movedAt - channel.lagMs, clock.start);
              const file = path.join(await scratch(), `evaluation-${(files += 1)}.jsonl`);
              return writeLines(file, evaluationLines(packages, { revision, faults }));
            });
            return { type: 'application/jsonl', modified: movedAt, tag: revisionTag(revision, faults), body };
          },
        },
      ];
    },
  };
}
