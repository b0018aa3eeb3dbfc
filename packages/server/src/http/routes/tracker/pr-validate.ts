import { postPrValidate } from '@almanac/contract';
import { pullSarif } from '@almanac/core';
import { checkPull } from '../../pr/checked.ts';
import { route } from '../../route.ts';

export const prValidate = route(postPrValidate, async (deps, { query, body }, context) => {
  const { found, data, coverage } = await checkPull(deps, body, context);
  if (query.format === 'json') return { data, beside: coverage };
  const untold = data.packages.filter(({ notes }) => notes.length > 0);
  const findings = found.map(({ finding }) => finding);
  const log = pullSarif(findings, untold, {
    toolVersion: deps.build.version,
    site: deps.siteUrl,
    timestamp: new Date(deps.now()).toISOString(),
  });
  return { chunks: [Buffer.from(JSON.stringify(log))], type: 'application/sarif+json' };
});
