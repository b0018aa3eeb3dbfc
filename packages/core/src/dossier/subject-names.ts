/** A name for comparing: without what comes before the last slash or colon, in letters and digits alone. */
export function plainName(name: string): string {
  return name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A vendor or a product for comparing: an assigner writes `Jenkins Project`, CISA `jenkins_project` of the same. */
export function productKey(name: string | null): string | null {
  return name === null ? null : name.toLowerCase().replaceAll(/[\s_]+/g, '_');
}

/**
 * Whether a package goes by the name of a product: `org.apache.tomcat:tomcat` of Apache Tomcat, `jenkins-core` of Jenkins. It is the
 * product's own name or its end, since vendors stand before it.
 */
export function isNamedLike(packageName: string, productName: string): boolean {
  const plain = plainName(packageName);
  const bare = plain.endsWith('core') ? plain.slice(0, -4) : plain;
  const words = productName.toLowerCase().split(/[\s_/]+/, MAX_WORDS);
  return words.some((_, at) => {
    const end = plainName(words.slice(at).join(''));
    return end !== '' && (end === plain || end === bare);
  });
}

const MAX_WORDS = 10;
