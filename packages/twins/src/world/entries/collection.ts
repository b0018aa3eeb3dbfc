import { type Collection, collectionOf, type PackageState, type PackageStory } from '../collection.ts';
import type { When } from '../when.ts';

const LONG_AGO: When = { on: '2025-02-01' };

type Step = PackageStory['story'][number];

function carried(attribute: string, version: string | null, set: PackageState = {}, ...later: Step[]): PackageStory {
  return { attribute, story: [{ at: LONG_AGO, set: { version, ...set } }, ...later] };
}

/** Packages of the small world's vulnerabilities, and oddities of a collection. */
const STORIES: readonly PackageStory[] = [
  // Follows the tracker's pull requests: fixed on master and, two days later, in the release.
  carried(
    'libbuoy',
    '5.6.1',
    { cpeVendor: 'tidewater', homepage: 'https://github.com/tidewater/libbuoy', outputs: ['out', 'dev'] },
    { at: { daysAgo: 80, hour: 14 }, set: { version: '5.6.2' } },
    { at: { daysAgo: 78 }, base: 'release-26.05', set: { version: '5.6.2' } },
  ),
  carried(
    'python313Packages.libbuoy',
    '5.6.1',
    { homepage: 'https://pypi.org/project/libbuoy' },
    { at: { daysAgo: 80, hour: 14 }, set: { version: '5.6.2' } },
  ),
  // The fix waits in staging.
  carried(
    'foldfs',
    '6.11.3',
    { cpeVendor: 'kernelfold', homepage: ['https://foldfs.example/', 'https://github.com/kernelfold/foldfs'] },
    { at: { daysAgo: 2 }, base: 'staging', set: { version: '6.11.4' } },
  ),
  // Fixed tomorrow.
  carried(
    'quill-editor',
    '14.1.9',
    { cpeVendor: 'quillforge', homepage: 'https://quillforge.example/editor' },
    { at: { hoursAgo: -24 }, set: { version: '14.2.0' } },
  ),
  carried('nodePackages.quill-editor', '14.1.9', { homepage: 'https://github.com/quillforge/quill-editor' }),
  // Patched and not updated.
  carried(
    'cormorantd',
    '1.6.2',
    { cpeVendor: 'cormorant', homepage: 'https://cormorant.example' },
    { at: { daysAgo: 20 }, base: 'release-26.05', set: { patches: ['CVE-2025-91205.patch'] } },
    { at: { daysAgo: 25 }, set: { version: '1.7' } },
  ),
  carried('inkpot', '5.0.0', { homepage: 'https://inkpot.example' }),
  carried('nodePackages.inkpot', '5.0.2'),
  carried('gangway', '3.2.9', { homepage: 'https://gangway.example' }),
  carried('shoal', '2.4.4', { cpeVendor: 'tidewater', homepage: 'https://shoal.example' }),
  carried('python313Packages.shoal', '2.4.4'),
  carried('python313Packages.lock-step', '2.1.3', { homepage: 'https://lock-step.example' }),
  carried('python313Packages.bilge', '2.3.0', {
    knownVulnerabilities: ['bilge is unmaintained upstream', 'CVE-2025-91804'],
  }),
  carried('rubyPackages.tarn-archive', '1.1.9', { homepage: 'https://rubygems.org/gems/tarn-archive' }),
  carried('rubyPackages.tablecloth', '3.0.1'),
  carried('rubyPackages.capstan', '2.3.9'),
  carried('nodePackages._at_larkspur_slash_merge-deep', '4.2.0'),
  carried('nodePackages.date-herald', '2.9.3'),
  carried('nodePackages.parcelwire', '7.0.1'),
  carried('tidepool', '0.3.9', { homepage: 'https://crates.io/crates/tidepool' }),
  carried('halfmoon', '1.0.1'),
  carried('copperwire', '0.8.2'),
  carried('pennant', '0.9.0', { homepage: 'https://pennant.example/pennant' }),
  carried('anchor-proxy', '2.3.0', { homepage: 'https://github.com/anchor-proxy/anchor-proxy' }),
  carried('chalkboard', '1.4.0'),
  carried('splicer', '3.1.0', { patches: ['0001-fix-CVE-2026-98410.patch', 'reproducible.patch'] }),
  carried('larkspur-gateway', '9.4.1', { cpeVendor: 'larkspur', license: { spdxId: 'BUSL-1.1', free: false } }),
  carried('larkspur-firewall', '7.2.4', { cpeVendor: 'larkspur' }),
  carried('meadowlark-suite', '2.1.0', { license: 'MIT OR Apache-2.0' }),
  // Another package with this name is different software.
  carried('hub', '1.19.0', { homepage: 'https://github.com/harbour-tools/hub', pname: 'hub' }),
  carried('nodePackages.hub', '0.4.1'),
  // Parallel release lines.
  carried('tidewater-dock_4', '4.1.0', { pname: 'tidewater-dock', cpeVendor: 'tidewater' }),
  carried('tidewater-dock_5', '5.0.2', { pname: 'tidewater-dock', cpeVendor: 'tidewater' }),
  // Oddities: quotes, no version, no name, strings instead of objects, teams among people.
  carried('haskellPackages."3d-graphics"', '0.0.0.2', {
    pname: '3d-graphics',
    position: 'pkgs/development/haskell-modules/hackage-packages.nix',
  }),
  carried('haskellPackages.sloop', '1.2.0.0', {
    position: 'pkgs/development/haskell-modules/hackage-packages.nix',
  }),
  carried('haskellPackages.sloop_1_3_0_0', '1.3.0.0', {
    pname: 'sloop',
    position: 'pkgs/development/haskell-modules/hackage-packages.nix',
  }),
  carried('rPackages.mast_stats', '0.4-1', { homepage: 'https://cran.r-project.org/web/packages/mast.stats/' }),
  carried('emacsPackages.rigging', '20260102.1200'),
  carried('xorg.libFathom', '1.8.9', { position: 'pkgs/servers/x11/xorg/default.nix' }),
  carried('font-7x14', '1.0', { pname: 'font-7x14' }),
  carried('keel-wrapper', null, { license: [{ shortName: 'mit' }, 'Public Domain'] }),
  carried('jib', '2.0', {
    maintainers: [{ scope: 'Sails', shortName: 'sails', members: [{ name: 'Ada', github: 'ada' }] }, { name: 'Ben' }],
    meta: { problems: [{ kind: 'removal', message: 'gone soon' }], teams: [{ shortName: 'sails' }] },
  }),
  // Packages without vulnerabilities: enough that removing one is not a mass removal.
  ...[
    'ballast',
    'binnacle',
    'bobstay',
    'bowline',
    'coaming',
    'cringle',
    'emacsPackages.halyard',
    'fairlead',
    'luaPackages.mizzen',
    'ocamlPackages.oakum',
    'perlPackages.PortHole',
    'texlivePackages.topsail',
    'vimPlugins.windlass-nvim',
  ].map((attribute) => carried(attribute, '1.2.3')),
  // Appears in two days and disappears in three.
  { attribute: 'newcomer', story: [{ at: { hoursAgo: -40 }, set: { version: '1.0.0' } }] },
  carried('leaver', '0.9', {}, { at: { hoursAgo: -60 }, set: { listed: false } }),
];

export const smallCollection: Collection = collectionOf(STORIES);
