import { numericScheme } from './numeric.ts';
import type { VersionScheme } from './scheme.ts';

/** CRAN and Bioconductor: R's `package_version`, numbers parted by `.` or `-` alike; 0.9 < 0.75. */
export const cran: VersionScheme = numericScheme('cran', '.-', true);
