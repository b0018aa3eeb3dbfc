export { readSearchInput, type SearchInput } from './read-input.ts';
