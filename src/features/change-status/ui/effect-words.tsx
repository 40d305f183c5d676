import { formatCount, formatList } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import type { Effect, Place } from '../contract.ts';

const OFFICE = 'la Oficina de Vinculación';

const holders = ({ people, office }: Place) => [...people.map(p => p.name), ...(office ? [OFFICE] : [])];

/** Who holds the project then and until when, and who no longer does. */
export function effectWords(effect: Effect, notify: boolean): string {
  const { before, after, note, mailed } = effect;
  if (!after) return '';
  const [was, will] = [before ? holders(before) : [], holders(after)];
  const leaving = was.filter(name => !will.includes(name));
  const due = after.due ? `, hasta el ${formatDay(after.due)}` : '';
  return [
    will.length === 0 ? 'Nadie lo tendrá pendiente.' : `Lo tendrá ${formatList(will)}${due}.`,
    leaving.length > 0 ? `Deja de tenerlo ${formatList(leaving)}.` : '',
    note ?? '',
    certificateWords([effect]),
    notify ? mailWords(mailed) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** `1 proyecto`, `12 proyectos`. */
export const projectsWords = (n: number): string => (n === 1 ? '1 proyecto' : `${n} proyectos`);

/** Who gets a mail, each once however many projects it is about. */
export function mailWords(mailed: readonly { readonly id: string; readonly name: string }[]): string {
  const names = [...new Map(mailed.map(p => [p.id, p.name])).values()].sort((a, b) =>
    a.localeCompare(b, 'es'),
  );
  if (names.length === 0) return 'Nadie recibirá correo.';
  if (names.length > MOST_NAMED) return `${names.length} personas recibirán correo.`;
  return `${names.length === 1 ? 'Recibirá' : 'Recibirán'} correo ${formatList(names)}.`;
}
const MOST_NAMED = 5;

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

/** What becomes of certificates as projects leave `closed` or come back to it; empty where nothing does. */
export function certificateWords(effects: readonly Pick<Effect, 'suspends' | 'reinstates'>[]): string {
  const [suspended, reinstated] = [sum(effects.map(e => e.suspends)), sum(effects.map(e => e.reinstates))];
  const count = (n: number) => formatCount(n, 'certificado', 'certificados');
  if (suspended > 0) return `${suspended === 1 ? 'Se suspende' : 'Se suspenden'} ${count(suspended)}.`;
  if (reinstated === 0) return '';
  return `${reinstated === 1 ? 'Vuelve' : 'Vuelven'} a estar vigente${reinstated === 1 ? '' : 's'} ${count(reinstated)}.`;
}
