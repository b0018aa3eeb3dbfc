import { describe } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { judgeRanking } from '../support/search/ranking.ts';

// A sixtieth of the real records, and those that are looked for; all of them in the soak test.
describe.skipIf(!hasCorpus)('search among two thousand real records', () => judgeRanking(60));
