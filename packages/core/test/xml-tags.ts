import { SaxesParser } from 'saxes';

/** Every element of a document in XML with its attributes, in order; throws where it is not well-formed. */
export function xmlTags(
  text: string,
): { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] {
  const tags: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    tags.push({ name, attributes });
  });
  parser.write(text).close();
  return tags;
}
