import type { Deps } from '../../../app/deps.ts';
import { type Figures, readFigures } from '../../../app/insights/figures.ts';
import { dataQualityFigures } from '../../../web/insights/data-quality.ts';
import { ecosystemCounts } from '../../../web/insights/ecosystems.ts';
import { exploitPressure } from '../../../web/insights/exploit-pressure.ts';
import { fixRateFigures } from '../../../web/insights/fix-rate.ts';
import { type Insight, insightOf, insightsPage } from '../../../web/insights/page.ts';
import { severityOverTime } from '../../../web/insights/severity.ts';
import { timeToFixFigures } from '../../../web/insights/time-to-fix.ts';
import type { Topic } from '../../../web/insights/topic.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

/** A topic with what reads its figures and shows them. */
interface ReadableInsight {
  readonly topic: Insight['topic'];
  readonly read: (deps: Deps) => Promise<Insight>;
}

function insight<T>(topic: Topic<T>, read: (deps: Deps) => Promise<Figures<T>>): ReadableInsight {
  return { topic, read: async (deps) => insightOf(topic, await read(deps)) };
}

/** Every topic, in the order of the page. */
export const INSIGHTS: readonly ReadableInsight[] = [
  insight(severityOverTime, readFigures.severity),
  insight(timeToFixFigures, readFigures.timeToFix),
  insight(fixRateFigures, readFigures.fixRate),
  insight(exploitPressure, readFigures.exploitPressure),
  insight(dataQualityFigures, readFigures.dataQuality),
  insight(ecosystemCounts, readFigures.ecosystems),
];

const FIFTEEN_MINUTES = 900;

export const insights = page('/insights', FIFTEEN_MINUTES, async (deps) => {
  const all = await Promise.all(INSIGHTS.map(({ read }) => read(deps)));
  return { html: insightsPage(all), policy: PAGE_POLICY };
});
