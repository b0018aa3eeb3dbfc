/** GitHub's alphabet leaves out vowels and look-alikes, so that no word arises by chance. */
const GHSA = /^GHSA((?:-[23456789cfghjmpqrvwx]{4}){3})$/i;

/** The form GitHub prints, `GHSA-` and the rest in lower case, or null when the string is no GHSA id. */
export function normaliseGhsaId(text: string): string | null {
  const match = GHSA.exec(text);
  return match === null ? null : `GHSA${(match[1] ?? '').toLowerCase()}`;
}
