import type { Db, Transaction } from './database.ts';

/** Everything that is read within is of one moment, however much is being written meanwhile. */
export function inSnapshot<T>(db: Db, read: (trx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
