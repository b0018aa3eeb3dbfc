import { type Draft, finishDraft, isFull, skip, startDraft } from './draft.ts';
import type { Component, SbomEncoding, SbomLimits, SbomReading } from './model.ts';
import { shorten } from './notes.ts';
import { basePath, derivationName, type StorePath, storeName } from './store-path.ts';

/** What Nix writes about a closure. */
type NixKind = 'path-info' | 'derivation' | 'store-paths' | 'graph';

/** A path of a closure, and what is said of it. */
interface ClosureEntry extends Pick<Component, 'patched'> {
  readonly path: string;
  readonly place: string;
  readonly deriver?: string | null;
  readonly pname?: string | null;
  readonly version?: string | null;
}

/** A closure while it is read. */
interface Closure {
  /** Whether there is room for more; readers ask before they go on. */
  readonly isFull: () => boolean;
  readonly add: (entry: ClosureEntry) => void;
  /** That one path needs another. */
  readonly needs: (path: string, needed: string) => void;
  readonly skip: (place: string, name: string | null, reason: string) => void;
  readonly say: (sentence: string) => void;
  readonly finish: () => SbomReading;
}

const NO_PATH = 'it is not a Nix store path';

/** Every path is a component, named by what is behind its hash; which package that is, the collection tells. */
export function startClosure(kind: NixKind, encoding: SbomEncoding, limits: SbomLimits): Closure {
  const draft = startDraft(limits);
  const known = new Set<string>();
  const edges: [path: string, needed: string][] = [];
  return {
    isFull: () => isFull(draft),
    add({ path, place, deriver = null, pname = null, version = null, patched }) {
      const ref = basePath(path);
      if (known.has(ref)) return;
      const name = storeName(path);
      if (name === null) return skip(draft, place, shorten(path, 200), NO_PATH);
      known.add(ref);
      // The derivation of a derivation is itself.
      const derivation = derivationName(path) ?? derivationName(deriver);
      const storePath: StorePath = { name, derivation, pname, version };
      draft.entries.push({
        name,
        version: null,
        purl: null,
        ref,
        dev: null,
        place,
        isNot: null,
        storePath,
        ...(patched === undefined || patched.length === 0 ? {} : { patched }),
      });
    },
    needs(path, needed) {
      const pair: [string, string] = [basePath(path), basePath(needed)];
      if (pair[0] !== pair[1] && edges.length <= MOST_EDGES * limits.components) edges.push(pair);
    },
    skip: (place, name, reason) => skip(draft, place, name, reason),
    say: (sentence) => draft.notes.say(sentence),
    finish() {
      joinEdges(draft, edges);
      return finishDraft(draft, { format: 'nix', specVersion: kind, encoding, subject: null });
    },
  };
}

const MOST_EDGES = 20;

/** What nothing else needs is what the closure is of. */
function joinEdges(draft: Draft, edges: readonly (readonly [path: string, needed: string])[]): void {
  if (edges.length === 0) return;
  const needed = new Set(edges.map(([, to]) => to));
  for (const { ref } of draft.entries) if (ref !== null && !needed.has(ref)) draft.subjects.add(ref);
  for (const [from, to] of edges) draft.dependencies.push({ from, to, dev: false });
}
