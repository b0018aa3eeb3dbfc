/** Lines have at most 76 characters: help indents them by two. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  cve: ['almanac cve CVE-2021-44228', 'almanac cve CVE-2021-44228 --history'],
  dossier: ['almanac dossier CVE-2024-3094', 'almanac dossier CVE-2024-3094 --fresh'],
  package: [
    'almanac package curl',
    'almanac package lodash@4.17.20 --ecosystem npm',
    'almanac package pkg:pypi/requests@2.30.0',
  ],
  explain: ['almanac explain pkg:npm/lodash@4.17.20 CVE-2021-23337', 'almanac explain curl@8.4.0 CVE-2024-2398'],
  search: ['almanac search heap overflow --severity critical', 'almanac search --kev --ecosystem npm --sort date'],
  scan: [
    'almanac scan',
    'almanac scan . --fail-on high --fail-on kev',
    'almanac scan . --format table --format sarif=almanac.sarif',
    'almanac scan --image app.tar',
    'almanac scan --closure ./result',
    'almanac scan . --snapshot https://almanac.example.org/snapshot',
    'almanac scan . --offline',
  ],
  decide: [
    'almanac decide CVE-2021-23337 pkg:npm/lodash@4.17.20 \\\n' +
      '      --justification vulnerable_code_not_in_execute_path \\\n' +
      '      --reason "template() is not called"',
    'almanac decide CVE-2021-23337 pkg:npm/lodash@4.17.20 --renew',
  ],
  compare: ['almanac compare grype.json', 'almanac compare trivy.json --json'],
  sbom: ['almanac sbom bom.json --at 2026-10-24', 'almanac sbom package-lock.json --at 2026-10-24 --clock known'],
  impact: ['almanac impact openssl', 'almanac impact CVE-2024-3094'],
  plan: ['almanac plan', 'almanac plan --format commands > upgrade.sh', 'almanac plan packages/web --apply'],
  pr: [
    'almanac pr validate --base release-26.05',
    'almanac pr validate change.diff --title "valkey: 8.1.3 -> 8.1.4"',
    'almanac pr fix --format diff | git apply',
  ],
  today: ['almanac today curl openssl@3.0.7', 'almanac today --file packages.txt', 'almanac today --maintainer ada'],
  watch: ['almanac watch CVE-2024-3094 --interval 600', 'almanac watch CVE-2021-44228 CVE-2024-3094 --count 1'],
  db: [
    'almanac db pull --for package-lock.json',
    'almanac db pull --snapshot https://almanac.example.org/snapshot --all',
    'almanac db pull npm PyPI',
    'almanac db status',
    'almanac db export --format sqlite --output almanac.sqlite',
  ],
  login: ['almanac login', 'almanac login --rotate'],
  logout: ['almanac logout'],
  status: ['almanac status', 'almanac status --json'],
  completion: ['almanac completion bash > ~/.local/share/bash-completion/completions/almanac'],
};

export function examplesText(command: string): string {
  return ['', 'Examples:', ...(EXAMPLES[command] ?? []).map((line) => `  ${line}`)].join('\n');
}
