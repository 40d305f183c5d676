// `node bench/registers.ts`: registers of 100 000 projects as XLSX, asked for by the office over HTTP and made in the
// background: how long each takes until it is ready, the most memory of the process that makes it above what it began
// with, and how long other people's home takes meanwhile against before. `BENCH_ONLY=projects` makes one of them. Fails
// when a budget is missed.
import { randomUUID } from 'node:crypto';
import type { Database } from '../src/db/pool.ts';
import { REGISTER_NAMES } from '../src/domain/registers/names.ts';
import type { Download } from '../src/features/downloads/contract.ts';
import { askJson } from './client.ts';
import { withInstallation } from './installation.ts';
import { watchMaking, withServer } from './making.ts';
import { seed } from './seed.ts';

const BUDGET = { seconds: 60, memory: 150, others: 1.5 };

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seed(db);
  return withServer(db, settings, async making => {
    const only = process.env.BENCH_ONLY;
    const met: boolean[] = [];
    for (const name of REGISTER_NAMES.filter(each => !only || only === each)) {
      const send = () =>
        askJson<Download>(making.office, 'POST', `/registers/${name}`, { id: randomUUID(), format: 'xlsx' });
      met.push(await watchMaking(making, { what: name, budget: BUDGET, send }));
    }
    return met.every(Boolean);
  });
}

process.exitCode = (await withInstallation('bench-dashboards', measureAll)) ? 0 : 1;
