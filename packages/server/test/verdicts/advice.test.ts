import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { checkAdvice, describeCheck } from '../support/advice/check-advice.ts';
import { listCorpusCves } from '../support/advice/corpus-cves.ts';
import type { TestApp } from '../support/app.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';
import { openFamousApp } from '../support/worlds/famous-app.ts';

const SOURCES = ['cve_list_v5', 'osv', 'advisory', 'nvd', 'kev', 'nixpkgs', 'packages'] as const;
/** The whole is checked by `advice.soak.test.ts`. */
const CORPUS_CVES = 500;

describe('no interface recommends a version that it calls affected', () => {
  describe('in the famous world', () => {
    let app: TestApp;
    const stack = new AsyncDisposableStack();
    beforeAll(async () => {
      app = await openFamousApp(stack, SOURCES, { routes: ROUTES, pages: PAGES, siteUrl: 'http://localhost' });
    }, 120_000);
    afterAll(() => stack.disposeAsync());

    it('and all recommend the same', async () => {
      const { body } = await app.get('/api/v1/search?q=CVE&limit=100');
      const cves = (body['data'].results as { id: string }[]).map(({ id }) => id);

      const check = await checkAdvice(app, cves);

      console.log(describeCheck(check));
      expect(check).toMatchObject({ exceptions: [], differences: [], missed: [] });
    });
  });

  it.skipIf(!hasCorpus)(
    'over real records',
    async () => {
      const cves = listCorpusCves(CORPUS_CVES);
      await using world = await openCorpusWorld({ cves, siteUrl: 'http://localhost' });

      const check = await checkAdvice(world.app, cves);

      console.log(describeCheck(check));
      expect(check).toMatchObject({ exceptions: [], differences: [], missed: [] });
    },
    600_000,
  );
});
