import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { mayReadSpending } from '../../../domain/access/spending.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { EXPENSE_LABELS } from '../../../domain/spending/expense-states.ts';
import {
  categoryLabel,
  type StatedExpense,
  sourceLabel,
  type WholeStatement,
} from '../../../domain/spending/statement-document.ts';
import { paperNames, papersNote } from '../../../domain/spending/statement-papers.ts';
import { type FileStore, readIfThere } from '../../../server/files/store.ts';
import { type Columns, day } from '../../../server/tables/table-file.ts';
import type { ZipFile } from '../../../server/tables/zip.ts';
import { readHanded } from '../../attachments/links/queries.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  requireId,
  type StoredProject,
  sectionData,
  subjectOf,
} from '../../project-record/subject/queries.ts';

export interface StatementAddress extends ProjectAddress {
  readonly statement: string;
  readonly kinds: KindLookup;
}

/** The project, for who may read its money; 404 for anybody else. */
async function requireSpending(
  db: Database,
  actor: Actor,
  { kinds, statement: _, ...address }: StatementAddress,
): Promise<StoredProject> {
  const project = await readProject(db, actor, address);
  if (!mayReadSpending(actor, subjectOf(project, definitionOf(kinds, project)))) throw notFound();
  return project;
}

const voucherJson = sql`json_build_object('type', t.name, 'number', v.number, 'rut', v.supplier_rut,
  'foreignId', v.supplier_foreign_id, 'supplier', v.supplier_name, 'issuedOn', v.issued_on, 'currency', v.currency,
  'gross', v.gross, 'rate', v.rate, 'grossPesos', v.gross_pesos, 'withholdingPercent', v.withholding_percent,
  'withheld', v.withheld)`;

/** What an expense `e` takes back, as its voucher is called. */
const correctsText = sql`(select concat_ws(' ', ct.name, nullif(cv.number, '')) from expenses c
  join vouchers cv on cv.id = c.voucher_id join voucher_types ct on ct.id = cv.type_id where c.id = e.corrects_id)`;

const expensesJson = sql`(select coalesce(json_agg(json_build_object('voucher', ${voucherJson},
    'description', e.description, 'lineId', e.budget_line_id, 'source', e.source, 'share', e.share, 'cost', e.cost,
    'corrects', ${correctsText}, 'state', e.state, 'observation', e.observation, 'answer', e.answer,
    'papers', (select count(*) from expense_papers x where x.expense_id = e.id)) order by e.position), '[]')
  from expenses e join vouchers v on v.id = e.voucher_id join voucher_types t on t.id = v.type_id
  where e.statement_id = s.id)`;

type Stored = Omit<WholeStatement, 'code' | 'title' | 'expenses'> & {
  readonly expenses: readonly (Omit<StatedExpense, 'category' | 'line'> & { readonly lineId: string })[];
};

/** A statement with all that is printed of it; 404 for who may not read the money of its project. */
export async function readWholeStatement(
  db: Database,
  actor: Actor,
  address: StatementAddress,
): Promise<WholeStatement> {
  const project = await requireSpending(db, actor, address);
  const { rows } = await sql<{ stored: Stored }>`
    select json_build_object('number', s.number, 'state', s.state, 'lead', l.name, 'call', k.name,
      'callLine', c.name, 'submittedBy', b.name, 'submittedAt', ${iso(sql`s.submitted_at`)}, 'decidedBy', d.name,
      'decidedAt', ${iso(sql`s.decided_at`)}, 'comment', s.comment, 'expenses', ${expensesJson}) as stored
    from statements s join projects p on p.id = s.project_id join users l on l.id = p.lead_id
      join users b on b.id = s.submitted_by left join users d on d.id = s.decided_by
      left join calls k on k.id = p.call_id left join call_lines c on c.id = p.line_id
    where s.id = ${requireId(address.statement)} and s.project_id = ${project.id}`.execute(db);
  if (!rows[0]) throw notFound();
  const lines = new Map(sectionData(project).budget?.lines.map(l => [l.id, l]));
  const { expenses, ...statement } = rows[0].stored;
  return {
    ...statement,
    code: project.code,
    title: project.title,
    expenses: expenses.map(({ lineId, ...e }) => ({
      ...e,
      category: lines.get(lineId)?.category ?? null,
      line: lines.get(lineId)?.description ?? '',
    })),
  };
}

