import { expect, test } from 'vitest';
import { auditField, auditValue } from './words.ts';

const ANA = '01a226f3-017b-704f-ac0f-d08c09eed7e0';
const GONE = '01a226f3-0365-7602-9ead-2941bb553f95';
const NAMES = new Map([[ANA, 'Ana Soto']]);
const told = (value: unknown, action = '', field = '') => auditValue(value, NAMES, { action, field });

test.each<[string, string, string]>([
  ['faculty.updated', 'deanIds', 'decanato'],
  ['project.save.identification', 'title', 'Título'],
  ['file.add', ANA, 'archivo'],
  ['observation.answered', ANA, 'observación'],
  ['setting.updated', 'UF 2026-05-01 – 2026-05-31', 'UF 01-05-2026 – 31-05-2026'],
  ['setting.updated', '2027', '2027'],
  ['kind.published', 'Presupuesto: Fuente', 'Presupuesto: Fuente'],
])('%s of %s is called «%s»', (action, field, words) => {
  expect(auditField(action, field)).toBe(words);
});

test.each<[string, string, unknown, string | null]>([
  ['project.save.event', 'type', 'workshop', 'Taller'],
  ['agreement.created', 'kind', 'framework', 'Marco'],
  ['institutionalIndicator.updated', 'kind', 'milestone', 'Hito'],
  ['institutionalIndicator.updated', 'accumulates', 'average', 'Promedio'],
  ['project.request_change', 'section', 'budget', 'Presupuesto'],
  ['dataRequest.answer', 'outcome', 'partly', 'Acogida en parte'],
  ['wave.created', 'audience', 'students', 'Estudiantes'],
  ['wave.created', 'anonymous', true, 'sí'],
  ['wave.created', 'reminder_days', [7, 2], '7, 2'],
  ['user.updated', 'roles', ['Academic', 'Admin'], 'Academia, Administración'],
  ['faculty.updated', 'deanIds', [ANA], 'Ana Soto'],
  ['statement.submit', 'expenses', [GONE, ANA], '2 elementos'],
  ['faculty.updated', 'deanIds', [], null],
  ['project.reassign', 'lead', GONE, 'ya no existe'],
  ['activity.record', 'counts', { students: 3, direct: 2 }, 'estudiantes: 3, directos: 2'],
  ['call.updated', 'committee', { quorum: 2, members: [{ id: ANA }] }, '…'],
  ['call.updated', 'lines', [{ id: ANA, cap: 3 }], '1 elemento'],
  ['savedView.updated', 'query', { sort: '-due' }, '…'],
  ['call.updated', 'executionFrom', '2026-05-04', '04-05-2026'],
  ['call.updated', 'closesAt', '2026-05-04T13:00:00.000Z', '04-05-2026 09:00'],
  // What somebody wrote stays as they wrote it.
  ['project.save.identification', 'title', 'Plan 2026-05-04', 'Plan 2026-05-04'],
  ['project.save.identification', 'title', 'sum', 'sum'],
])('in %s, %s of %j is told as %s', (action, field, value, words) => {
  expect(told(value, action, field)).toBe(words);
});
