export { readSearchInput } from './read-input.ts';
export type { SearchInput } from './search-input.ts';
