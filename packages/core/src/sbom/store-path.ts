/** A path of a Nix store, as far as it names a package. */
export interface StorePath {
  /** The part after the hash: `openssl-3.0.13-bin`. */
  readonly name: string;
  /** The name of the derivation that it was built by: `openssl-3.0.13`. Null where the document does not say. */
  readonly derivation: string | null;
  /** The derivation's `pname`; null if the document does not have it. */
  readonly pname: string | null;
  readonly version: string | null;
  /** The channels of the collection that carry it in this version, once the collection was asked. */
  readonly channels?: readonly string[] | undefined;
}

/** The folder of the store, 32 characters of Nix' base 32, and the name, which Nix limits to 211 of these characters. */
const STORE_PATH = /^(?:\/[^\s"]{0,200}\/)?[0-9a-df-np-sv-z]{32}-([0-9A-Za-z+\-._?=]{1,211})$/;
const LONGEST = 460;
const DERIVATION = '.drv';

/** The name behind the hash of a store path, with or without the folder of the store; null where it is none. */
export function storeName(path: string): string | null {
  return path.length > LONGEST ? null : (STORE_PATH.exec(path)?.[1] ?? null);
}

/** Whether a text begins with the folder of a store, as no other format does. */
export function isWholeStorePath(text: string): boolean {
  return text.startsWith('/') && storeName(text) !== null;
}

export function isDerivation(path: string): boolean {
  return path.endsWith(DERIVATION);
}

/** The name of a derivation by its path: `openssl-3.0.13` of `/nix/store/…-openssl-3.0.13.drv`; null where it is none. */
export function derivationName(path: string | null): string | null {
  if (path === null || !isDerivation(path)) return null;
  return storeName(path)?.slice(0, -DERIVATION.length) ?? null;
}

/** Strips the store folder, which some documents omit. */
export function basePath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
