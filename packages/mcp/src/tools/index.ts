import type { Tool } from '../tool.ts';
import { checkPackage } from './check-package.ts';
import { checkPurls } from './check-purls.ts';
import { lookupCveDossier, queueCveIngest } from './dossier.ts';
import { explainMatch } from './explain-match.ts';
import { myPackages } from './my-packages.ts';
import { planRemediation } from './plan-remediation.ts';
import { scanLockfile } from './scan-lockfile.ts';
import { searchCves } from './search-cves.ts';
import { sourceStatus } from './source-status.ts';

/** Listed in docs/agents.md too; a test compares the two. */
export const TOOLS: readonly Tool[] = [
  lookupCveDossier,
  queueCveIngest,
  searchCves,
  checkPackage,
  checkPurls,
  scanLockfile,
  myPackages,
  explainMatch,
  planRemediation,
  sourceStatus,
];

export const OFFLINE_TOOLS: readonly Tool[] = [checkPurls, scanLockfile];
