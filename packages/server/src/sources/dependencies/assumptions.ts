import type { AssumptionsAt } from '../assumption.ts';
import { assumeFile } from '../file-assumptions.ts';
import type { DependenciesAddress } from './definition.ts';

const TOOL = { url: 'https://github.com/nix-community/nix-eval-jobs', date: '2026-01-14' };

export const dependenciesAssumptions: AssumptionsAt<DependenciesAddress> = () =>
  assumeFile({
    form: { sentence: 'The evaluation has one JSON line for each job, with its inputs.', evidence: TOOL },
    canaries: TOOL,
    size: { sentence: 'The evaluation is below 4 GB and arrives without delay.', evidence: TOOL },
  });
