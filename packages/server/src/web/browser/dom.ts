type Child = Node | string | null;

/** Creates an element. Strings become text, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Finds an element of the page. */
export function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return element;
}

/** Isolates text from others, so that it cannot change the direction of the text around it. */
export function foreign(text: string): HTMLElement {
  return make('bdi', {}, text);
}

const NUMBERS = new Intl.NumberFormat('en');

/** `2,664` */
export function count(value: number): string {
  return NUMBERS.format(value);
}

/** `1 component`, `2,664 components` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
