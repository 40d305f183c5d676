import type { Page } from '@playwright/test';
import { fillProposal, openCall, startProposal } from './evaluation-api.ts';
import { asPerson } from './fixtures.ts';
import { act, type ProjectRef, request } from './project-api.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';

/** A started project of whoever is signed in, with 2 million of a call whose second half waits for a report. */
export async function awardedProject(page: Page, title: string, schoolName: string): Promise<ProjectRef> {
  const call = await asPerson(page, OFFICE, office =>
    openCall(office, `Fondo de ${title}`, {
      ...{ proposalsPerLead: 20, graceDays: 30 },
      instalments: [
        { id: crypto.randomUUID(), share: 60, report: null },
        { id: crypto.randomUUID(), share: 40, report: 1 },
      ],
    }),
  );
  const ref = await startProposal(page, call, title);
  await fillProposal(page, call, ref, { schoolName });
  await act(page, ref, 'submit');
  await asPerson(page, OFFICE, async office => {
    const reason = 'Se adjudicó por un acto anterior.';
    await act(office, ref, 'override', { to: 'running', reason, lineId: call.lineId, amount: 2_000_000 });
  });
  return ref;
}

interface VoucherType {
  id: string;
  name: string;
}

/** Types of voucher by name, as whoever records expenses of a project is told them. */
export async function voucherTypes(page: Page, ref: ProjectRef): Promise<(name: string) => string> {
  const { types } = await request<{ types: VoucherType[] }>(
    page,
    'GET',
    `/projects/${ref.kind}/${ref.id}/expenses`,
  );
  return name => types.find(type => type.name === name)?.id ?? '';
}