type Line = StatedExpense & { readonly place: number };

export const STATEMENT_COLUMNS: Columns<Line> = {
  numero: e => e.place,
  fecha: e => day(e.voucher.issuedOn),
  tipo: e => e.voucher.type,
  folio: e => e.voucher.number,
  rut_proveedor: e => e.voucher.rut,
  id_extranjero: e => e.voucher.foreignId,
  proveedor: e => e.voucher.supplier,
  descripcion: e => e.description,
  categoria: e => e.category,
  categoria_texto: e => categoryLabel(e.category),
  item: e => e.line,
  fuente: e => e.source,
  fuente_texto: e => sourceLabel(e.source),
  moneda: e => e.voucher.currency,
  bruto_en_moneda: e => e.voucher.gross,
  tipo_de_cambio: e => e.voucher.rate,
  bruto: e => e.voucher.grossPesos,
  retencion_porcentaje: e => e.voucher.withholdingPercent,
  retenido: e => e.voucher.withheld,
  liquido: e => e.voucher.grossPesos - e.voucher.withheld,
  monto: e => e.cost,
  corrige: e => e.corrects,
  estado: e => e.state,
  estado_texto: e => EXPENSE_LABELS[e.state],
  observacion: e => e.observation,
  respuesta: e => e.answer,
  papeles: e => e.papers,
};

/** The expenses of a statement in its order, as rows of a file. */
export async function* statementRows({ expenses }: WholeStatement): AsyncGenerator<readonly Line[]> {
  yield expenses.map((e, n) => ({ ...e, place: n + 1 }));
}

interface Paper {
  readonly place: number;
  readonly type: string;
  readonly number: string;
  readonly name: string;
  readonly versionId: string;
}

/** Papers of a statement with their names in an archive, and what of each is handed over. */
export interface StatementPapers {
  readonly code: string;
  readonly number: number;
  readonly papers: readonly {
    readonly name: string;
    readonly size: number;
    readonly key: string | null;
    /** Why it is left out; null where it is not. */
    readonly refused: string | null;
  }[];
}

export async function readStatementPapers(
  db: Database,
  actor: Actor,
  address: StatementAddress,
): Promise<StatementPapers> {
  const { id, code } = await requireSpending(db, actor, address);
  const { rows } = await sql<{ number: number; papers: Paper[] }>`
    select s.number, (select coalesce(json_agg(json_build_object('place', e.position, 'type', t.name,
        'number', v.number, 'name', f.name, 'versionId', f.id) order by e.position, x.position), '[]')
      from expenses e join vouchers v on v.id = e.voucher_id join voucher_types t on t.id = v.type_id
        join expense_papers x on x.expense_id = e.id join files f on f.id = x.version_id
      where e.statement_id = s.id) as papers
    from statements s where s.id = ${requireId(address.statement)} and s.project_id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const handed = await readHanded(
    db,
    found.papers.map(p => p.versionId),
  );
  const names = paperNames(found.papers);
  return {
    code,
    number: found.number,
    papers: found.papers.map(({ name, versionId }, n) => {
      const { refused = 'El archivo ya no está.', key = null, size = 0 } = handed.get(versionId) ?? {};
      return { name: names[n] ?? name, size, key, refused };
    }),
  };
}

/** The files of the archive, each opened when its turn comes; what is left out is told in a last one. */
export async function* paperFiles(
  files: FileStore,
  { papers, ...statement }: StatementPapers,
): AsyncGenerator<ZipFile> {
  const left: { name: string; reason: string }[] = [];
  for (const { name, key, refused } of papers) {
    const content = key === null || refused !== null ? undefined : await readIfThere(files, key);
    if (!content) {
      left.push({ name, reason: refused ?? 'El archivo no se encontró: avisa a la oficina.' });
      continue;
    }
    try {
      yield { name, content };
    } finally {
      // Also when nobody waits for the archive any more before the first byte of this one.
      content.destroy();
    }
  }
  if (left.length > 0 || papers.length === 0)
    yield { name: 'LEEME.txt', content: [papersNote(statement, left)] };
}
