import { getRecentAdvisories, type RecentAdvisory } from '@almanac/contract';
import { addressOf } from '../../../app/cve/provenance.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { type RecentRow, loadRecentAdvisories as read } from '../../../queries/recent-advisories.ts';
import { route } from '../../route.ts';

const HOUR = 3_600_000;
const WINDOW_HOURS = 12;
/** After a first load everything is seen for the first time: what is older came late to us and is no news to anybody. */
const LATE_HOURS = 30 * 24;

export const recentAdvisories = route(getRecentAdvisories, async (deps, { query }) => {
  const { severity = null, ecosystem = null, malware = false, page, limit } = query;
  const now = deps.now();
  const [from, lateFrom] = [new Date(now - WINDOW_HOURS * HOUR), new Date(now - LATE_HOURS * HOUR)];
  const question = { from, lateFrom, severity, ecosystem, malware, offset: (page - 1) * limit, limit };
  const { rows, total } = await deps.databases.readWithFallback((db) => read(db, question));
  return {
    data: {
      advisories: rows.map(advisory),
      window: { from: from.toISOString(), to: new Date(now).toISOString(), lateFrom: lateFrom.toISOString() },
      total,
      page,
      pageSize: limit,
    },
    envelopeFields: await coverageOf(deps.sourceStates, ['osv', 'advisory']),
  };
});

function advisory(row: RecentRow): RecentAdvisory {
  const { id, record, source, aliases, title, severity, ecosystems, packages, published, observedAt, late } = row;
  return {
    id,
    aliases: [...aliases],
    title,
    severity: severity === 'none' ? null : severity,
    ecosystems: [...ecosystems],
    packages: [...packages],
    published: published.toISOString(),
    observedAt: observedAt.toISOString(),
    source,
    url: addressOf(source, record),
    late,
  };
}
