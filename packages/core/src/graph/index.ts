export { type Adjacency, buildAdjacency, degreeOf } from './adjacency.ts';
export { bestKnownDependents } from './best-known.ts';
export { type Chains, chainFrom, findChains } from './chains.ts';
export { depthAt, openWalk, pathTo, type Walk } from './closure.ts';
export { findComponents } from './components.ts';
export { countDependents } from './dependent-counts.ts';
