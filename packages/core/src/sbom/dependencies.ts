/** One dependency that a document states, between ids of the document. */
export interface Dependency {
  readonly from: string;
  readonly to: string;
  /** Whether it serves development, tests or builds. */
  readonly dev: boolean;
}

export interface DependencyFacts {
  /** Whether the subject itself asks for it; null where the document does not say. */
  readonly direct: (ref: string) => boolean | null;
  /** Whether it is needed for development alone; null where the document does not say. */
  readonly dev: (ref: string) => boolean | null;
  /** An id that depends on itself in the end; null where there is none. */
  readonly circle: string | null;
}

/** Reads the graph without recursion and in time linear in it, circles or not. */
export function dependencyFacts(subjects: ReadonlySet<string>, dependencies: readonly Dependency[]): DependencyFacts {
  const targets = Map.groupBy(dependencies, ({ from }) => from);
  const onlyDev = new Map<string, boolean>();
  for (const dependency of dependencies) {
    onlyDev.set(dependency.to, (onlyDev.get(dependency.to) ?? true) && dependency.dev);
  }

  const asked = new Set([...subjects].flatMap((subject) => (targets.get(subject) ?? []).map(({ to }) => to)));
  const needed = reachable(subjects, targets, ({ dev }) => !dev);
  const reached = reachable(subjects, targets, () => true);
  const tellsDev = dependencies.some(({ dev }) => dev);

  return {
    direct: (ref) => {
      if (asked.has(ref)) return true;
      // Without a word about what the subject asks for, not being named there means nothing.
      return asked.size === 0 || subjects.has(ref) || !onlyDev.has(ref) ? null : false;
    },
    dev: (ref) => {
      if (!tellsDev || subjects.has(ref)) return null;
      if (needed.has(ref)) return false;
      if (reached.has(ref)) return true;
      return onlyDev.get(ref) === true ? true : null;
    },
    circle: findCircle(targets),
  };
}

function reachable(
  from: ReadonlySet<string>,
  targets: ReadonlyMap<string, readonly Dependency[]>,
  counts: (dependency: Dependency) => boolean,
): ReadonlySet<string> {
  const seen = new Set(from);
  const open = [...from];
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    for (const dependency of targets.get(ref) ?? []) {
      if (!counts(dependency) || seen.has(dependency.to)) continue;
      seen.add(dependency.to);
      open.push(dependency.to);
    }
  }
  return seen;
}

/** Takes away what nothing depends on until nothing changes; whoever then walks backwards from what stays runs in a circle. */
function findCircle(targets: ReadonlyMap<string, readonly Dependency[]>): string | null {
  const waiting = new Map<string, number>();
  for (const [from, list] of targets) {
    if (!waiting.has(from)) waiting.set(from, 0);
    for (const { to } of list) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  }
  const free = [...waiting].filter(([, count]) => count === 0).map(([ref]) => ref);
  for (let ref = free.pop(); ref !== undefined; ref = free.pop()) {
    waiting.delete(ref);
    for (const { to } of targets.get(ref) ?? []) {
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) free.push(to);
    }
  }
  if (waiting.size === 0) return null;

  const before = new Map<string, string>();
  for (const ref of waiting.keys()) for (const { to } of targets.get(ref) ?? []) before.set(to, ref);
  const walked = new Set<string>();
  let [at] = waiting.keys();
  while (at !== undefined && !walked.has(at)) {
    walked.add(at);
    at = before.get(at);
  }
  return at ?? null;
}
