/** How many packages a list may have. */
export const LIST_LIMITS = {
  /** In an address: what the page, the feeds and the badge take. */
  address: 100,
  /** Characters of such a list, percent-encoded. */
  addressCharacters: 4_000,
  /** In one request to `POST /my`. */
  request: 1_000,
  /** Names of the collection among them. */
  collection: 100,
  /** That a page or the command line asks about, in several requests. */
  client: 5_000,
  /** Characters of one entry. */
  entry: 1_000,
} as const;
