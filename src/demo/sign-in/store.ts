import type { Adapter, AdapterPayload } from 'oidc-provider';

interface RecordOf {
  payload: AdapterPayload;
  /** Milliseconds since 1970. */
  expires: number;
}

/** What a demo provider remembers: sign-ins, codes and refresh tokens, in memory and portable over a restart. */
export interface DemoStore {
  adapter(model: string): Adapter;
  entries(): [string, RecordOf][];
}

const MOST_RECORDS = 20_000;
const FOREVER = Number.MAX_SAFE_INTEGER;

export function createDemoStore(saved: [string, RecordOf][] = []): DemoStore {
  const records = new Map(saved);
  const live = (key: string): AdapterPayload | undefined => {
    const record = records.get(key);
    if (record && record.expires > Date.now()) return record.payload;
    records.delete(key);
    return undefined;
  };
  const find = (model: string, matches: (payload: AdapterPayload) => boolean) => {
    for (const [key, { payload }] of records) {
      if (key.startsWith(`${model}:`) && matches(payload)) return live(key);
    }
    return undefined;
  };
  // A Map keeps the order of insertion: the oldest records go first.
  const makeRoom = () => {
    for (const key of records.keys()) {
      if (records.size < MOST_RECORDS) return;
      records.delete(key);
    }
  };
  return {
    entries: () => [...records].filter(([, { expires }]) => expires > Date.now()),
    adapter: model => ({
      async upsert(id, payload, expiresIn) {
        makeRoom();
        const expires = expiresIn ? Date.now() + expiresIn * 1000 : FOREVER;
        records.set(`${model}:${id}`, { payload, expires });
      },
      find: async id => live(`${model}:${id}`),
      findByUid: async uid => find(model, payload => payload.uid === uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = live(`${model}:${id}`);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        records.delete(`${model}:${id}`);
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of records) if (payload.grantId === grantId) records.delete(key);
      },
    }),
  };
}
