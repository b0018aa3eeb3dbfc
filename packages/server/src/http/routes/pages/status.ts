import { freshnessChangesKept } from '../../../queries/freshness-changes.ts';
import { freshnessStatements } from '../../../queries/freshness-statements.ts';
import { statusPage } from '../../../web/status-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

/** Hours with a change that the page shows. */
const CHANGES = 10;

/** `/sources` for people. */
export const status = page('/status', 60, async ({ databases, sourceStates, now, baseUrl }) => {
  const sources = [...(await sourceStates.read()).values()];
  const stated = await databases.readWithFallback(async (db) => {
    const [last] = await freshnessStatements(db, null, 1);
    if (last === undefined) return null;
    return { at: last.at, isSigned: last.signature !== null, changed: await freshnessChangesKept(db, CHANGES) };
  });
  return { html: statusPage(sources, stated, new Date(now()).toISOString(), baseUrl), policy: PAGE_POLICY };
});
