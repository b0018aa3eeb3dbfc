import { postPrFix } from '@almanac/contract';
import { pullFixesOf, suggestText } from '@almanac/core';
import { checkPull } from '../../pr/checked.ts';
import { route } from '../../route.ts';

export const prFix = route(postPrFix, async (deps, { body }, context) => {
  const { text, files, changes, gathered, found, data, coverage } = await checkPull(deps, body, context);
  const { fixes, diff, bumped } = pullFixesOf(files, found);
  const described = changes.map((change) => ({
    change,
    facts: gathered.factsOf(change),
    bumpedTo: bumped.get(change),
  }));
  const suggested = suggestText(text, described);
  return {
    data: {
      ...data,
      fixes: fixes.map(({ rule, file, line, package: name, diff: own, suggests, explanation }) => {
        return { rule, file, line, package: name, diff: own, suggests: [...suggests], explanation };
      }),
      diff,
      suggested: { ...suggested, labels: [...suggested.labels] },
    },
    beside: coverage,
  };
});
