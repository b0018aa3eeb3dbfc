/**
 * The name under which exports speak of all known vulnerabilities at once. VEX has no word for a product as a whole, and without this
 * one a component that nobody could judge would be missing, which reads as clean.
 */
export const ALL_KNOWN = 'KNOWN-VULNERABILITIES';

export const ALL_KNOWN_WORDS =
  'Not one vulnerability: all that the evidence names at the time of this document. Used where a component is judged as a whole.';
