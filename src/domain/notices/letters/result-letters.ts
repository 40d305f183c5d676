import { z } from 'zod';
import type { CallState } from '../../calls/calls.ts';
import { endOfDay } from '../../kit/calendar.ts';
import { formatMoney, formatNumber } from '../../text/format.ts';
import { composeLetter, dueWords, type Letter, linkTo, quotes, tableOf, textValue } from '../letters.ts';
import { checkPlaceholders, textShape } from '../mail-text-input.ts';
import { LINK, type MailText, type TemplateInfo } from '../mail-texts.ts';
import { OUTCOME_LABELS, type Outcome } from '../outcomes.ts';

const PLACEHOLDERS: TemplateInfo['placeholders'] = [
  { name: 'nombre_completo', help: 'Nombre de la persona responsable' },
  { name: 'codigo', help: 'Código de la propuesta' },
  { name: 'proyecto', help: 'Título de la propuesta' },
  { name: 'convocatoria', help: 'Nombre de la convocatoria' },
  { name: 'anio', help: 'Año de la convocatoria' },
  { name: 'linea', help: 'Línea a la que postuló' },
  { name: 'puntaje', help: 'Puntaje final' },
  { name: 'lugar', help: 'Lugar en la convocatoria: «3 de 24»' },
  { name: 'corte', help: 'Puntaje de la última adjudicada de su línea' },
  { name: 'minimo', help: 'Puntaje mínimo para adjudicar' },
  { name: 'monto_pedido', help: 'Monto que pidió' },
  { name: 'monto_adjudicado', help: 'Monto que se le adjudica' },
  { name: 'ajuste', help: 'Qué ajustar si se adjudica menos de lo pedido' },
  { name: 'motivo', help: 'Motivo de la decisión' },
  { name: 'espera_hasta', help: 'Último día de la lista de espera: «el jueves 26-11-2026»' },
  { name: 'apelar', help: 'Cómo y hasta cuándo apelar, si se puede' },
  { name: 'plazo_apelar', help: 'Último día para apelar: «el jueves 26-11-2026»' },
  { name: 'resultado', help: 'Tabla con línea, puntaje, lugar, corte y montos', block: true },
  { name: 'comentarios', help: 'Comentarios de quienes evaluaron, sin sus nombres', block: true },
  { ...LINK, help: 'Enlace a la propuesta (obligatorio)' },
];

const GREETING = '<p>Saludos cordiales, {nombre_completo}:</p>';
const CLOSING = '<p>{enlace}</p><p>Oficina de Vinculación</p>';

