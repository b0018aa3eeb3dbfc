import { elementOf } from '../../platform/json-elements.ts';
import { githubUpstream } from '../github.ts';
import type { Reader } from '../reader.ts';
import type { Source } from '../source.ts';
import { openApi } from './api.ts';
import { readTrackerBulk } from './bulk.ts';
import type { NixpkgsAddresses } from './definition.ts';
import { readTrackerDelta } from './delta.ts';
import { fetchIssue } from './fetch-one.ts';
import { keptDocument, rereadTracker } from './record.ts';
import type { TrackerDocument } from './schema.ts';
import { sweepTracker } from './sweep.ts';

/** How many requests per run may check the progress of fixes and timelines that seem unchanged. */
const ASKS = { anonymous: 4, authorised: 120 };
const TIMELINES = { anonymous: 10, authorised: 400 };

/** Top-level members that change although the issue does not. */
const VOLATILE = [
  // Issues and pull requests: every comment moves `updated_at`.
  'updated_at',
  'comments',
  'reactions',
  'author_association',
  'sub_issues_summary',
  'issue_dependencies_summary',
  // Pull requests.
  'review_comments',
  'commits',
  'additions',
  'deletions',
  'changed_files',
  'mergeable',
  'mergeable_state',
  'rebaseable',
  'maintainer_can_modify',
  'requested_reviewers',
  'requested_teams',
  // Comparisons: the branch moves on.
  'ahead_by',
  'behind_by',
  'total_commits',
  'commits',
  'files',
  'base_commit',
  'merge_base_commit',
  'permalink_url',
];

export const nixpkgsReader: Reader<NixpkgsAddresses> = { open: nixpkgs, decode: keptDocument };

export function nixpkgs({ url, token }: NixpkgsAddresses): Source<TrackerDocument> {
  const budget = token ? 'authorised' : 'anonymous';
  return {
    id: 'nixpkgs',
    volatile: VOLATILE,
    upstreams: [githubUpstream(url, token)],
    channels: {
      bulk: { read: (deps, since, signal) => readTrackerBulk(openApi(deps, url, signal), deps, since) },
      delta: { read: (deps, since, signal) => readTrackerDelta(openApi(deps, url, signal), deps, since, ASKS[budget]) },
      sweep: {
        read: (deps, since, signal) => sweepTracker(openApi(deps, url, signal), deps, since, TIMELINES[budget]),
      },
    },
    first: 'bulk',
    large: true,
    fetchOne: (deps, key, signal) => fetchIssue(openApi(deps, url, signal), key),
    reread: (kept) => rereadTracker(kept, elementOf(kept.raw)),
  };
}
