export { type ChannelState, channelState } from './channel-state.ts';
export { ecosystemPlace } from './ecosystem-place.ts';
export { guessedName } from './guessed-name.ts';
export { lookupForm, lookupNames } from './lookup-names.ts';
export { makersOf } from './makers.ts';
export { patchedCves } from './patched-cves.ts';
export {
  type NamedPath,
  namesOfSplit,
  type PathEntry,
  type ResolvedPath,
  resolvePath,
  splitsOf,
} from './store-paths.ts';