const ORIGINALS: Readonly<Record<Outcome, MailText>> = {
  award: {
    subject: '{codigo}: tu propuesta fue adjudicada',
    body:
      `${GREETING}<p>Con mucha alegría te contamos que tu propuesta «{proyecto}» ({codigo}) fue adjudicada en la ` +
      'convocatoria «{convocatoria}». Felicitaciones a ti y a todo tu equipo.</p><p>{resultado}</p><p>{ajuste}</p>' +
      '<p>Este resultado es provisional: las propuestas no adjudicadas se pueden apelar hasta {plazo_apelar}, y queda ' +
      'firme cuando todas las apelaciones estén respondidas. Hasta entonces no se inicia ningún proyecto.</p>' +
      '<p>Lo que sigue: en la página del proyecto verás qué falta para iniciarlo y desde cuándo puedes hacerlo.</p>' +
      `<p>{comentarios}</p>${CLOSING}`,
  },
  waitlist: {
    subject: '{codigo}: tu propuesta quedó en lista de espera',
    body:
      `${GREETING}<p>Tu propuesta «{proyecto}» ({codigo}) quedó en la lista de espera de la convocatoria ` +
      '«{convocatoria}». Gracias por el trabajo que tú y tu equipo pusieron en ella.</p><p>{resultado}</p>' +
      '<p>Motivo: {motivo}</p><p>Si se liberan un cupo o dinero, se adjudican por orden de puntaje. Si le toca a la ' +
      'tuya, te avisaremos de inmediato, sin que tengas que hacer nada.</p><p>La lista de espera rige hasta ' +
      '{espera_hasta}. Si hasta ese día no se libera un cupo, la propuesta quedará no adjudicada.</p><p>La lista de ' +
      `espera no se apela, tampoco cuando termina.</p><p>{comentarios}</p>${CLOSING}`,
  },
  not_award: {
    subject: '{codigo}: resultado de tu propuesta',
    body:
      `${GREETING}<p>Agradecemos el trabajo que tú y tu equipo pusieron en la propuesta «{proyecto}» ({codigo}). ` +
      'Lamentamos comunicarte que no fue adjudicada en la convocatoria «{convocatoria}».</p><p>{resultado}</p>' +
      '<p>Motivo: {motivo}</p><p>{comentarios}</p><p>{apelar}</p><p>Esperamos que estos antecedentes te sirvan para ' +
      `fortalecer la propuesta y que postules de nuevo en una próxima convocatoria.</p>${CLOSING}`,
  },
  dismiss: {
    subject: '{codigo}: tu propuesta fue declarada inadmisible',
    body:
      `${GREETING}<p>Revisamos los requisitos de admisibilidad de tu propuesta «{proyecto}» ({codigo}) a la ` +
      'convocatoria «{convocatoria}». Lamentamos comunicarte que fue declarada inadmisible, por lo que no pasa a la ' +
      'evaluación.</p><p>Motivo: {motivo}</p><p>{apelar}</p><p>Gracias por postular. Si tienes dudas, escríbenos: con ' +
      `gusto te orientamos para una próxima convocatoria.</p>${CLOSING}`,
  },
};

const infoOf = (outcome: Outcome, label: string, help: string): TemplateInfo => ({
  ...{ label, help, placeholders: PLACEHOLDERS },
  original: ORIGINALS[outcome],
});

/** What a letter is called, when it is sent, and what it says until a call writes its own. */
export const OUTCOME_INFO: Readonly<Record<Outcome, TemplateInfo>> = {
  award: infoOf(
    'award',
    OUTCOME_LABELS.award,
    'La propuesta se adjudica, en el acta o desde la lista de espera.',
  ),
  waitlist: infoOf('waitlist', OUTCOME_LABELS.waitlist, 'El acta la deja en la lista de espera.'),
  not_award: infoOf(
    'not_award',
    OUTCOME_LABELS.not_award,
    'El acta no la adjudica, o la lista de espera termina sin que se libere un cupo.',
  ),
  dismiss: infoOf('dismiss', OUTCOME_LABELS.dismiss, 'La admisibilidad la deja fuera de la evaluación.'),
};

/** A letter's text as the office writes it; each wrong placeholder is refused by its name. */
export const resultLetterInput = z
  .object(textShape)
  // All letters have the same placeholders.
  .superRefine((given, context) => checkPlaceholders(OUTCOME_INFO.award, given, context));

/** Why the letters of a call cannot be changed as it stands; `null` when they can. */
export const lettersRefusal = (state: CallState): string | null =>
  state === 'closed' ? 'La convocatoria está cerrada: reábrela para cambiar sus cartas.' : null;

/** What one letter says; whatever is null or empty goes unsaid, and paragraphs that only tell of it with it. */
export interface ResultFacts {
  /** Name of whoever leads it. */
  readonly to: string;
  readonly project: {
    readonly kind: string;
    readonly id: string;
    readonly code: string;
    readonly title: string;
  };
  readonly call: { readonly name: string; readonly year: number };
  readonly line: string | null;
  /** 0–100, as those after it. */
  readonly score: number | null;
  readonly cutoff: number | null;
  readonly minimum: number | null;
  readonly place: { readonly rank: number; readonly of: number } | null;
  /** CLP. */
  readonly asked: number | null;
  readonly awarded: number | null;
  readonly reason: string | null;
  /** Meant for the author, one of each review. */
  readonly comments: readonly string[];
  /** Until when this result is appealed; null where it cannot be. */
  readonly appealUntil: Date | null;
  /** The same of the other results of its act, while they keep this one from being final. */
  readonly provisionalUntil: Date | null;
  /** `yyyy-mm-dd`. */
  readonly waitlistUntil: string | null;
}

