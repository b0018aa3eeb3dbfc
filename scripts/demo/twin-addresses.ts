import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { EVALUATION_PATH, type Twin } from '@almanac/twins';
import { Environment, sourceAddresses } from '../../packages/server/src/bin/environment.ts';
import { SOURCES, type SourceAddresses } from '../../packages/server/src/sources/catalogue.ts';

/** The variables that turn every source to its twin. A source without one does not compile: its upstream itself would be asked. */
export function twinAddresses(twins: Readonly<Record<SourceId, Pick<Twin, 'url'>>>): Record<string, string> {
  const settings = SOURCE_IDS.map((id) => settingsAt(id, twins[id].url));
  // The twins of channels and packages share their variables: how channels are labelled is told by the former alone.
  const { CHANNELS_STATUS_URL = '' } = settingsAt('channels', twins.channels.url);
  return Object.assign({}, ...settings, settingsAt('packages', twins.packages.url), { CHANNELS_STATUS_URL });
}

/** What the reader of a source is opened with to read the twin at `url`. */
export function addressAt<Id extends SourceId>(id: Id, url: string): NonNullable<SourceAddresses[Id]> {
  const settings = { ...settingsAt(id, url), CHANNELS: 'nixos-unstable' };
  return sourceAddresses(Environment.parse(settings))[id] as NonNullable<SourceAddresses[Id]>;
}

/** What cannot be told from the upstream's own address. Any key will do: it makes a twin as patient as its upstream is with one. */
const OTHERS: Partial<Record<SourceId, (url: string) => Record<string, string>>> = {
  cve_list_v5: () => ({ GITHUB_TOKEN: 'demo' }),
  advisory: () => ({ GITHUB_TOKEN: 'demo' }),
  nixpkgs: () => ({ GITHUB_TOKEN: 'demo' }),
  nvd: () => ({ NVD_API_KEY: 'demo' }),
  repology: () => ({ CONTACT_URL: 'https://almanac.example/repository' }),
  dependencies: (url) => ({ DEPENDENCIES_URL: url + EVALUATION_PATH }),
};

/** A twin has the paths of its upstream: only the host is another. */
function settingsAt(id: SourceId, url: string): Record<string, string> {
  const usually: Readonly<Record<string, unknown>> = Environment.parse({});
  const own = Object.keys(SOURCES[id].settings).flatMap((name) => {
    const usual = usually[name];
    if (typeof usual === 'string' && URL.canParse(usual)) return [[name, url + pathOf(usual)]];
    const hosts = Array.isArray(usual) && usual.length > 0 && usual.every((host) => URL.canParse(String(host)));
    return hosts ? [[name, url]] : [];
  });
  const settings = { ...Object.fromEntries(own), ...OTHERS[id]?.(url) } as Record<string, string>;
  if (Object.keys(settings).length === 0) {
    throw new Error(`${id} has no usual address: say in OTHERS of scripts/demo/twin-addresses.ts where its twin is`);
  }
  return settings;
}

function pathOf(usual: string): string {
  const { pathname } = new URL(usual);
  return pathname === '/' && !usual.endsWith('/') ? '' : pathname;
}
