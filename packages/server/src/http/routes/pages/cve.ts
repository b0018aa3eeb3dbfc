import { CveId, pastInstantOf } from '@almanac/contract';
import { parseOsvId } from '@almanac/core/ids';
import { optionalScript } from '../../../app/browser-code.ts';
import type { Context } from '../../../app/context.ts';
import { cveCoverage, staleSources } from '../../../app/cve/coverage.ts';
import { knowledgeAt, loadPastCoverage } from '../../../app/cve/knowledge-at.ts';
import { loadOrFetchCve, refreshable, revalidateInBackground } from '../../../app/cve/live-fetch.ts';
import { pageModel } from '../../../app/cve/page-model.ts';
import type { VersionQuestion } from '../../../app/cve/version-verdict.ts';
import type { Deps } from '../../../app/deps.ts';
import { ApiError, routeUnknown } from '../../../app/errors.ts';
import type { MatchDeps } from '../../../app/packages/judge-packages.ts';
import { firstKnown } from '../../../queries/cve-evidence-at.ts';
import { cveOfAlias } from '../../../queries/cve-of-alias.ts';
import { cvePage } from '../../../web/cve/page.ts';
import { notKnownThenPage, unavailablePage, unknownCvePage, unknownIdPage } from '../../../web/cve/unknown-page.ts';
import { PAGE_POLICY, SCRIPT_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const FIVE_MINUTES = 300;
const LONGEST_VERSION = 100;

/** The page of a CVE, in any case of its id; the page of another id leads to the CVE that it is an alias of. */
export const cve = page(
  '/:id',
  FIVE_MINUTES,
  async (deps, { params: { id = '' }, query }, context) => {
    const upper = id.toUpperCase();
    if (CveId.safeParse(upper).success) {
      if (id !== upper) {
        const parameters = new URLSearchParams(query).toString();
        return { location: `/${upper}${parameters === '' ? '' : `?${parameters}`}` };
      }
      const at = dateOf(query['at'], deps.now());
      return { policy: PAGE_POLICY, ...(await contentOf(deps, id, { at, asked: askedOf(query) }, context)) };
    }
    if (parseOsvId(id) === null) throw routeUnknown(`/${id}`);
    const known = await deps.databases.readWithFallback((db) => cveOfAlias(db, id));
    if (known !== null) return { location: `/${known}` };
    return { html: unknownIdPage(id), policy: PAGE_POLICY, status: 404 };
  },
  ['at', 'version', 'package'],
);

async function contentOf(
  deps: MatchDeps &
    Pick<
      Deps,
      'baseUrl' | 'browserCode' | 'build' | 'graph' | 'liveFetchMs' | 'liveFetchQueue' | 'now' | 'stagingRebuilds'
    >,
  id: string,
  question: { readonly at: Date | null; readonly asked: VersionQuestion | null },
  context: Context,
): Promise<{ html: string; status?: number; policy?: string }> {
  const { at } = question;
  try {
    const past = at === null ? null : await knowledgeAt(deps, id, at, 'true');
    const knowledge = past ?? (await loadOrFetchCve(deps, id, context));
    const coverage = await (past === null
      ? cveCoverage(deps.sourceStates, knowledge)
      : loadPastCoverage(deps.sourceStates, past));
    if (past === null) revalidateInBackground(deps, refreshable(knowledge), staleSources(coverage)).catch(() => {});
    const [model, script] = await Promise.all([
      pageModel(deps, knowledge, coverage, { asked: question.asked, past }),
      optionalScript(deps.browserCode, 'copy'),
    ]);
    return { html: cvePage(model, script), policy: SCRIPT_POLICY };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CVE_UNKNOWN') return { html: unknownCvePage(id), status: 404 };
    if (error.code === 'CVE_NOT_KNOWN_AT' && at !== null) {
      const first = await deps.databases.readWithFallback((db) => firstKnown(db, id));
      return { html: notKnownThenPage(id, at, first.dated ?? first.known), status: 404 };
    }
    if (error.code === 'UPSTREAM_UNAVAILABLE') return { html: unavailablePage(id), status: 503 };
    throw error;
  }
}

/** A date that cannot be read means now: people edit addresses. */
function dateOf(text: string | undefined, now: number): Date | null {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  return Number.isNaN(Date.parse(text)) ? null : pastInstantOf(text, now);
}

function askedOf({ version = '', package: target }: Readonly<Record<string, string>>): VersionQuestion | null {
  const asked = version.trim();
  return asked === '' || asked.length > LONGEST_VERSION ? null : { version: asked, target: target ?? null };
}
