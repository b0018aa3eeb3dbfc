export { type ChannelState, channelState } from './channel-state.ts';
export { COLLECTION_NAME } from './collection-name.ts';
export { ecosystemPlace } from './ecosystem-place.ts';
export { guessedName } from './guessed-name.ts';
export { lookupForm, lookupNames } from './lookup-names.ts';
export { makersOf } from './makers.ts';
export { patchedCves } from './patched-cves.ts';
export { namesOfSplit, type PathEntry, resolvePath, splitsOf } from './store-paths.ts';
