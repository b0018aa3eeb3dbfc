import { parseArgs } from 'node:util';
import { openWorkerDatabases } from '../open-ingest.ts';
import { writeArchive } from './archive/write-archive.ts';
import { type Command, WrongUsage } from './command.ts';

/** Evidence as a folder of files that can be read without this program. */
export const exportEvidence: Command = async (deps, args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new WrongUsage('Name one folder.');
  const { environment, log } = deps;
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-export', connections: 2, log });
  try {
    const { sources, root, files } = await writeArchive({ ...deps, db: databases.primary }, folder);
    const records = sum(sources.map((source) => source.records));
    const versions = sum(sources.map((source) => source.versions));
    deps.print(
      `${records} records with ${versions} versions in ${files.length} files, ${sum(files.map(({ bytes }) => bytes))} bytes`,
    );
    deps.print(`root ${root}`);
    return 0;
  } finally {
    await databases.close();
  }
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
