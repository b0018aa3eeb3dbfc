/** As many as Linux follows before it calls them a loop. */
const MOST_LINKS = 40;
const MOST_STEPS = 400;

/**
 * Where a path of a system leads, from its root and without a slash before it: links are followed as that system would, absolute ones
 * from the root, and none leads out of it. `linkAt` gives the target of a link, null where there is none. Null where links go in a circle.
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
