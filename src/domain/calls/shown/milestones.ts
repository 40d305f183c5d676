import { endOfDay, startOfDay } from '../../kit/calendar.ts';
import { formatCount, formatDateTime } from '../../text/format.ts';
import { type Call, waitlistEnd } from '../calls.ts';

/** A date of a call, as its readers are told of it. */
export interface Milestone {
  readonly label: string;
  /** An ISO instant, or a day `yyyy-mm-dd`. */
  readonly at: string;
  readonly note: string;
  readonly isPast: boolean;
}

interface Dated
  extends Pick<
    Call,
    | 'opensAt'
    | 'closesAt'
    | 'endorseUntil'
    | 'evaluationUntil'
    | 'resolutionAt'
    | 'appealDays'
    | 'executionFrom'
    | 'executionTo'
    | 'waitlistUntil'
  > {
  /** The newest first. */
  readonly extensions: readonly { readonly closedAt: string; readonly reason: string }[];
}

/** From when on a date is past: a day that something lasts until ends with it. */
const instant = (at: string) => new Date(at);
type Written = readonly [
  label: string,
  at: string | null,
  pastFrom: (at: string) => Date,
  note?: string | false | undefined,
];

/** How long an appeal may be made, which counts from a day nobody knows beforehand. */
export const appealWords = ({ appealDays }: Pick<Call, 'appealDays'>): string =>
  `${formatCount(appealDays, 'día hábil', 'días hábiles')} desde el resultado`;

/** The dates a call has, in the order of the calendar. */
export function milestonesOf(call: Dated, now: Date): Milestone[] {
  const [extension] = call.extensions;
  const written: readonly Written[] = [
    ['Apertura', call.opensAt, instant],
    [
      'Cierre',
      call.closesAt,
      instant,
      extension &&
        `Se amplió: antes cerraba el ${formatDateTime(new Date(extension.closedAt))}. ${extension.reason}`,
    ],
    ['Visto bueno de los decanatos hasta', call.endorseUntil, instant],
    ['Evaluación hasta', call.evaluationUntil, instant],
    [
      'Resultados',
      call.resolutionAt,
      instant,
      call.appealDays > 0 && `Se puede apelar: ${appealWords(call)}.`,
    ],
    ['Lista de espera hasta', waitlistEnd(call), endOfDay],
    ['Inicio de la ejecución', call.executionFrom, startOfDay],
    ['Término de la ejecución', call.executionTo, endOfDay],
  ];
  return written
    .flatMap(([label, at, pastFrom, note]) =>
      at === null ? [] : [{ label, at, note: note || '', moment: pastFrom(at) }],
    )
    .sort((a, b) => a.moment.getTime() - b.moment.getTime())
    .map(({ moment, ...shown }) => ({ ...shown, isPast: moment <= now }));
}
