import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openFile, prepareAll } from '../../../test/downloads.ts';
import { done } from '../../../test/factories.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { keepReport, openReports, reporting, submitReport } from '../../../test/reports.ts';
import { clients, server } from '../../../test/university.ts';
import { unzipped } from '../../../test/zips.ts';
import type { Download } from '../downloads/contract.ts';

openReports();

async function filesOf(who = clients.academic): Promise<Map<string, Buffer>> {
  const path = `/projects/${reporting.kind}/${reporting.id}/case-file`;
  const { id } = done(await who.post<Download>(path, { download: randomUUID() }));
  await prepareAll();
  return new Map(await unzipped(Buffer.from(await (await openFile(who, id)).arrayBuffer())));
}

it('a report is in the case file once it was sent, as it is printed', async () => {
  const name = `03-informes/${reporting.code}-informe-de-avance-1.pdf`;
  await keepReport(server, reporting, { number: 1, author: 'academic' });
  expect([...(await filesOf()).keys()]).not.toContain(name);
  done(await submitReport(clients.academic, reporting, 1));
  const files = await filesOf();
  expect([...files.keys()].filter(each => each.startsWith('03-'))).toEqual([name]);
  const text = pdfPages(files.get(name) ?? Buffer.alloc(0))
    .join(' ')
    .replaceAll(/\s/g, '');
  expect(text).toContain('Informedeavance1');
  expect(files.get('00-indice.html')?.toString()).toContain(`href="${name}"`);
});
