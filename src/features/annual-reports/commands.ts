import type { BodyOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { command } from '../../server/commands/command.ts';
import type { Jobs } from '../../server/jobs.ts';
import { askDownload } from '../downloads/commands.ts';
import type { askAnnual as endpoint } from './contract.ts';
import { annualTitle } from './making/queries.ts';

interface Asked {
  readonly jobs: Jobs;
  readonly query: QueryOf<typeof endpoint>;
  readonly given: BodyOf<typeof endpoint>;
}

export const askAnnual = command('active', async (context, { jobs, query, given }: Asked) => {
  const { id, ...more } = given;
  const request = { ...query, ...more };
  const title = await annualTitle(context.tx, context.actor, request);
  return askDownload(jobs, context, { id, maker: 'annual_report', request, title });
});
