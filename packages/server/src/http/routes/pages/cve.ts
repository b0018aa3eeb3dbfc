import { CveId, pastInstantOf } from '@almanac/contract';
import { parseOsvId } from '@almanac/core/ids';
import type { Context } from '../../../app/context.ts';
import { cveCoverage, staleSources } from '../../../app/cve/coverage.ts';
import { knowledgeAt } from '../../../app/cve/knowledge-at.ts';
import { loadOrFetchCve, revalidateInBackground } from '../../../app/cve/live-fetch.ts';
import { pageModel } from '../../../app/cve/page-model.ts';
import type { Deps } from '../../../app/deps.ts';
import { ApiError, routeUnknown } from '../../../app/errors.ts';
import { cveOfAlias } from '../../../queries/cve-of-alias.ts';
import { cvePage } from '../../../web/cve/page.ts';
import { unavailablePage, unknownCvePage, unknownIdPage } from '../../../web/cve/unknown-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const FIVE_MINUTES = 300;

/** The page of a CVE, in any case of its id; the page of another id leads to the CVE that it is an alias of. */
export const cve = page(
  '/:id',
  FIVE_MINUTES,
  async (deps, { params: { id = '' }, query: { at } }, context) => {
    const upper = id.toUpperCase();
    if (CveId.safeParse(upper).success) {
      if (id !== upper) return { location: `/${upper}${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}` };
      return { policy: PAGE_POLICY, ...(await contentOf(deps, id, dateOf(at, deps.now()), context)) };
    }
    if (parseOsvId(id) === null) throw routeUnknown(`/${id}`);
    const known = await deps.databases.readWithFallback((db) => cveOfAlias(db, id));
    if (known !== null) return { location: `/${known}` };
    return { html: unknownIdPage(id), policy: PAGE_POLICY, status: 404 };
  },
  ['at'],
);

async function contentOf(
  deps: Deps,
  id: string,
  at: Date | null,
  context: Context,
): Promise<{ html: string; status?: number }> {
  try {
    const knowledge = at === null ? await loadOrFetchCve(deps, id, context) : await knowledgeAt(deps, id, at, 'known');
    const coverage = await cveCoverage(deps.sourceStates, knowledge, at);
    if (at === null) revalidateInBackground(deps, knowledge, staleSources(coverage)).catch(() => {});
    return { html: cvePage(await pageModel(deps, knowledge, coverage, at)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CVE_UNKNOWN') return { html: unknownCvePage(id), status: 404 };
    if (error.code === 'CVE_NOT_KNOWN_AT') return { html: unknownCvePage(id, error.hint), status: 404 };
    if (error.code === 'UPSTREAM_UNAVAILABLE') return { html: unavailablePage(id), status: 503 };
    throw error;
  }
}

/** A date that cannot be read means now: people edit addresses. */
function dateOf(text: string | undefined, now: number): Date | null {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  return Number.isNaN(Date.parse(text)) ? null : pastInstantOf(text, now);
}
