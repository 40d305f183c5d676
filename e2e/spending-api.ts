import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { localDay } from '../src/domain/kit/calendar.ts';
import { fillProposal, openCall, startProposal } from './evaluation-api.ts';
import { uploadFile } from './files-api.ts';
import { asPerson } from './fixtures.ts';
import { act, type ProjectRef, projectPath, request } from './project-api.ts';

export const OFFICE = 'beatriz.navarrete@biosur.example';
const SCHOOL = 'Enfermería';

/** Today in Chile; as people write it with `-`. */
export const today = (written?: '-'): string =>
  written ? localDay(new Date()).split('-').reverse().join('-') : localDay(new Date());

/** A started project of whoever is signed in, with 2 million of a call whose last 40 % wait for a report. */
export async function awardedProject(page: Page, title: string): Promise<ProjectRef> {
  const call = await asPerson(page, OFFICE, office =>
    openCall(office, `Fondo de ${title}`, {
      // Who leads it here has reports of other projects to write.
      ...{ proposalsPerLead: 20, graceDays: 30, blocksOverdue: false },
      instalments: [
        { id: randomUUID(), share: 60, report: null },
        { id: randomUUID(), share: 40, report: 1 },
      ],
    }),
  );
  const ref = await startProposal(page, call, title);
  await fillProposal(page, call, ref, { schoolName: SCHOOL });
  await act(page, ref, 'submit');
  await asPerson(page, OFFICE, async office => {
    const reason = 'Se adjudicó por un acto anterior.';
    await act(office, ref, 'override', { to: 'running', reason, lineId: call.lineId, amount: 2_000_000 });
  });
  return ref;
}

interface Given {
  number: string;
  gross: number;
  description: string;
}

/** An invoice of the fund with its paper. */
export async function recordExpense(page: Page, ref: ProjectRef, { number, gross, description }: Given) {
  const path = `${projectPath(ref)}/expenses`;
  const { types } = await request<{ types: { id: string; name: string }[] }>(page, 'GET', path);
  const bytes = Buffer.from(`%PDF-1.4\n% ${createHash('sha256').update(description).digest('hex')}\n%%EOF\n`);
  await uploadFile(page, ref, { name: `factura-${number}.pdf`, bytes, documentType: 'expense' });
  const { files } = await request<{ files: { name: string; versionId: string }[] }>(
    page,
    'GET',
    `${projectPath(ref)}/files`,
  );
  const versionId = files.find(f => f.name === `factura-${number}.pdf`)?.versionId;
  await request(page, 'POST', path, {
    ...{ id: randomUUID(), budgetLineId: 'fondo', description, share: null, correctsId: null },
    papers: [{ paper: 'voucher', versionId }],
    voucher: {
      ...{ typeId: types.find(t => t.name === 'Factura')?.id, number, currency: 'CLP', gross },
      ...{ issuedOn: today(), supplier: { rut: '76123456-0', foreignId: '', name: 'Viveros del Sur SpA' } },
    },
  });
}
