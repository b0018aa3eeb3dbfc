/** Cache files, for programs that manage them, as `almanac db` does. */
export { absent, keptObjects } from './node/files.ts';
export { dividedBy, isHeld } from './node/held.ts';
export { NODE_PLATFORM, sha256 } from './node/node-platform.ts';
export { updateStore } from './node/open.ts';
export { checkKey, type HeldSnapshot, heldObjects, openHeld, WHATEVER_AGE } from './node/open-held.ts';
export { type DbState, readState } from './node/state.ts';
export { isPrivate } from './node/trust.ts';
export { partitionsNamed, type WantedParts } from './node/wanted.ts';
