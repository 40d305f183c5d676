import type { Database } from '../../db/pool.ts';
import { fexs } from '../../domain/kinds/fexs.ts';
import { addDays, endOfDay, localDay, startOfDay } from '../../domain/kit/calendar.ts';
import type { BudgetLine } from '../../domain/sections/budget.ts';
import { demoId } from '../../server/sign-in/demo-identity.ts';
import { FEET_LIFE, TRADES_LIFE } from './fund-life.ts';
import { CLINIC, COOPERATIVE, type DemoProject, endorse, submit } from './projects.ts';
import { type DemoFundCall, FEET_SPENDING, TRADES_SPENDING } from './spending.ts';

const fundCall = (name: string, days: Omit<DemoFundCall, 'id' | 'line'>): DemoFundCall => ({
  ...{ ...days, id: demoId(`call:${name}`), line: demoId(`call:${name}:line`) },
});

/** The call whose projects are under way, and the one before it. */
const AWARD_CALL = fundCall('awarded', {
  ...{ opened: 255, closed: 215, resolved: 175, from: 165, to: -200, report: 30 },
});
const ENDED_CALL = fundCall('ended', {
  ...{ opened: 470, closed: 410, resolved: 365, from: 345, to: 50, report: 195, isOver: true },
});
export const FUND_CALLS: readonly DemoFundCall[] = [ENDED_CALL, AWARD_CALL];

/** Days after the end of a project in which its vouchers may still be issued. */
const GRACE_DAYS = 30;

/** As it was while it took proposals. */
export async function insertFundCall(db: Database, call: DemoFundCall, now: Date): Promise<void> {
  const today = localDay(now);
  const day = (ago: number) => addDays(today, -ago);
  // One each year: the days alone would sometimes give both the same.
  const year = Number(day(AWARD_CALL.opened).slice(0, 4)) - (call.isOver ? 1 : 0);
  const instalment = (share: number, report: number | null) => ({
    ...{ id: demoId(`${call.id}:instalment:${report}`), share, report },
  });
  await db
    .insertInto('calls')
    .values({
      ...{ id: call.id, name: `Fondo de continuidad ${year}`, year, kind: 'fexs', state: 'open' },
      ...{ opens_at: startOfDay(day(1)), closes_at: endOfDay(day(-1)), proposals_per_lead: 2 },
      ...{ execution_from: day(call.from), execution_to: day(call.to), grace_days: GRACE_DAYS },
      publishes_results: true,
      instalments: JSON.stringify([instalment(60, null), instalment(40, 1)]),
      report_dates: JSON.stringify([day(call.report)]),
      rubric: JSON.stringify({ criteria: fexs.rubric?.criteria ?? [] }),
    })
    .execute();
  const line = { name: 'Trabajo con organizaciones sociales', cap: 4_000_000, budget: 20_000_000 };
  await db
    .insertInto('call_lines')
    .values({ ...line, id: call.line, call_id: call.id, position: 0 })
    .execute();
}

/** As if it had been resolved in its time. */
export async function startFundCall(db: Database, call: DemoFundCall, now: Date): Promise<void> {
  const day = (ago: number) => addDays(localDay(now), -ago);
  await db
    .updateTable('calls')
    .set({
      ...{ state: 'execution', opens_at: startOfDay(day(call.opened)) },
      ...{ closes_at: endOfDay(day(call.closed)), resolution_at: endOfDay(day(call.resolved)) },
    })
    .where('id', '=', call.id)
    .execute();
}

/** A line of a budget of so many pesos, which the fund pays unless told otherwise. */
export const line = (
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
      ...{ call: ENDED_CALL, amount: 1_500_000, spending: TRADES_SPENDING },
      lines: [
        line('o1', 'operation', 'Materiales y traslados', 800_000),
        line('h1', 'fees', 'Diseño del catálogo', 400_000),
        line('d1', 'dissemination', 'Afiches de la muestra', 300_000),
      ],
    },
    execution: TRADES_LIFE,
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
      ...{ call: AWARD_CALL, amount: 3_600_000, spending: FEET_SPENDING },
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
    execution: FEET_LIFE,
    steps: [submit('camila.rojas'), endorse('patricia.contreras'), endorse('marcela.figueroa')],
  },
];
