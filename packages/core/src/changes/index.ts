export { type ChangeFilter, type FilteredChange, passesFilter } from './filter.ts';
export { kindOfChange } from './kind.ts';
export { ratingsNamed } from './ratings.ts';
export { type Standing, standingOf, verdictChange } from './verdict-change.ts';
export { concernsWatched, type WatchedPackage, watchedPackage } from './watched.ts';
