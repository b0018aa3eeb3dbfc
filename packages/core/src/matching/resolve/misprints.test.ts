import { expect, it } from 'vitest';
import { findMisprints } from './misprints.ts';

it.each([
  { stated: [['6.1.78'], ['6.1.7.8', '7.0.8.1']], misprints: ['6.1.78'] },
  { stated: [['1.18.0', '5.71'], ['5.7.1']], misprints: ['5.71'] },
  { stated: [['7.11-36'], ['7.1.1-36']], misprints: ['7.11-36'] },
  { stated: [['80.28', '8.1.16'], ['8.0.28']], misprints: ['80.28'] },
  { stated: [['124.06367.60'], ['124.0.6367.60']], misprints: ['124.06367.60'] },
  // Two records agree about it.
  { stated: [['5.71'], ['5.71'], ['5.7.1']], misprints: [] },
  // Another version shows that the second number has grown so far.
  { stated: [['1.10', '1.9'], ['1.1.0']], misprints: [] },
  { stated: [['22.61', '22.58'], ['22.6.1']], misprints: [] },
  { stated: [['1.2'], ['12']], misprints: [] },
  { stated: [['5.71'], ['5.7.2']], misprints: [] },
  { stated: [['2023-10-01'], ['20231001']], misprints: [] },
])('$stated has the misprints $misprints', ({ stated, misprints }) => {
  expect([...findMisprints(stated)]).toEqual(misprints);
});
