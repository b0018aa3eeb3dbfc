export { LOWEST_KEY } from './coarse.ts';
export { type Ecosystem, ecosystemNames, getScheme as schemeOf, suggestEcosystem } from './ecosystems.ts';
export { type Order, type VersionScheme } from './scheme.ts';
export { versionSchemes } from './schemes.ts';
