import { drawBars } from '../drawings/bars.ts';
import { drawTargets } from '../drawings/target.ts';
import { ganttPages, inPages, paperSheet, printDrawing } from '../kinds/print/drawings.ts';
import type { PrintedDocument, PrintedPhoto, Signature } from '../kinds/print/print.ts';
import type { SubStep } from '../kinds/statuses.ts';
import { formatDateTime, formatDay, formatNumber } from '../text/format.ts';
import { reportGantt, reportMoney, reportPeople, reportTargets } from './charts.ts';
import type { ReportFacts } from './facts.ts';
import { askedParts } from './gaps.ts';
import { reportName } from './names.ts';
import type { ReportTexts } from './parts.ts';
import { isOpenReport, isReturnedReport, REPORT_LABELS, type ReportState } from './report-states.ts';
import {
  activityTable,
  deliverableTable,
  indicatorTable,
  moneyFacts,
  moneyTable,
  type PeopleCorrection,
  peopleBlocks,
  planTable,
} from './tables.ts';

/** A step that somebody did. */
export interface DoneBy {
  readonly name: string;
  /** Instant. */
  readonly at: string;
}

/** A report with all that is printed of it. */
export interface WholeReport extends PeopleCorrection {
  /** None of the final one. */
  readonly number: number | null;
  readonly state: ReportState;
  /** Who reviews it; of one that came back, where it re-enters. */
  readonly subStep: SubStep | null;
  /** Day by which it is to be sent first. */
  readonly dueOn: string | null;
  readonly texts: ReportTexts;
  /** Money only where the reader may read it. */
  readonly facts: ReportFacts;
  readonly photos: readonly Omit<PrintedPhoto, 'name'>[];
  /** Null until it is sent. */
  readonly sent: DoneBy | null;
  /** Who accepted it so far; of its last round. */
  readonly accepted: { readonly director: DoneBy | null; readonly office: DoneBy | null };
}

/** What of its project stands on its first page. */
export interface ReportedProject {
  readonly code: string;
  readonly title: string;
  readonly lead: string;
  readonly school: string | null;
  readonly call: string | null;
  /** Days. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

interface Heading extends Pick<PrintedDocument, 'institution' | 'product'> {
  /** Who prints it, and when. */
  readonly reader: string;
  readonly now: Date;
}

type Sections = PrintedDocument['sections'];
type Blocks = Sections[number]['blocks'];

const days = (from: string | null, to: string | null) =>
  [from, to].map(day => (day ? formatDay(day) : '…')).join(' a ');
const doneBy = ({ name, at }: DoneBy) => `${formatDateTime(new Date(at))} por ${name}`;

/** What it is called while its words may still change. */
function standingOf(report: WholeReport): string {
  if (!isOpenReport(report)) return REPORT_LABELS[report.state];
  return isReturnedReport(report)
    ? 'Borrador: se está corrigiendo, después de observaciones'
    : 'Borrador: todavía no se envía';
}

function factsOf(project: ReportedProject, report: WholeReport): PrintedDocument['facts'] {
  const { facts, dueOn, sent } = report;
  // What is being corrected is not what was accepted before it came back.
  const accepted = isOpenReport(report) ? null : report.accepted;
  const fact = (label: string, text: string | null | undefined) => (text ? [{ label, text }] : []);
  return [
    ...fact('Código', project.code),
    ...fact('Estado', standingOf(report)),
    ...fact('Responsable', project.lead),
    ...fact('Escuela', project.school),
    ...fact('Convocatoria', project.call),
    ...fact(
      'Fechas del proyecto',
      (project.startDate || project.endDate) && days(project.startDate, project.endDate),
    ),
    ...fact(
      'Informa de',
      facts.from === null ? `hasta el ${formatDay(facts.to)}` : days(facts.from, facts.to),
    ),
    ...fact('Plazo de entrega', dueOn && formatDay(dueOn)),
    ...fact(isReturnedReport(report) ? 'Enviado antes' : 'Enviado', sent && doneBy(sent)),
    ...fact('Aceptado por Dirección', accepted?.director && doneBy(accepted.director)),
    ...fact('Aceptado por la oficina', accepted?.office && doneBy(accepted.office)),
  ];
}

