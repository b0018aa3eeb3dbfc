/** The ecosystem whose names alone have this form; null where several have it. */
export function ecosystemOfForm(name: string): string | null {
  return FORMS.find(([, form]) => form.test(name))?.[0] ?? null;
}

const FORMS: readonly (readonly [ecosystem: string, form: RegExp])[] = [
  ['npm', /^@[a-z0-9._~-]{1,214}\/[a-z0-9._~-]{1,214}$/i],
  // A path that begins with a host: github.com/owner/repository, golang.org/x/net, k8s.io/client-go.
  ['Go', /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?:\/[^/\s]{1,100}){1,10}$/i],
  ['Maven', /^[a-z0-9_-]{1,100}(?:\.[a-z0-9_-]{1,100}){0,12}:[a-z0-9._-]{1,200}$/i],
];
