export { type CarriedVersion, carriedFixes, type FixSinceVersion } from './carried-fix.ts';
export { CVE_GRADE_VERSION, cveGrade } from './cve-grade.ts';
export { type FixSince, fixSince } from './fix-since.ts';
export { type GradedCves, qualityFigures } from './grades.ts';
export { monthsOf } from './open-months.ts';
