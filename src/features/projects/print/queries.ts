import type { Database } from '../../../db/pool.ts';
import { kindSections } from '../../../domain/kinds/definition.ts';
import { printDrawings, type Surroundings } from '../../../domain/kinds/print/drawings.ts';
import {
  type Block,
  type PrintedDocument,
  printHistory,
  printSection,
  signaturesOf,
} from '../../../domain/kinds/print/print.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { DOCUMENT_TYPES } from '../../../domain/sections/attachments.ts';
import type { NameOf } from '../../../domain/sections/show.ts';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  formatSize,
} from '../../../domain/text/format.ts';
import type { Borders } from '../../../server/borders.ts';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import type { ProjectAddress } from '../../project-record/subject/queries.ts';
import { projectDetail } from '../detail/queries.ts';

/** Names of what a project's sections refer to and its own rows do not name: comunas, files, objectives. */
function namesOf({ labels, files, sections }: ProjectDetail, comunas: Surroundings['comunas']): NameOf {
  const specific = sections.find(s => s.slug === 'objectives')?.data.specific;
  const objectives = (Array.isArray(specific) ? specific : []) as { id: string; text: string }[];
  const names = new Map([
    ...Object.entries(labels),
    ...[...comunas].map(([code, { name }]) => [code, name] as const),
    ...files.map(f => [f.id, f.name] as const),
    ...objectives.map((o, n) => [o.id, `${n + 1}. ${o.text}`] as const),
  ]);
  return id => names.get(id) ?? '';
}

const fact = (label: string, text: string | null | undefined) => (text ? [{ label, text }] : []);

function factsOf(p: ProjectDetail): PrintedDocument['facts'] {
  const { people, office, due } = p.turn;
  const holders = office ? 'Oficina de Vinculación' : people.map(each => each.name).join(', ');
  const days = [p.startDate, p.endDate].map(day => (day ? formatDay(day) : '…')).join(' a ');
  return [
    ...fact('Código', p.code),
    ...fact('Estado', statusLabel(p.status)),
    ...fact('Registro', p.historic ? 'Histórico' : null),
    ...fact('Responsable', p.lead.name),
    ...fact('Responsable alterno', p.alternate?.name),
    ...fact('Escuela', p.school?.name),
    ...fact('Facultad', p.faculty?.name),
    ...fact('Período', p.period),
    ...fact('Fechas', p.startDate || p.endDate ? days : null),
    ...fact('Monto adjudicado', p.amountAwarded === null ? null : formatMoney(p.amountAwarded)),
    ...fact('Enviado', p.submittedAt && formatDate(new Date(p.submittedAt))),
    ...fact('Lo tiene', holders),
    ...fact('Vence', due && formatDate(new Date(due))),
  ];
}

function sectionsOf(p: ProjectDetail, around: Surroundings): PrintedDocument['sections'] {
  const nameOf = namesOf(p, around.comunas);
  const stored = new Map(p.sections.map(s => [s.slug, s]));
  return kindSections(p.definition, stored.has('fund')).flatMap(({ slug, label, fields }) => {
    const own = stored.get(slug);
    if (!own) return [];
    const { questions } = p.definition;
    const missing = new Set(p.completeness.missing.filter(m => m.section === slug).map(m => m.path));
    const blocks = printSection({ slug, fields, data: own.data, questions, missing, nameOf });
    const files = slug === 'attachments' ? fileBlocks(p) : [];
    return [{ label, blocks: [...printDrawings(slug, own.data, around), ...blocks, ...files] }];
  });
}

function fileBlocks({ files, definition }: ProjectDetail): Block[] {
  if (files.length === 0) return [];
  const typeOf = (type: string) =>
    definition.documents.find(d => d.type === type)?.label ??
    DOCUMENT_TYPES.find(d => d.value === type)?.label ??
    type;
  return [
    {
      type: 'table',
      label: 'Archivos',
      columns: [
        { title: 'Archivo', weight: 3 },
        { title: 'Documento', weight: 2 },
        { title: 'Tamaño', weight: 1, number: true },
        { title: 'Subido', weight: 2.5 },
      ],
      rows: files.map(f => [
        f.name,
        typeOf(f.documentType),
        formatSize(f.size),
        `${formatDate(new Date(f.uploadedAt))}, ${f.uploadedBy.name}`,
      ]),
    },
  ];
}

/** Borders of the project's own comunas, where the installation has any. */
function bordersOf({ sections }: ProjectDetail, borders: Borders | undefined): Surroundings['borders'] {
  const codes = sections.find(s => s.slug === 'territory')?.data.comunaCodes;
  if (!borders || !Array.isArray(codes)) return null;
  return { license: borders.license, lines: borders.of(codes as string[]) };
}

interface Printing {
  readonly institution: string;
  readonly product: string;
  readonly borders: Borders | undefined;
  readonly now: Date;
}

/** What this reader sees of the project, ready for paper. */
export async function layOutProject(
  db: Database,
  actor: Actor,
  address: ProjectAddress,
  { institution, product, borders, now }: Printing,
): Promise<PrintedDocument> {
  const project = await projectDetail(db, actor, address);
  const comunas = await db.selectFrom('comunas').select(['code', 'name', 'latitude', 'longitude']).execute();
  const around = {
    comunas: new Map(comunas.map(c => [c.code, c])),
    borders: bordersOf(project, borders),
    today: localDay(now),
  };
  const { code, title, definition, history } = project;
  return {
    institution,
    product,
    code,
    title,
    kind: definition.label,
    facts: factsOf(project),
    sections: [...sectionsOf(project, around), { label: 'Historial', blocks: [printHistory(history)] }],
    signatures: signaturesOf(history),
    printed: `Impreso el ${formatDateTime(now)} por ${actor.name}`,
  };
}
