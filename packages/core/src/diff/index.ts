export type { DiffFile } from './model.ts';
export { parseDiff } from './parse.ts';
