/** Says that components were judged by their package URLs alone. */
export function notCounted(components: number, why: string): string {
  return `Patches and CPEs of ${components} ${components === 1 ? 'component' : 'components'} were not counted: ${why}.`;
}
