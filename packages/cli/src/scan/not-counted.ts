export function notCounted(components: number, why: string): string {
  return `Ignored patches and CPEs of ${components} ${components === 1 ? 'component' : 'components'}: ${why}.`;
}
