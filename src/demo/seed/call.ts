import type { Transaction } from '../../db/pool.ts';
import { fexs } from '../../domain/kinds/fexs.ts';
import { addDays, endOfDay, localDay } from '../../domain/kit/calendar.ts';
import { demoId } from '../../server/sign-in/demo-identity.ts';

/** The call that newcomers may apply to, and its lines. */
export const DEMO_CALL = demoId('call:fund');
const LINES = [
  { name: 'Trabajo con organizaciones sociales', cap: 4_000_000, budget: 24_000_000 },
  { name: 'Territorio y medioambiente', cap: 5_000_000, budget: 30_000_000 },
] as const;
export const demoLine = (n: number) => demoId(`call:fund:line:${n}`);

const BASES = `<h2>A quién está dirigida</h2>
<p>A académicas y académicos que trabajan <strong>con</strong> una organización de la región, desde el diagnóstico hasta el cierre.</p>
<h2>Qué financia</h2>
<ul><li>Operación y difusión de las actividades.</li><li>Viáticos y traslados del equipo.</li><li>Equipamiento que queda en la organización.</li></ul>
<h2>Cómo se evalúa</h2>
<p>Dos personas evalúan cada propuesta con la pauta de esta convocatoria. Bajo 60 puntos no se adjudica.</p>`;

/** Open for two months from the day the demonstration begins. */
export async function insertCall(tx: Transaction, now: Date): Promise<void> {
  const day = localDay(now);
  const until = (days: number) => endOfDay(addDays(day, days));
  await tx
    .insertInto('calls')
    .values({
      id: DEMO_CALL,
      name: `Fondo de extensión ${day.slice(0, 4)}`,
      year: Number(day.slice(0, 4)),
      kind: 'fexs',
      state: 'open',
      opens_at: now,
      closes_at: until(60),
      endorse_until: until(70),
      evaluation_until: until(95),
      resolution_at: until(110),
      proposals_per_lead: 2,
      execution_from: addDays(day, 120),
      execution_to: addDays(day, 480),
      rubric: JSON.stringify({ criteria: fexs.rubric?.criteria ?? [] }),
      public_text: BASES,
    })
    .execute();
  await tx
    .insertInto('call_lines')
    .values(
      LINES.map((line, position) => ({ ...line, id: demoLine(position), call_id: DEMO_CALL, position })),
    )
    .execute();
}
