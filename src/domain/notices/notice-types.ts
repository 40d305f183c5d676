/**
 * What a person can be told of, each with its own preference. `now`: a mail soon after it happens; `daily`: one mail a
 * day with everything of the day.
 */
export const NOTICE_TYPES = [
  'turn',
  'request',
  'review',
  'decision',
  'observation',
  'reminder',
  'reassignment',
  'team',
  'certificates',
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Where a notice leads that is about no project, by the name that is stored with it. */
export const NOTICE_PAGES = {
  agreements: { at: '/partners/agreements?state=ending', opens: 'Ver los convenios por vencer' },
  surveys: { at: '/surveys?state=ready', opens: 'Ver los resultados' },
  dataRequests: { at: '/admin/privacy?state=open', opens: 'Ver las solicitudes' },
  ownRequests: { at: '/profile', opens: 'Ver tu solicitud' },
  certificates: { at: '/certificates?mine=true', opens: 'Ver tus certificados' },
} as const;
export type NoticePage = keyof typeof NOTICE_PAGES;

/** What a proposal is called where its reviewer is told of it: the title may tell whose it is. */
export const DESK_TITLE = 'Propuesta por evaluar';

export const MAIL_TIMINGS = ['now', 'daily', 'off'] as const;
export type MailTiming = (typeof MAIL_TIMINGS)[number];

export const MAIL_TIMING_LABELS: Record<MailTiming, string> = {
  now: 'Al momento',
  daily: 'Resumen diario',
  off: 'Sin correo',
};

interface TypeInfo {
  readonly label: string;
  readonly help: string;
  /** What holds for somebody who never chose. */
  readonly inApp: boolean;
  readonly mail: MailTiming;
}

export const NOTICE_INFO: Record<NoticeType, TypeInfo> = {
  turn: {
    label: 'Te toca a ti',
    help: 'Un proyecto espera algo de ti.',
    inApp: true,
    mail: 'now',
  },
  request: {
    label: 'Cambios y mediciones',
    help: 'Piden cambiar un proyecto aprobado, o envían mediciones de sus indicadores, y decides tú.',
    inApp: true,
    mail: 'now',
  },
  review: {
    label: 'Evaluaciones',
    help: 'Te invitan a evaluar una propuesta, te devuelven tu evaluación o vence tu plazo.',
    inApp: true,
    mail: 'now',
  },
  decision: {
    label: 'Decisiones sobre tus proyectos',
    help: 'Cambió el estado de un proyecto del que eres responsable o alterno, o que tenías a tu cargo.',
    inApp: true,
    mail: 'now',
  },
  observation: {
    label: 'Observaciones',
    help: 'Respondieron una observación que hiciste.',
    inApp: true,
    mail: 'now',
  },
  reminder: {
    label: 'Recordatorios de plazos',
    help: 'Se acerca un plazo tuyo, o ya venció.',
    inApp: true,
    mail: 'now',
  },
  reassignment: {
    label: 'Reasignaciones',
    help: 'La oficina te entregó algo, o lo pasó a otra persona.',
    inApp: true,
    mail: 'now',
  },
  team: {
    label: 'Proyectos en que participas',
    help: 'Cambió el estado de un proyecto de cuyo equipo eres parte.',
    inApp: true,
    mail: 'off',
  },
  certificates: {
    label: 'Tus certificados',
    help: 'Se emitió un certificado de lo que hiciste en un proyecto o como par evaluador.',
    inApp: true,
    mail: 'now',
  },
};

export interface NoticePreference {
  readonly type: NoticeType;
  readonly inApp: boolean;
  readonly mail: MailTiming;
}
