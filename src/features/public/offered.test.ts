import { expect, it } from 'vitest';
import { setStatus } from '../../../test/execution.ts';
import { openReports, reporting } from '../../../test/reports.ts';
import { clients, server } from '../../../test/university.ts';
import type { ProjectDetail } from '../project-record/detail/contract.ts';

openReports();

/** Which roles are offered to read what is published of the project, of those that read the project. */
async function offeredTo(): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(clients).map(async ([who, client]) => {
      const { status, body } = await client.get<ProjectDetail>(`/projects/fexs/${reporting.id}`);
      return status === 200 && body.readsPublication ? [who] : [];
    }),
  );
  return answers.flat().sort();
}

it('what is published of a project is offered to whom it is private, once it is approved', async () => {
  const inside = ['academic', 'admin', 'colleague', 'dean', 'director', 'otherAdmin'];
  expect(await offeredTo()).toEqual(inside);
  await setStatus(server, reporting, 'approved');
  expect(await offeredTo()).toEqual(inside);
  for (const status of ['resolution', 'cancelled'] as const) {
    await setStatus(server, reporting, status);
    expect(await offeredTo()).toEqual([]);
  }
  // Read by any academic, who gets nothing private.
  await setStatus(server, reporting, 'running');
  const { status, body } = await clients.stranger.get<ProjectDetail>(`/projects/fexs/${reporting.id}`);
  expect([status, body.readsPublication]).toEqual([200, false]);
});
