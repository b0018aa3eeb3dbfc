import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aggregatorNames,
  attributeKey,
  mayBeProject,
  readAggregatorKey,
  readProjects,
  writeProjects,
} from './names.ts';

describe('aggregatorNames', () => {
  it.each([
    ['python312', 'python', 'python312'],
    ['Python', 'python', 'Python'],
    ['python313Packages.requests', 'python:requests', 'python313Packages.requests'],
    ['python:requests', 'python:requests', null],
    ['perlPackages.HTTPTiny', 'perl:httptiny', 'perlPackages.HTTPTiny'],
    ['nodePackages."socket.io"', 'node:socket.io', 'nodePackages."socket.io"'],
    ['github.com/owner/repo', 'github.com/owner/repo', null],
    ['@scope/name', '@scope/name', null],
    ['__proto__', '__proto__', '__proto__'],
  ])('%s: %s, by the attribute %s', (requested, project, attribute) => {
    expect(aggregatorNames(requested)).toEqual({ project, attribute });
  });
});

it.each([
  ['curl', true],
  ['.', false],
  ['..', false],
  ['...', true],
  ['\ud800', false],
  ['x'.repeat(251), false],
])('%j may be a project: %s', (name, may) => {
  expect(mayBeProject(name)).toBe(may);
});

describe('keys', () => {
  it('tell projects and attributes apart', () => {
    expect(readAggregatorKey('python:requests')).toEqual({ project: 'python:requests' });
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(readAggregatorKey(attributeKey(name))).toEqual({ attribute: name });
      }),
    );
  });

  it('keep the projects of an attribute', () => {
    expect(readProjects(writeProjects(['spindle', 'python:spindle']))).toEqual(['spindle', 'python:spindle']);
    expect(readProjects('')).toEqual([]);
    expect(readProjects(writeProjects(Array.from({ length: 500 }, (_, i) => `p${i}`)))).toHaveLength(20);
  });
});
