import { hash, randomBytes } from 'node:crypto';

/** A key as it is given out, once, and what is kept of it. */
export interface NewKey {
  readonly key: string;
  readonly sha256: Buffer;
  readonly prefix: string;
}

/** By which people and programs that look for leaked secrets know what it is. */
const MARK = 'alm_';
const SHOWN = MARK.length + 8;
const KEY = /^alm_[A-Za-z0-9_-]{43}$/;

/** 256 random bits: guessing is hopeless, so that a plain hash is enough to keep it by. */
export function newApiKey(): NewKey {
  const key = MARK + randomBytes(32).toString('base64url');
  return { key, sha256: keyHash(key), prefix: key.slice(0, SHOWN) };
}

export function isApiKey(text: string): boolean {
  return KEY.test(text);
}

export function keyHash(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/**
 * What follows `Bearer` (RFC 6750; the scheme in any case); null where another scheme or none is used, which a proxy may
 * have for purposes of its own.
 */
export function bearerOf(header: string | undefined): string | null {
  if (header === undefined || header.slice(0, 6).toLowerCase() !== 'bearer') return null;
  if (header.length > 6 && header[6] !== ' ') return null;
  return header.slice(7).trim();
}

/** A token of the identity provider, which some send in the place of a key. */
export function looksLikeToken(text: string): boolean {
  return /^(?:gh[a-z]_|github_pat_)/.test(text);
}
