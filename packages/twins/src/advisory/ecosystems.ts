/** The REST API has its own names for ecosystems. */
const NAMES: Readonly<Record<string, string>> = {
  npm: 'npm',
  Go: 'go',
  Maven: 'maven',
  PyPI: 'pip',
  RubyGems: 'rubygems',
  NuGet: 'nuget',
  Packagist: 'composer',
  'crates.io': 'rust',
  'GitHub Actions': 'actions',
  Hex: 'erlang',
  Pub: 'pub',
  SwiftURL: 'swift',
};

export const REST_ECOSYSTEMS: readonly string[] = [...Object.values(NAMES), 'other'];

export function restEcosystem(name: string): string {
  return NAMES[name] ?? 'other';
}
