import type { Database, Transaction } from './pool.ts';

/** A reader that asks the database once in each transaction, however often it is called; outside of one each time. */
export function readOnce<T>(read: (db: Database | Transaction) => Promise<T>) {
  const known = new WeakMap<Transaction, Promise<T>>();
  return (db: Database | Transaction): Promise<T> => {
    if (!db.isTransaction) return read(db);
    const value = known.get(db as Transaction) ?? read(db);
    known.set(db as Transaction, value);
    return value;
  };
}
