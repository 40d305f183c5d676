import { z } from 'zod';
import { formatAgo, formatCount, formatNumber, lowerFirst } from '../text/format.ts';

/** What an office sets up, in the order of the guide. */
export const SETUP_STEPS = [
  'units',
  'heads',
  'people',
  'kinds',
  'settings',
  'call',
  'mail',
  'backup',
  'provider',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
const setupStep = z.enum(SETUP_STEPS);

/** What the office itself has said of the guide. */
export const setupProgress = z.object({
  /** Left as they are, whatever is found of them. */
  settled: z
    .array(setupStep)
    .max(SETUP_STEPS.length)
    .refine(all => new Set(all).size === all.length, 'Hay elementos repetidos.'),
  /** The guide is no longer shown. */
  closed: z.boolean(),
});
export type SetupProgress = z.infer<typeof setupProgress>;

export const FIRST_PROGRESS: SetupProgress = { settled: [], closed: false };

/** How long a backup counts as a recent one. */
const RECENT_BACKUP_DAYS = 7;

/** Titles of the steps, and what each is good for. */
export const SETUP_WORDS: Readonly<Record<SetupStep, { readonly title: string; readonly help: string }>> = {
  units: {
    title: 'Facultades y escuelas',
    help: 'Se crean con sus carreras al importar la oferta académica, o una por una.',
  },
  heads: {
    title: 'Direcciones y decanatos',
    help: 'Dan el visto bueno a los proyectos de su unidad. Sin titular, lo hace la oficina.',
  },
  people: {
    title: 'Personas',
    help: 'Impórtalas de una planilla. También entran solas con un correo de los dominios admitidos.',
  },
  kinds: {
    title: 'Tipos de proyecto',
    help: 'Nombres, secciones, plazos y pauta de los cinco tipos.',
  },
  settings: {
    title: 'Configuración',
    help: 'Nombre y logo, dominios que pueden entrar, períodos, feriados, recordatorios.',
  },
  call: {
    title: 'Primera convocatoria',
    help: 'Los fondos concursables se piden dentro de una convocatoria.',
  },
  mail: {
    title: 'Correo',
    help: 'Avisos, recordatorios e invitaciones salen por el servidor de correo de la institución.',
  },
  backup: {
    title: 'Respaldo',
    help: 'Una copia diaria de datos y archivos, guardada en otro equipo.',
  },
  provider: {
    title: 'Ingreso con Microsoft o Google',
    help: 'Cada persona entra con su cuenta institucional.',
  },
};

/**
 * What may be open of units and people, mostly after an import: schools in use where an import puts those without a
 * faculty, units that nobody heads, people who come in and find nothing.
 */
export const OPEN_ENDS = {
  unassignedSchools: { step: 'units', label: 'Escuelas sin facultad', one: 'escuela sin facultad' },
  headlessSchools: { step: 'heads', label: 'Escuelas sin Dirección', one: 'escuela sin Dirección' },
  headlessFaculties: { step: 'heads', label: 'Facultades sin Decanato', one: 'facultad sin Decanato' },
  rolelessPeople: { step: 'people', label: 'Personas sin rol', one: 'persona sin rol' },
} as const satisfies Record<string, { step: SetupStep; label: string; one: string }>;
export type OpenEnd = keyof typeof OPEN_ENDS;
export const OPEN_END_NAMES = Object.keys(OPEN_ENDS) as OpenEnd[];
/** How many of each; every figure is the total of a list. */
export type OpenEnds = Readonly<Record<OpenEnd, number>>;

/** What is found of an installation, besides its open ends. */
export interface SetupFacts {
  /** In use. */
  readonly schools: number;
  /** Enabled academics. */
  readonly academics: number;
  /** Kinds of which somebody has published a version. */
  readonly ownKinds: number;
  readonly hasOwnSettings: boolean;
  /** Calls that have opened, and those in preparation. */
  readonly calls: number;
  readonly callsInPreparation: number;
  readonly hasMailServer: boolean;
  readonly hasSentMail: boolean;
  /** ISO 8601; null without one. */
  readonly lastBackup: string | null;
  /** Names of those that people sign in with; none in a demonstration. */
  readonly providers: readonly string[];
}

/** Found done, found open, or open and left so by the office. */
export const STEP_STATES = ['done', 'open', 'settled'] as const;
export type StepState = (typeof STEP_STATES)[number];
export const isOpenStep = ({ state }: { readonly state: StepState }): boolean => state === 'open';

interface Finding {
  readonly isDone: boolean;
  /** In a few words, without a full stop. */
  readonly found: string;
}

const finding = (isDone: boolean, done: string, open: string): Finding => ({
  isDone,
  found: isDone ? done : open,
});
const AND = new Intl.ListFormat('es');

/** Whether a backup is a recent one. */
export const isRecentBackup = (at: string, now: Date): boolean =>
  now.getTime() - Date.parse(at) <= RECENT_BACKUP_DAYS * 86_400_000;

function findBackup({ lastBackup }: SetupFacts, now: Date): Finding {
  if (lastBackup === null) return finding(false, '', 'Nunca se ha hecho');
  const last = `El último, ${formatAgo(new Date(lastBackup), now)}`;
  return finding(isRecentBackup(lastBackup, now), last, last);
}

const FIND: Record<SetupStep, (facts: SetupFacts, now: Date) => Finding> = {
  units: ({ schools }) =>
    finding(schools > 0, formatCount(schools, 'escuela', 'escuelas'), 'Todavía no hay ninguna'),
  heads: ({ schools }) => finding(schools > 0, 'Todas con titular', 'Todavía no hay unidades'),
  people: ({ academics }) =>
    finding(
      academics > 0,
      formatCount(academics, 'persona puede proponer', 'personas pueden proponer'),
      'Todavía nadie puede proponer proyectos',
    ),
  kinds: ({ ownKinds }) =>
    finding(
      ownKinds > 0,
      formatCount(ownKinds, 'tipo adaptado', 'tipos adaptados'),
      'Rigen los que trae la plataforma',
    ),
  settings: ({ hasOwnSettings }) => finding(hasOwnSettings, 'Adaptada', 'Rigen los valores de origen'),
  call: ({ calls, callsInPreparation }) =>
    finding(
      calls > 0,
      formatCount(calls, 'convocatoria', 'convocatorias'),
      callsInPreparation > 0
        ? `${formatNumber(callsInPreparation)} en preparación`
        : 'Todavía no hay ninguna',
    ),
  mail: ({ hasMailServer, hasSentMail }) =>
    finding(
      hasMailServer && hasSentMail,
      'Los correos salen',
      hasMailServer ? 'Falta probarlo: envíate un correo' : 'Sin servidor: los correos se guardan y no salen',
    ),
  backup: findBackup,
  provider: ({ providers }) =>
    finding(providers.length > 0, AND.format(providers), 'Solo cuentas de demostración'),
};

/** What of the open ends stands in the way of a step, in words. */
const endsOf = (step: SetupStep, ends: OpenEnds): string[] =>
  OPEN_END_NAMES.filter(name => OPEN_ENDS[name].step === step && ends[name] > 0).map(name =>
    formatCount(ends[name], OPEN_ENDS[name].one, lowerFirst(OPEN_ENDS[name].label)),
  );

export interface SetupState {
  readonly step: SetupStep;
  readonly state: StepState;
  readonly found: string;
}

/** Every step with what is found of it. */
export const setupStates = (
  facts: SetupFacts,
  ends: OpenEnds,
  { settled }: SetupProgress,
  now: Date,
): SetupState[] =>
  SETUP_STEPS.map(step => {
    const { isDone, found } = FIND[step](facts, now);
    const open = endsOf(step, ends);
    const state = isDone && open.length === 0 ? 'done' : settled.includes(step) ? 'settled' : 'open';
    return { step, state, found: isDone && open.length > 0 ? AND.format(open) : found };
  });
