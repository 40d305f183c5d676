import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { fexs } from '../../domain/kinds/fexs.ts';
import { addDays, endOfDay, localDay, startOfDay } from '../../domain/kit/calendar.ts';
import type { BudgetLine } from '../../domain/sections/budget.ts';
import { demoId } from '../../server/sign-in/demo-identity.ts';
import { CLINIC, COOPERATIVE, type DemoProject, endorse, submit } from './projects.ts';
import { FEET_SPENDING, TRADES_SPENDING } from './spending.ts';

/** The call whose projects are under way, and its one line. */
export const AWARD_CALL = demoId('call:awarded');
export const AWARD_LINE = demoId('call:awarded:line');

/** Days after the end of a project in which its vouchers may still be issued. */
const GRACE_DAYS = 30;

/** As it was while it took proposals. */
export async function insertAwardCall(db: Database, now: Date): Promise<void> {
  const day = localDay(now);
  const year = Number(day.slice(0, 4)) - 1;
  const instalment = (share: number, report: number | null) => ({
    ...{ id: demoId(`call:awarded:instalment:${report}`), share, report },
  });
  await db
    .insertInto('calls')
    .values({
      ...{ id: AWARD_CALL, name: `Fondo de continuidad ${year}`, year, kind: 'fexs', state: 'open' },
      ...{
        opens_at: startOfDay(addDays(day, -1)),
        closes_at: endOfDay(addDays(day, 1)),
        proposals_per_lead: 2,
      },
      ...{ execution_from: addDays(day, -345), execution_to: addDays(day, 200), grace_days: GRACE_DAYS },
      instalments: JSON.stringify([instalment(60, null), instalment(40, 1)]),
      rubric: JSON.stringify({ criteria: fexs.rubric?.criteria ?? [] }),
    })
    .execute();
  const line = { name: 'Trabajo con organizaciones sociales', cap: 4_000_000, budget: 20_000_000 };
  await db
    .insertInto('call_lines')
    .values({ ...line, id: AWARD_LINE, call_id: AWARD_CALL, position: 0 })
    .execute();
}

/** As if it had been resolved a year ago. */
export const startAwardCall = (db: Database) =>
  sql`update calls set state = 'execution', opens_at = opens_at - interval '470 days',
      closes_at = closes_at - interval '410 days', resolution_at = now() - interval '365 days'
    where id = ${AWARD_CALL}`.execute(db);

const line = (
  id: string,
  category: BudgetLine['category'],
  description: string,
  unitCost: number,
  source: BudgetLine['source'] = 'fund',
): BudgetLine => ({ id, category, description, quantity: 1, unitCost, source });

/** Projects that a call pays: one under way, and one that has ended. */
export const AWARDED_PROJECTS: readonly DemoProject[] = [
  {
    kind: 'fexs',
    lead: 'francisca.munoz',
    school: 'TSO',
    title: 'Oficios de la costa: memoria textil de Coronel',
    summary:
      'Socias de la cooperativa textil y estudiantes documentaron oficios de la costa y los mostraron en un catálogo y una muestra itinerante.',
    problem: 'Los oficios textiles de la costa se pierden con quienes los practican.',
    relevance: 'Une el trabajo social con el patrimonio vivo de la comuna.',
    general: 'Registrar y mostrar los oficios textiles de la costa.',
    specific: 'Publicar un catálogo y montar una muestra itinerante.',
    methodology: 'Talleres de oficio, registro fotográfico y edición junto a las socias.',
    partner: [COOPERATIVE, 'Enseña los oficios y presta sus piezas.'],
    comuna: '08102',
    theme: 'Patrimonio y cultura',
    goals: [8, 11],
    people: 90,
    indicator: ['Oficios registrados', 'oficios', 6],
    cost: ['Talleres y catálogo', 1_500_000],
    asked: 1_500_000,
    award: {
      ...{ began: 11, months: 9, amount: 1_500_000, spending: TRADES_SPENDING },
      lines: [
        line('o1', 'operation', 'Materiales y traslados', 800_000),
        line('h1', 'fees', 'Diseño del catálogo', 400_000),
        line('d1', 'dissemination', 'Afiches de la muestra', 300_000),
      ],
      closed: 'Terminó y rindió todo; su informe final está en papel en la oficina.',
    },
    steps: [submit('francisca.munoz'), endorse('rodrigo.ibanez'), endorse('marcela.figueroa')],
  },
  {
    kind: 'fexs',
    lead: 'camila.rojas',
    school: 'ENF',
    title: 'Pies que caminan: cuidado del pie diabético en Villa Los Ríos',
    summary:
      'Talleres de autocuidado, controles en el barrio y seguimiento por teléfono para personas con diabetes, junto al centro de salud.',
    problem: 'Una de cada cuatro personas con diabetes del sector llega tarde a su control de pies.',
    relevance: 'El centro de salud lo pidió y la carrera lo incorpora en su práctica comunitaria.',
    general: 'Prevenir lesiones del pie en personas con diabetes del sector.',
    specific: 'Acompañar a sesenta personas con talleres, controles y seguimiento.',
    methodology: 'Talleres mensuales, controles en duplas supervisadas y llamadas de seguimiento.',
    partner: [CLINIC, 'Deriva, presta la sala y recibe los controles.'],
    member: 'matias.sepulveda',
    comuna: '08101',
    theme: 'Salud y bienestar',
    goals: [3],
    people: 60,
    indicator: ['Personas con control al día', 'personas', 60],
    cost: ['Talleres, controles y seguimiento', 4_350_000],
    asked: 3_600_000,
    award: {
      ...{ began: 5, months: 8, amount: 3_600_000, spending: FEET_SPENDING },
      lines: [
        line('h1', 'fees', 'Monitora de los talleres', 1_200_000),
        line('o1', 'operation', 'Materiales y colaciones', 1_100_000),
        line('v1', 'travel', 'Pasajes, buses y viáticos', 500_000),
        line('d1', 'dissemination', 'Afiches y cartillas', 500_000),
        line('e1', 'equipment', 'Formulario de seguimiento y equipos', 300_000),
        line('u1', 'operation', 'Sillas, sonido y coordinación', 400_000, 'unit'),
        line('p1', 'other', 'Sala del centro de salud', 350_000, 'partner_in_kind'),
      ],
    },
    steps: [submit('camila.rojas'), endorse('patricia.contreras'), endorse('marcela.figueroa')],
  },
];
