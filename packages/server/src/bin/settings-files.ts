import { readFileSync } from 'node:fs';

export interface ReadSettings {
  readonly values: Readonly<Record<string, string>>;
  readonly mistakes: readonly string[];
}

const MAX_BYTES = 64 * 1024;
const SUFFIX = '_FILE';

/** Settings by name. `NAME_FILE` names a file with the value of `NAME`, as orchestrators hand out secrets; an empty variable counts as unset. */
export function readSettings(variables: NodeJS.ProcessEnv, names: readonly string[]): ReadSettings {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of names) {
    const [value = '', file = ''] = [variables[name], variables[name + SUFFIX]];
    if (value !== '') values[name] = value;
    if (file === '') continue;
    const read = value === '' ? textOf(file) : { mistake: `${name} is set, too` };
    if ('mistake' in read) mistakes.push(`${name}${SUFFIX}: ${read.mistake}`);
    else if (read.text !== '') values[name] = read.text;
  }
  return { values, mistakes };
}

/** Without the line break that editors and `echo` leave at the end. Never with a word of what is in the file. */
function textOf(file: string): { readonly text: string } | { readonly mistake: string } {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAX_BYTES) return { mistake: `${file} has more than ${MAX_BYTES} bytes` };
    return { text: bytes.toString('utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    return { mistake: `${file} cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
