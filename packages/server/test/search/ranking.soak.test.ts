import { describe } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { judgeRanking } from '../support/search/ranking.ts';

describe.skipIf(!hasCorpus)('search among all real records', () => judgeRanking(1));
