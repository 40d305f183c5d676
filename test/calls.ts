import { randomUUID } from 'node:crypto';
import type { SectionData } from '../src/domain/sections/index.ts';
import type { Checks } from '../src/features/admissibility/contract.ts';
import type { CallDetail, CallSettings } from '../src/features/calls/contract.ts';
import type { Client } from './client.ts';
import { type Created, done, fillSections, pacsSections, type References } from './factories.ts';

const HOUR_MS = 3_600_000;
const KEYS = [
  'name year opensAt closesAt endorseUntil correctionDays evaluationUntil resolutionAt appealDays executionFrom',
  'executionTo waitlistUntil answerDays invitationDays committee blind reviews minimum gap consensusDays proposalsPerLead blocksOverdue lines quotas rubric questions documents publicText',
  'categoryCaps partnerMinimum studentMinimum instalments graceDays reportDates publishesResults',
]
  .join(' ')
  .split(' ') as (keyof CallSettings)[];

/** What the form of a call sends: everything stored, with `more` in its place; a line where there is none. */
export function callSettings(call: CallDetail, more: object = {}): CallSettings {
  const stored = Object.fromEntries(KEYS.map(key => [key, call[key]])) as unknown as CallSettings;
  const lines = call.lines.length
    ? call.lines
    : [{ id: randomUUID(), name: 'Línea general', cap: 3_000_000, budget: 30_000_000 }];
  return { ...stored, lines, ...more };
}

/** A call of one line (3 million a project) that takes proposals for two days from now on. */
export async function openCall(
  admin: Client,
  { kind = 'fexs', ...more }: Partial<CallSettings> & { kind?: string } = {},
): Promise<{ id: string; lineId: string }> {
  const name = more.name ?? `Fondo ${randomUUID().slice(0, 8)}`;
  const { id } = done(await admin.post<{ id: string }>('/calls', { name, year: 2026, kind }));
  const call = done(await admin.get<CallDetail>(`/calls/${id}`));
  const now = Date.now();
  const settings = callSettings(call, {
    opensAt: new Date(now - HOUR_MS).toISOString(),
    closesAt: new Date(now + 48 * HOUR_MS).toISOString(),
    ...more,
    name,
  });
  done(await admin.put(`/calls/${id}`, { version: 1, settings }));
  done(await admin.post(`/calls/${id}/state`, { version: 2, to: 'open' }));
  return { id, lineId: settings.lines[0]?.id ?? '' };
}

/** A budget that asks the fund for that much, in one line. */
export const fundBudget = (amount: number): SectionData['budget'] => ({
  lines: [
    {
      id: 'fondo',
      category: 'operation',
      description: 'Materiales',
      quantity: 1,
      unitCost: amount,
      source: 'fund',
    },
  ],
});

/** The sections of a `fexs` proposal to that call, with everything that submitting asks for. */
export function fundSections(
  refs: References,
  call: { id: string; lineId: string },
  amount = 2_000_000,
  title = 'Propuesta al fondo',
) {
  const { courses: _, ...sections } = pacsSections(refs, title);
  return { ...sections, budget: fundBudget(amount), fund: { callId: call.id, lineId: call.lineId } };
}

/** A complete draft for that call. */
export async function proposal(
  client: Client,
  refs: References,
  call: { id: string; lineId: string },
  amount?: number,
  { id = randomUUID(), title = 'Propuesta al fondo' }: { id?: string; title?: string } = {},
): Promise<Created> {
  const { leadId, schoolId } = refs;
  const body = { id, kind: 'fexs', title, leadId, schoolId, callId: call.id };
  const project = done(await client.post<Created>('/projects', body));
  await fillSections(client, project, fundSections(refs, call, amount, title));
  return project;
}

/** The office finds everything of the checklist in order. */
export async function checkAll(admin: Client, { kind, id }: { kind: string; id: string }): Promise<void> {
  const path = `/projects/${kind}/${id}/checks`;
  const { items, version } = done(await admin.get<Checks>(path));
  const all = Object.fromEntries(items.map(item => [item.id, { ok: true, note: '' }]));
  done(await admin.put(path, { version, items: all }));
}
