export { atOnce, flatMapped, grouped, sorted } from './slices.ts';
