/** Components of a document whose sender has no API key. */
export const WITHOUT_KEY = 1_000;

/** In what an answer may be written, and its media type. OpenVEX is JSON-LD. */
export const EXPORTS = {
  json: 'application/json; charset=utf-8',
  openvex: 'application/ld+json',
  'cyclonedx-vex': 'application/vnd.cyclonedx+json',
  sarif: 'application/sarif+json',
} as const;
