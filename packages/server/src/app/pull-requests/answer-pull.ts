import { PullRequestInput, postPrFix, postPrValidate } from '@almanac/contract';
import { type PullSarifAbout, pullFixesOf, pullSarif, suggestText } from '@almanac/core/pull-request';
import { schemaOf } from '../json/answer-schema.ts';
import { writeJson } from '../json/write-json.ts';
import { noticeOf } from '../packages/coverage.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { jsonOf, readBody } from '../read-body.ts';
import type { Job } from '../sbom/jobs.ts';
import { type CheckedPull, checkPull } from './checked.ts';

export interface PullDeps extends MatchDeps {
  readonly about: Omit<PullSarifAbout, 'timestamp'>;
}

/** A request about a pull request, from its bytes to the text of its answer; null where `counted` declines. */
export async function answerPull(
  deps: PullDeps,
  { bytes, answer, now }: Extract<Job, { kind: 'check-pull' }>,
  counted: (packages: number) => Promise<boolean>,
): Promise<{ readonly type: string; readonly body: string } | null> {
  const checked = await checkPull(deps, readBody(PullRequestInput, jsonOf(bytes)), counted);
  if (checked === null) return null;
  const timestamp = new Date(now).toISOString();
  if (answer === 'sarif') {
    return { type: 'application/sarif+json', body: JSON.stringify(sarifOf(checked, { ...deps.about, timestamp })) };
  }
  const endpoint = answer === 'fixes' ? postPrFix : postPrValidate;
  const data = answer === 'fixes' ? fixesOf(checked) : checked.data;
  const document = { success: true, data, ...checked.coverage, ...noticeOf(deps), timestamp };
  return { type: 'application/json; charset=utf-8', body: writeJson(schemaOf(endpoint), document).text };
}

function sarifOf({ found, data }: CheckedPull, about: PullSarifAbout): object {
  const untold = data.packages.filter(({ notes }) => notes.length > 0);
  return pullSarif(
    found.map(({ finding }) => finding),
    untold,
    about,
  );
}

function fixesOf({ text, files, changes, gathered, found, data }: CheckedPull): object {
  const { fixes, diff, bumped } = pullFixesOf(files, found);
  const described = changes.map((change) => ({
    change,
    facts: gathered.factsOf(change),
    bumpedTo: bumped.get(change),
  }));
  return { ...data, fixes, diff, suggested: suggestText(text, described) };
}
