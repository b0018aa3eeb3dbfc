export { type ChangeFilter, type FilteredChange, passesFilter } from './filter.ts';
export { KINDS_OF_CHANGE, type KindOfChange, kindOfChange } from './kind.ts';
export { ratingsNamed } from './ratings.ts';
export { concernsWatched, type WatchedPackage, watchedPackage } from './watched.ts';
