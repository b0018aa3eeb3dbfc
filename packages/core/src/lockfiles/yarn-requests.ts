/** A request or a resolution of Yarn, `name@range`, taken apart; the name of a scoped package begins with an at sign. */
export function splitRequest(request: string): { readonly name: string; readonly range: string } {
  const at = request.indexOf('@', 1);
  return at === -1 ? { name: request, range: '' } : { name: request.slice(0, at), range: request.slice(at + 1) };
}
