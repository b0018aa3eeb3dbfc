/** Linear time: a mismatch only retries the last star, one character on. */
export function matchesPath(pattern: string, path: string): boolean {
  const [head, ...rest] = pattern.split('*');
  if (head === undefined || !path.startsWith(head)) return false;
  const tail = rest.pop();
  if (tail === undefined) return path === head;
  let at = head.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.length - tail.length >= at && path.endsWith(tail);
}
