/** Returns where a guide's link leads on the site; null if the site does not show its target. */
export type Leads = (target: string) => string | null;

export function leadsWithin(names: ReadonlySet<string>): Leads {
  return (target) => {
    if (/^https?:/.test(target) || target.startsWith('#')) return target;
    const [file = '', anchor] = target.split('#');
    // The OpenAPI document's counterpart for people is the reference.
    if (file === '../openapi.json') return '/docs';
    const name = /^([\w-]+)\.md$/.exec(file)?.[1];
    if (name === undefined || !names.has(name)) return null;
    return `/guides/${name}${anchor === undefined ? '' : `#${anchor}`}`;
  };
}
