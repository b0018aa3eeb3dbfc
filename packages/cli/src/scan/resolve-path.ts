/** Linux's own limit. */
const MOST_LINKS = 40;
const MOST_STEPS = 400;

/**
 * Resolves a path within a root as its system would: absolute links start at the root, and none leads out. Returns null
 * for circular links. `linkAt` returns the target of a link, or null.
 */
export async function resolvePath(
  file: string,
  linkAt: (path: string) => Promise<string | null> | string | null,
): Promise<string | null> {
  const open = stepsOf(file);
  const done: string[] = [];
  let links = 0;
  for (let step = open.shift(); step !== undefined; step = open.shift()) {
    if (step === '..') done.pop();
    else {
      const target = await linkAt([...done, step].join('/'));
      if (target === null) done.push(step);
      else {
        links += 1;
        if (target.startsWith('/')) done.length = 0;
        open.unshift(...stepsOf(target));
      }
    }
    if (links > MOST_LINKS || open.length + done.length > MOST_STEPS) return null;
  }
  return done.join('/');
}

function stepsOf(file: string): string[] {
  return file.split('/').filter((step) => step !== '' && step !== '.');
}
