import { formatRut, RutFormat } from '@fdograph/rut-utilities';
import { callTitle } from '../catalogues/call-title.ts';
import { TEAM_ROLES } from '../sections/team.ts';
import { formatCount, formatDay, labelIn } from '../text/format.ts';
import { CERTIFICATE_ROLES, type CertificateContent, type CertificateRole } from './certificates.ts';

/** Who signs; empty where the office named nobody. */
export interface Issuer {
  readonly signer: string;
  readonly position: string;
}

export interface CertifiedPerson {
  readonly name: string;
  readonly documentKind: string;
  readonly document: string;
}

/** Days are `yyyy-mm-dd`. */
export interface CertifiedProject {
  readonly code: string;
  readonly title: string;
  /** Label of its kind. */
  readonly kind: string;
  readonly school: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

export interface CertifiedActivity {
  readonly name: string;
  readonly day: string;
  /** `HH:MM`, or empty. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly place: string;
}

/** What somebody was in a project: in its team, at one of its activities, or at some of them. */
export interface ProjectPart extends CertifiedPerson {
  readonly role: Exclude<CertificateRole, 'reviewer'>;
  /** What the Ficha says of a member or founder beside the name. */
  readonly detail: string;
  readonly project: CertifiedProject;
  readonly activity: CertifiedActivity | null;
  /** Activities they came to, first and last day of these; 0 and null of the team. */
  readonly activities: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export interface ReviewerWork extends CertifiedPerson {
  readonly reviews: number;
  /** Name and year of the call; null outside of calls. */
  readonly call: { readonly name: string; readonly year: number } | null;
  /** Plural of the kind. */
  readonly kind: string;
  readonly year: number | null;
  readonly firstDay: string;
  readonly lastDay: string;
}

type Line = CertificateContent['lines'][number];

const known = (lines: readonly (Line | null | undefined | false)[]): Line[] =>
  lines.flatMap(each => (each && each.value !== '' ? [each] : []));

/** `RUT 12.345.678-5`; a foreign document with its word; empty for who was not identified by one. */
export function documentWords({ documentKind, document }: CertifiedPerson): string {
  if (documentKind === 'rut') return `RUT ${formatRut(document, RutFormat.DOTS_DASH).toUpperCase()}`;
  return documentKind === 'foreign' ? `Documento ${document}` : '';
}

const span = (from: string | null, to: string | null): string => {
  if (!from || !to) return formatDay(from ?? to ?? '');
  return from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`;
};

const STATEMENTS: Readonly<Record<ProjectPart['role'], string>> = {
  lead: 'dirigió el proyecto',
  alternate: 'participó como responsable alterno en el proyecto',
  member: 'integró el equipo del proyecto',
  founder: 'fundó el emprendimiento del proyecto',
  mentor: 'realizó la mentoría del proyecto',
  participant: 'participó en el proyecto',
};

function statementOf({ role, project, activity, activities }: ProjectPart): string {
  const title = `«${project.title}»`;
  if (activity) return `participó en la actividad «${activity.name}» del proyecto ${title}.`;
  if (role === 'participant' && activities > 0)
    return `participó en ${formatCount(activities, 'actividad', 'actividades')} del proyecto ${title}.`;
  return `${STATEMENTS[role]} ${title}.`;
}

/** The line that names the one activity that a certificate is about; others have none. */
export const ACTIVITY_LINE = 'Actividad';

const clock = ({ startsAt, endsAt }: CertifiedActivity): string =>
  [startsAt, endsAt].filter(t => t !== '').join(' a ');

const activityLines = (a: CertifiedActivity): (Line | null)[] => [
  { label: ACTIVITY_LINE, value: a.name },
  { label: 'Fecha', value: formatDay(a.day) },
  { label: 'Horario', value: clock(a) },
  { label: 'Lugar', value: a.place },
];

const shared = ({ signer, position }: Issuer, person: CertifiedPerson) => ({
  name: person.name,
  document: documentWords(person),
  signer,
  position,
});

/** What a certificate of a project says, in the order in which it is shown. */
export function projectCertificate(part: ProjectPart, issuer: Issuer): CertificateContent {
  const { role, project, activity, detail, firstDay, lastDay } = part;
  const isMember = role === 'member';
  return {
    ...shared(issuer, part),
    title: 'Certificado de participación',
    statement: statementOf(part),
    lines: known([
      { label: 'Calidad', value: labelIn(CERTIFICATE_ROLES, role) },
      { label: isMember ? 'Rol' : 'Vínculo', value: isMember ? labelIn(TEAM_ROLES, detail || null) : detail },
      ...(activity ? activityLines(activity) : []),
      { label: 'Proyecto', value: `${project.code} · ${project.title}` },
      { label: 'Tipo', value: project.kind },
      { label: 'Unidad', value: project.school ?? '' },
      !activity && firstDay !== null && { label: 'Asistencia', value: span(firstDay, lastDay) },
      !activity && { label: 'Período del proyecto', value: span(project.startDate, project.endDate) },
    ]),
  };
}

/** What a certificate of a reviewer says: how much was reviewed, never which proposals. */
export function reviewerCertificate(work: ReviewerWork, issuer: Issuer): CertificateContent {
  const { reviews, call, kind, year } = work;
  const proposals = formatCount(reviews, 'propuesta', 'propuestas');
  const of = call ? `de la convocatoria «${call.name}»` : `de ${kind} durante ${year}`;
  return {
    ...shared(issuer, work),
    title: 'Certificado de evaluación',
    statement: `evaluó ${proposals} ${of}, como par evaluador.`,
    lines: known([
      { label: 'Calidad', value: labelIn(CERTIFICATE_ROLES, 'reviewer') },
      call && { label: 'Convocatoria', value: callTitle(call) },
      { label: 'Tipo de proyecto', value: kind },
      { label: 'Propuestas evaluadas', value: String(reviews) },
      { label: 'Período', value: span(work.firstDay, work.lastDay) },
    ]),
  };
}
