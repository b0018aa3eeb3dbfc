import { purls } from '../packages/server/src/http/routes/packages/purls.ts';
import { openFamousApp } from '../packages/server/test/support/worlds/famous-app.ts';

/** Those that have a say in what is scanned. */
const SOURCES = [
  'osv',
  'advisory',
  'cve_list_v5',
  'nvd',
  'nvd_overrides',
  'nixpkgs',
  'packages',
  'kev',
  'epss',
] as const;

/** The API over the world of the demo; resolves to its address. */
export async function openDemoWorld(stack: AsyncDisposableStack): Promise<string> {
  const app = await openFamousApp(stack, SOURCES, { routes: [purls] });
  return `${app.url}/api/v1`;
}
