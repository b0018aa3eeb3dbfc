/** Embeddings and overrides, then isolates (Unicode Standard Annex 9). */
export const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;
