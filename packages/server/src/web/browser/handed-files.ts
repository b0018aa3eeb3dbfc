/**
 * Hands files to the next page, because a navigation cannot carry them. They stay in this browser for at most a minute.
 */
const STORE = { database: 'almanac', name: 'handed' } as const;
const KEPT_MS = 60_000;
/** The scan page accepts more and explains what it refuses. */
const MOST_FILES = 20;
const MOST_BYTES = 100_000_000;

interface Handed {
  readonly at: number;
  readonly files: readonly File[];
}

/** Rejects if the browser stores nothing, as some do in private windows. */
export async function handOver(files: readonly File[], now = Date.now()): Promise<void> {
  const given = files.slice(0, MOST_FILES);
  const bytes = given.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MOST_BYTES) throw new Error('The files are larger than 100 MB together.');
  await inStore('readwrite', (store) => store.put({ at: now, files: given } satisfies Handed, 0));
}

/** Returns the files and forgets them. */
export async function takeHanded(now = Date.now()): Promise<readonly File[]> {
  const handed = (await inStore('readonly', (store) => store.get(0))) as Handed | undefined;
  await inStore('readwrite', (store) => store.clear());
  return handed !== undefined && now - handed.at < KEPT_MS ? handed.files : [];
}

function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(STORE.database, 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE.name));
    opening.addEventListener('error', () => reject(opening.error ?? new Error('nothing can be kept')));
    opening.addEventListener('success', () => {
      const database = opening.result;
      const transaction = database.transaction(STORE.name, mode);
      const request = ask(transaction.objectStore(STORE.name));
      transaction.addEventListener('complete', () => {
        database.close();
        resolve(request.result);
      });
      for (const failure of ['error', 'abort'])
        transaction.addEventListener(failure, () => reject(transaction.error ?? new Error('nothing can be kept')));
    });
  });
}