const points = (value: number | null) => (value === null ? '' : formatNumber(value, 2));
const money = (pesos: number | null) => (pesos === null ? '' : formatMoney(pesos));

/** The letter of a result, in these words. */
export function resultLetterOf(facts: ResultFacts, text: MailText): Letter {
  const { project, call, place, appealUntil, provisionalUntil, waitlistUntil } = facts;
  const last = appealUntil ?? provisionalUntil;
  const rows = rowsOf(facts);
  const comments = facts.comments.map((words, n) => [`Evaluación ${n + 1}`, words] as const);
  return composeLetter(text, `${project.code}: resultado de tu propuesta`, {
    nombre_completo: textValue(facts.to),
    codigo: textValue(project.code),
    proyecto: textValue(project.title),
    convocatoria: textValue(call.name),
    anio: textValue(String(call.year)),
    linea: textValue(facts.line),
    puntaje: textValue(points(facts.score)),
    lugar: textValue(place && placeWords(place)),
    corte: textValue(points(facts.cutoff)),
    minimo: textValue(points(facts.minimum)),
    monto_pedido: textValue(money(facts.asked)),
    monto_adjudicado: textValue(money(facts.awarded)),
    ajuste: textValue(fitWords(facts)),
    motivo: textValue(facts.reason),
    espera_hasta: textValue(waitlistUntil && dueWords(endOfDay(waitlistUntil))),
    apelar: textValue(appealUntil && appealWords(appealUntil)),
    plazo_apelar: textValue(last && dueWords(last)),
    resultado: {
      ...textValue(rows.map(([label, value]) => `${label}: ${value}`).join('\n')),
      alone: tableOf(rows),
    },
    comentarios: commentsValue(comments),
    enlace: linkTo(`/projects/${project.kind}/${project.id}`, 'Abrir la propuesta'),
  });
}

const placeWords = ({ rank, of }: NonNullable<ResultFacts['place']>) => `${rank} de ${of}`;

function rowsOf({ line, score, place, cutoff, minimum, asked, awarded }: ResultFacts) {
  const rows: readonly (readonly [string, string])[] = [
    ['Línea', line ?? ''],
    ['Puntaje final', points(score)],
    ['Lugar', place ? placeWords(place) : ''],
    ['Corte de su línea', points(cutoff)],
    ['Puntaje mínimo', points(minimum)],
    ['Monto pedido', money(asked)],
    ['Monto adjudicado', money(awarded)],
  ];
  return rows.filter(([, value]) => value !== '');
}

const fitWords = ({ asked, awarded }: ResultFacts) =>
  awarded !== null && asked !== null && awarded < asked
    ? `Se adjudica menos de lo que pediste: antes de iniciar el proyecto, ajusta en la sección Presupuesto las líneas del fondo hasta que sumen ${formatMoney(awarded)}.`
    : null;

const appealWords = (until: Date) =>
  `Puedes apelar este resultado una sola vez, hasta ${dueWords(until)}. Para hacerlo, abre la propuesta, elige «Apelar el resultado» y explica tus razones. También puede apelar quien figura como alterno.`;

const COMMENTS = 'Comentarios de la evaluación';
function commentsValue(comments: readonly (readonly [string, string])[]) {
  if (comments.length === 0) return { ...textValue(null), alone: '' };
  const listed = comments.map(([head, words]) => `- ${head}: ${words}`).join('\n');
  return {
    ...textValue(`${COMMENTS}:\n${listed}`),
    alone: `<p style="margin:0 0 12px"><strong>${COMMENTS}</strong></p>${quotes(comments)}`,
  };
}
