import type { PARTS } from '../access/part-taking.ts';
import { CERTIFICATE_ROLES, type CertificateRole } from '../certificates/certificates.ts';
import type { Block, PrintedDocument } from '../kinds/print/print.ts';
import { type Status, statusLabel } from '../kinds/statuses.ts';
import { localDay } from '../kit/calendar.ts';
import { TEAM_ROLES } from '../sections/team.ts';
import { formatCount, formatDateTime, formatDay, formatList, formatNumber, labelIn } from '../text/format.ts';

type Part = (typeof PARTS)[number];

/** What somebody was in a project, once it was approved. */
export interface DossierProject {
  readonly code: string;
  readonly title: string;
  /** In the office's words. */
  readonly kindLabel: string;
  readonly status: Status;
  readonly period: string | null;
  readonly school: string | null;
  readonly parts: readonly Part[];
  /** Of whoever is in the team, as the project says it. */
  readonly role: string | null;
  readonly hoursPerWeek: number | null;
  /** Direct beneficiaries who came; null where nobody has said it. */
  readonly people: number | null;
  readonly partners: readonly string[];
  /** Of its final report, once that was accepted. */
  readonly told: readonly { readonly label: string; readonly text: string }[];
}

/** Everything that somebody has done in outreach, as their university knows it. */
export interface Dossier {
  readonly person: { readonly id: string; readonly name: string; readonly school: string | null };
  /** By period, the latest first. */
  readonly projects: readonly DossierProject[];
  /** Confirmed reviews of each call, without what was reviewed. */
  readonly reviews: readonly { readonly call: string; readonly year: number; readonly count: number }[];
  readonly certificates: readonly {
    readonly folio: string;
    readonly code: string;
    readonly role: CertificateRole;
    readonly of: string;
    readonly issuedAt: string;
  }[];
}

/** First and last year, where it is not of all. */
export interface Years {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What somebody is in a project; a role of the team stands for having been in it. */
export function partWords({ parts, role }: Pick<DossierProject, 'parts' | 'role'>): string {
  const words = parts.map(part =>
    part === 'member'
      ? labelIn(TEAM_ROLES, role ?? '') || labelIn(CERTIFICATE_ROLES, part)
      : labelIn(CERTIFICATE_ROLES, part),
  );
  return formatList([...new Set(words)]);
}

const LEADING: readonly Part[] = ['lead', 'alternate'];
export const isLeading = ({ parts }: Pick<DossierProject, 'parts'>): boolean =>
  parts.some(part => LEADING.includes(part));

/** Together of those that have said it. */
export const peopleOf = (projects: readonly Pick<DossierProject, 'people'>[]): number =>
  projects.reduce((sum, { people }) => sum + (people ?? 0), 0);

/** Hours alone where somebody has said some. */
function projectTable(projects: readonly DossierProject[]): Block {
  const hasHours = projects.some(p => p.hoursPerWeek !== null);
  const numberOf = (n: number | null) => (n === null ? '' : formatNumber(n));
  return {
    type: 'table',
    label: '',
    columns: [
      { title: 'Período', weight: 1 },
      { title: 'Código', weight: 1.7 },
      { title: 'Título', weight: 4.2 },
      { title: 'Tipo', weight: 1.8 },
      { title: 'Estado', weight: 1.5 },
      { title: 'Calidad', weight: 1.6 },
      { title: 'Socios', weight: 2.2 },
      ...(hasHours ? [{ title: 'Horas por semana', weight: 1.1, number: true }] : []),
      { title: 'Personas', weight: 1.2, number: true },
    ],
    rows: projects.map(p => [
      ...[p.period ?? '', p.code, p.title, p.kindLabel, statusLabel(p.status), partWords(p)],
      ...[formatList(p.partners), ...(hasHours ? [numberOf(p.hoursPerWeek)] : []), numberOf(p.people)],
    ]),
    total: [
      ...['', formatCount(projects.length, 'proyecto', 'proyectos'), '', '', '', '', ''],
      ...[...(hasHours ? [''] : []), formatNumber(peopleOf(projects))],
    ],
  };
}

const told = ({ code, title, told: texts }: DossierProject): Block => ({
  type: 'entry',
  title: `${code} · ${title}`,
  blocks: texts.map(({ label, text }): Block => ({ type: 'text', label, text })),
});

interface Heading {
  readonly institution: string;
  readonly product: string;
  readonly reader: string;
  readonly now: Date;
  /** Where anybody checks a certificate. */
  readonly checkAddress: string;
}

type Section = PrintedDocument['sections'][number];
const sectionOf = (label: string, blocks: readonly Block[]): Section[] =>
  blocks.length > 0 ? [{ label, blocks }] : [];

function proofs({ reviews, certificates }: Dossier, { checkAddress }: Heading): Section[] {
  const done: Block = {
    type: 'table',
    label: '',
    columns: [
      { title: 'Convocatoria', weight: 4 },
      { title: 'Año', weight: 1, number: true },
      { title: 'Evaluaciones', weight: 1, number: true },
    ],
    rows: reviews.map(r => [r.call, String(r.year), formatNumber(r.count)]),
  };
  const issued: Block = {
    type: 'table',
    label: '',
    columns: [
      { title: 'Folio', weight: 1.4 },
      { title: 'Código', weight: 2.2 },
      { title: 'Calidad', weight: 1.5 },
      { title: 'De', weight: 4 },
      { title: 'Emitido', weight: 1.3 },
    ],
    rows: certificates.map(c => [
      ...[c.folio, c.code, labelIn(CERTIFICATE_ROLES, c.role), c.of],
      formatDay(localDay(new Date(c.issuedAt))),
    ]),
  };
  const how: Block = {
    type: 'text',
    label: '',
    text: `Cada uno se comprueba con su código en ${checkAddress}.`,
  };
  return [
    ...sectionOf('Evaluación de proyectos', reviews.length > 0 ? [done] : []),
    ...sectionOf('Certificados', certificates.length > 0 ? [issued, how] : []),
  ];
}

const yearWords = ({ from, to }: Years): string => {
  if (from && to) return from === to ? String(from) : `${from} a ${to}`;
  if (from) return `Desde ${from}`;
  return to ? `Hasta ${to}` : 'Todos';
};

/** Ready for paper, for a promotion or whoever asks what somebody has done. */
export function dossierDocument(dossier: Dossier, years: Years, heading: Heading): PrintedDocument {
  const { person, projects } = dossier;
  const { institution, product, reader, now } = heading;
  const led = projects.filter(isLeading);
  const others = projects.filter(p => !isLeading(p));
  return {
    institution,
    product,
    code: formatDay(localDay(now)),
    title: person.name,
    kind: 'Portafolio de vinculación con el medio',
    facts: [
      ...(person.school ? [{ label: 'Escuela', text: person.school }] : []),
      { label: 'Años', text: yearWords(years) },
      { label: 'Proyectos a cargo', text: formatNumber(led.length) },
      { label: 'En equipos', text: formatNumber(others.length) },
      { label: 'Beneficiarios directos de los proyectos a cargo', text: formatNumber(peopleOf(led)) },
    ],
    sections: [
      ...sectionOf('Proyectos a cargo', led.length > 0 ? [projectTable(led)] : []),
      ...sectionOf('Proyectos en cuyo equipo está', others.length > 0 ? [projectTable(others)] : []),
      ...sectionOf('Lo que lograron', led.filter(p => p.told.length > 0).map(told)),
      ...proofs(dossier, heading),
    ],
    signatures: [],
    printed: `Según los registros de la universidad al ${formatDateTime(now)}; preparado por ${reader}`,
  };
}
