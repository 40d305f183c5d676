import type { BodyOf, ParamsOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { command } from '../../server/commands/command.ts';
import type { Jobs } from '../../server/jobs.ts';
import { askDownload } from '../downloads/commands.ts';
import type { askRegister as endpoint } from './contract.ts';
import { requireRegister, titleOf } from './making/queries.ts';

interface Asked {
  readonly jobs: Jobs;
  readonly given: ParamsOf<typeof endpoint> & BodyOf<typeof endpoint>;
  readonly filters: QueryOf<typeof endpoint>;
}

/** Asked for with the scope written out: with other rights later, the widest one would be another. */
export const askRegister = command('active', async (context, { jobs, given, filters }: Asked) => {
  const { tx, actor } = context;
  const { id, name, format } = given;
  const scope = requireRegister(actor, name, filters);
  const request = { ...filters, name, format, scope };
  const title = await titleOf(tx, actor, request);
  return askDownload(jobs, context, { id, maker: 'register', request, title });
});
