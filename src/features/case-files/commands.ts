import { command } from '../../server/commands/command.ts';
import type { Jobs } from '../../server/jobs.ts';
import { askDownload } from '../downloads/commands.ts';
import type { CaseFileRequest } from './contract.ts';
import { requireCaseFile } from './queries.ts';

interface Asked {
  readonly jobs: Jobs;
  readonly project: CaseFileRequest;
  readonly download: string;
}

export const askCaseFile = command('active', async (context, { jobs, project, download: id }: Asked) => {
  const { code } = await requireCaseFile(context.tx, context.actor, project);
  return askDownload(jobs, context, {
    ...{ id, maker: 'case_file', request: { kind: project.kind, id: project.id } },
    title: `Expediente ${code}`,
  });
});
