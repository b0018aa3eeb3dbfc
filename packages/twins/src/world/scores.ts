import type { Score, Severity } from './vulnerability.ts';

export const SCORES = {
  takeover: v31('AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8),
  escape: v31('AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10),
  clickTakeover: v31('AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H', 8.8),
  userTakeover: v31('AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 8.8),
  hardTakeover: v31('AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H', 8.1),
  localRoot: v31('AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8),
  openedFile: v31('AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H', 7.8),
  leak: v31('AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5),
  crash: v31('AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', 7.5),
  userLeak: v31('AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N', 6.5),
  reflected: v31('AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1),
  localCrash: v31('AV:L/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H', 5.5),
  stored: v31('AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N', 5.4),
  hint: v31('AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', 5.3),
  localHint: v31('AV:L/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N', 3.3),
  rareHint: v31('AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1),
  adminHint: v31('AV:N/AC:L/PR:H/UI:N/S:U/C:L/I:N/A:N', 2.7),
} as const;

/** Other CVSS versions. */
export const TAKEOVER_V30: Score = {
  version: '3.0',
  vector: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  score: 9.8,
  severity: 'CRITICAL',
};
export const TAKEOVER_V40: Score = {
  version: '4.0',
  vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
  score: 9.3,
  severity: 'CRITICAL',
};
export const PARTIAL_V2: Score = {
  version: '2.0',
  vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P',
  score: 7.5,
  severity: 'HIGH',
};
export const MEDIUM_V2: Score = {
  version: '2.0',
  vector: 'AV:N/AC:M/Au:N/C:N/I:P/A:N',
  score: 4.3,
  severity: 'MEDIUM',
};

function severityOf(score: number): Severity {
  if (score >= 9) return 'CRITICAL';
  if (score >= 7) return 'HIGH';
  if (score >= 4) return 'MEDIUM';
  return score > 0 ? 'LOW' : 'NONE';
}

function v31(metrics: string, score: number): Score {
  return { version: '3.1', vector: `CVSS:3.1/${metrics}`, score, severity: severityOf(score) };
}
