/**
 * The name under which exports speak of all known vulnerabilities at once. VEX has no word for a product as a whole, and without this
 * one a component that nobody could judge would be missing, which reads as clean.
 */
export const ALL_KNOWN = 'KNOWN-VULNERABILITIES';

export const ALL_KNOWN_WORDS =
  'Not a single vulnerability: represents all vulnerabilities known when this document was written. Used for components judged as a whole.';
