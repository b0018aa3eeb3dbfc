/** Worst first. */
export const SEVERITIES_OF_FINDINGS = ['critical', 'high', 'medium', 'low'] as const;
export type FindingSeverity = (typeof SEVERITIES_OF_FINDINGS)[number];
