export { type BackTest, backTest } from './back-test.ts';
export { fixBenchmark, LEAST_FIXED, type TimeToFix, tenths, timeToFix } from './benchmarks.ts';
export { type FixCase, fixCase, seenAt } from './fix-case.ts';
export { fixEta, type RemainingDays } from './fix-eta.ts';
export { type FixCurve, fixCurves, LANDMARK_DAYS, LEAST_AT_RISK, LEAST_FIXED_AFTER } from './fix-strata.ts';
export { type KeptCurve, keepCurve, readCurve } from './kept-curves.ts';
