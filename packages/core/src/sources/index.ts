export { sourceName } from './source-name.ts';
