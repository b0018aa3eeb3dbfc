/** Where a link of a guide leads on the site; null: to something that the site does not show. */
export type Leads = (target: string) => string | null;

/** `names` are the guides that there are. */
export function leadsWithin(names: ReadonlySet<string>): Leads {
  return (target) => {
    if (/^https?:/.test(target) || target.startsWith('#')) return target;
    const [file = '', anchor] = target.split('#');
    // The document that programs read is the reference that people read.
    if (file === '../openapi.json') return '/docs';
    const name = /^([\w-]+)\.md$/.exec(file)?.[1];
    if (name === undefined || !names.has(name)) return null;
    return `/guides/${name}${anchor === undefined ? '' : `#${anchor}`}`;
  };
}
