import { projectsRealRecords } from './support/projections-corpus.ts';

/** One in ten; projections-corpus.soak.test.ts takes all. */
projectsRealRecords(10);
