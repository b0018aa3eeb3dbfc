import { projectsRealRecords } from './support/projections-corpus.ts';

projectsRealRecords(1);
