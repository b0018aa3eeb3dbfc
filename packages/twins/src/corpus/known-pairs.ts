/** Well-known pairs without which a tracker would be odd; their reason is "known pair". */
export const KNOWN_PAIRS: readonly (readonly [cve: string, attribute: string])[] = [
  // A protocol flaw reported without a product; these implement it.
  ['CVE-2023-44487', 'nghttp2'],
  ['CVE-2023-44487', 'envoy'],
  ['CVE-2023-35945', 'nghttp2'],
  ['CVE-2023-35945', 'envoy'],
  ['CVE-2024-46981', 'redis'],
  ['CVE-2024-45679', 'assimp'],
  ['CVE-2024-6119', 'openssl'],
  // Fixed in Firefox 126, so not among its newest twelve.
  ['CVE-2024-4367', 'firefox'],
  ['CVE-2024-4768', 'firefox'],
  ['CVE-2024-4777', 'firefox'],
  ['CVE-2024-4778', 'firefox'],
  // The CUPS flaws of September 2024.
  ['CVE-2024-47175', 'libppd'],
  ['CVE-2024-47176', 'cups-browsed'],
  ['CVE-2024-47850', 'cups-browsed'],
  // Only an advisory about the Python bindings names it.
  ['CVE-2017-9239', 'exiv2'],
  ['CVE-2024-3094', 'xz'],
  ['CVE-2024-23897', 'jenkins'],
  ['CVE-2024-6387', 'openssh'],
];
