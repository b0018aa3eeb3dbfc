export { memberOfSet } from './attribute-sets.ts';
export { canonicalName } from './canonical.ts';
export { pep503 } from './pep503.ts';
export { foldName, isUnsaid } from './product-name.ts';
export { nameVariants } from './variants.ts';
