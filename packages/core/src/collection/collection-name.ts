/** The package collection that this service covers, by the name that people know it under. */
export const COLLECTION_NAME = 'nixpkgs';
