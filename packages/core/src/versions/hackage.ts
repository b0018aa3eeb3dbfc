import { numericScheme } from './numeric.ts';
import type { VersionScheme } from './scheme.ts';

/** Hackage and GHC: Cabal's `Version`, dotted numbers without leading zeros. */
export const hackage: VersionScheme = numericScheme('hackage', '.', false);
