const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SHORTEST = 4;
const LONGEST = 24;

/**
 * Every word that is one slip away: a letter too many, too few, another, or two in the wrong order. Some hundreds; nearly
 * all misspellings are among them, and to look them up letter by letter costs less than to measure likeness.
 */
export function slipsOf(word: string): string[] {
  const text = word.toLowerCase();
  if (text.length < SHORTEST || text.length > LONGEST || !/^[a-z0-9]+$/.test(text)) return [];
  const slips = new Set<string>();
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    slips.add(before + after.slice(1));
    if (after.length > 1) slips.add(before + after[1] + after[0] + after.slice(2));
    if (at === 0) continue; // nearly nobody has the first letter wrong
    for (const letter of LETTERS) {
      slips.add(before + letter + after);
      if (after !== '') slips.add(before + letter + after.slice(1));
    }
  }
  slips.delete(text);
  return [...slips];
}