/** What its author wrote, in the order of the report; what is still to be written says so. */
const textSections = ({ number, texts }: WholeReport): Sections =>
  askedParts(number).map(({ value, label }) => {
    const text = texts[value]?.trim() || 'Sin escribir.';
    return { label, blocks: [{ type: 'text', label: '', text }] };
  });

function peopleSection(report: WholeReport): Blocks {
  const { facts, people, recorded, peopleReason } = report;
  const isCorrected = Object.keys(people).length > 0;
  const bars = reportPeople(facts);
  return [
    ...(bars ? [printDrawing(drawBars(bars, paperSheet('people')))] : []),
    ...peopleBlocks(facts, isCorrected ? { people, recorded, peopleReason } : null),
  ];
}

function indicatorSection(facts: ReportFacts): Blocks {
  const targets = reportTargets(facts);
  const sheet = paperSheet('indicators');
  // What all of them have come to is told once, under the last.
  const pages = targets ? inPages(targets.rows) : [];
  const drawings = pages.map((rows, n) =>
    printDrawing(
      drawTargets({ rows, sentence: n === pages.length - 1 ? (targets?.sentence ?? '') : '' }, sheet),
    ),
  );
  return [...drawings, ...indicatorTable(facts)];
}

function moneySection({ money }: ReportFacts): Blocks {
  if (!money) return [];
  const bars = reportMoney(money);
  return [
    moneyFacts(money),
    ...(bars ? [printDrawing(drawBars(bars, paperSheet('money')))] : []),
    ...moneyTable(money),
  ];
}

/** What was recorded; of what a project may have none of, such as deliverables, nothing is said then. */
function recordedSections(report: WholeReport): Sections {
  const { facts } = report;
  const gantt = reportGantt(facts);
  const meetings = facts.meetings > 0 && {
    ...{ type: 'facts' as const },
    facts: [{ label: 'Reuniones', text: formatNumber(facts.meetings, 0) }],
  };
  const others: Sections = [
    {
      label: 'Plan',
      blocks: [
        ...(gantt
          ? ganttPages({ ...gantt, dayName: `el ${formatDay(gantt.today)}` }, paperSheet('plan')).map(
              printDrawing,
            )
          : []),
        ...planTable(facts),
      ],
    },
    { label: 'Personas', blocks: peopleSection(report) },
    { label: 'Indicadores', blocks: indicatorSection(facts) },
    { label: 'Entregables', blocks: deliverableTable(facts) },
    { label: 'Dinero', blocks: moneySection(facts) },
  ];
  return [
    { label: 'Actividades', blocks: [...activityTable(facts), ...(meetings ? [meetings] : [])] },
    ...others.filter(s => s.blocks.length > 0),
  ];
}

function photoSections({ photos }: WholeReport): Sections {
  if (photos.length === 0) return [];
  const named = photos.map((photo, n) => ({ ...photo, name: `Foto ${n + 1}` }));
  return [{ label: 'Fotos', blocks: [{ type: 'photos', photos: named }] }];
}

/** Nobody has signed what is not sent; what waits has room for who is still to accept it. */
function signaturesOf({ sent, accepted, ...report }: WholeReport): Signature[] {
  if (!sent || isOpenReport(report)) return [];
  const signed = (what: string, by: DoneBy | null): Signature => ({
    what,
    name: by?.name ?? '',
    at: by ? formatDateTime(new Date(by.at)) : '',
  });
  // Where no head of the school is free to, the office alone accepts it.
  const hasDirector = accepted.director !== null || report.subStep === 'director';
  const director = hasDirector ? [signed('Dirección', accepted.director)] : [];
  return [signed('Enviado por', sent), ...director, signed('Oficina', accepted.office)];
}

/** A report ready for paper. What was observed is between who wrote and who reviews it: it is left out. */
export function reportDocument(
  report: WholeReport,
  project: ReportedProject,
  { reader, now, ...institution }: Heading,
): PrintedDocument {
  const isDraft = isOpenReport(report);
  const name = reportName(report.number);
  const printed = `Impreso el ${formatDateTime(now)} por ${reader}`;
  return {
    ...{ ...institution, code: project.code, title: project.title },
    kind: isDraft ? `Borrador · ${name}` : name,
    facts: factsOf(project, report),
    sections: [...textSections(report), ...recordedSections(report), ...photoSections(report)],
    signatures: signaturesOf(report),
    printed: isDraft ? `Borrador · ${printed}` : printed,
  };
}
