/** What no page may have: something that runs, loads from elsewhere, leads nowhere, or is text of others taken for markup. */
export function faultsOfPage(html: string): string[] {
  const body = html.replace(/<style>[\s\S]*?<\/style>/, '');
  const tags = [...body.matchAll(/<([a-z][a-z0-9]*)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)];
  const faults: string[] = [];
  for (const [tag, name = '', attributes = ''] of tags) {
    if (OWN_SCRIPTS.test(tag)) continue;
    if (!ALLOWED.has(name.toLowerCase())) faults.push(`unexpected ${tag.slice(0, 80)}`);
    if (/\son[a-z]+\s*=|\sstyle\s*=/i.test(attributes.replace(/"[^"]*"/g, '""')))
      faults.push(`runs ${tag.slice(0, 80)}`);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/\b(href|src|action)="([^"]*)"/g)) {
      if (!isGoodAddress(attribute, value)) faults.push(`${attribute} ${value.slice(0, 80)}`);
    }
  }
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`id ${id} twice`);
  for (const [, target = ''] of body.matchAll(/ href="#([^"]+)"/g)) {
    if (!ids.includes(target)) faults.push(`no target #${target}`);
  }
  return [...new Set(faults)];
}

function isGoodAddress(attribute: string, value: string): boolean {
  if (value.startsWith('#') || (value.startsWith('/') && !value.startsWith('//'))) return true;
  if (attribute === 'href' && value.startsWith('data:image/svg+xml,')) return true;
  return attribute === 'href' && /^https?:\/\/[^\s"<>]+$/.test(value);
}

/** Our own scripts that copy commands, take files and filter the reference; none is needed to read the page. */
const OWN_SCRIPTS = /^<script type="module" src="\/assets\/(?:copy|home|reference)-[\w-]{16}\.js">$/;

const ALLOWED = new Set(
  (
    'html head meta title link style body a div header span nav form input button main section h1 h2 h3 h4 p ul ol li dl dt dd ' +
    'table thead tbody tr th td strong small code pre details summary br time svg g defs pattern path polyline line circle rect text q label select ' +
    'option bdi mark figure figcaption article aside footer fieldset legend progress textarea output'
  ).split(' '),
);
