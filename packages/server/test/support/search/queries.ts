/** Queries as people type them, and what they mean. */
export const RANKED_QUERIES: readonly (readonly [query: string, id: string])[] = [
  // By what happened, in the words of the news.
  ['jenkins cli arbitrary file read', 'CVE-2024-23897'],
  ['http/2 rapid reset', 'CVE-2023-44487'],
  ['xz backdoor', 'CVE-2024-3094'],
  ['xz malicious code', 'CVE-2024-3094'],
  ['palo alto globalprotect command injection', 'CVE-2024-3400'],
  ['moveit transfer sql injection', 'CVE-2023-34362'],
  ['confluence template injection', 'CVE-2023-22527'],
  ['screenconnect authentication bypass', 'CVE-2024-1709'],
  ['teamcity authentication bypass', 'CVE-2024-27198'],
  ['php cgi argument injection', 'CVE-2024-4577'],
  ['veeam deserialization', 'CVE-2024-40711'],
  ['apache struts file upload', 'CVE-2024-53677'],
  ['curl socks5 heap overflow', 'CVE-2023-38545'],
  ['openssh race condition', 'CVE-2024-6387'],
  ['windows common log file system driver elevation', 'CVE-2023-28252'],
  // By the name that was given to it.
  ['regresshion', 'CVE-2024-6387'],
  ['SlashAndGrab', 'CVE-2024-1709'],
  // By its id, as it was copied from somewhere.
  ['cve-2024-23897', 'CVE-2024-23897'],
  ['is CVE-2024-3094 exploited?', 'CVE-2024-3094'],
  ['  CVE-2023-44487 ', 'CVE-2023-44487'],
  // With a phrase, an exclusion, an alternative.
  ['"rapid reset"', 'CVE-2023-44487'],
  ['teamcity authentication bypass -2023.11.3', 'CVE-2024-27198'],
  ['teamcity "admin actions" or "screenconnect 23.9.7"', 'CVE-2024-27198'],
  // With slips.
  ['jekins cli arbitrary file read', 'CVE-2024-23897'],
  ['scrrenconnect authentication bypass', 'CVE-2024-1709'],
  ['globalprotct command injection', 'CVE-2024-3400'],
  ['conflunce template injection', 'CVE-2023-22527'],
  ['moveit tranfser sql injection', 'CVE-2023-34362'],
  // With words that no record holds.
  ['php cgi argument injection windows xampp', 'CVE-2024-4577'],
  ['veeam backup deserialization ransomware', 'CVE-2024-40711'],
];
