import { Anchor, Button, Group } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { isReady, isRejected } from '../../../../domain/files/file-states.ts';
import { isObserved } from '../../../../domain/spending/expense-states.ts';
import { formatMoney, formatNumber } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { SideDrawer } from '../../../../web/ui/dialogs/side-drawer.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { useFileActions } from '../../../attachments/ui/use-file-actions.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { usePlace } from '../../../project-record/ui/project-search.tsx';
import type { Expense, ProjectExpenses } from '../../contract.ts';
import { ExpensePill } from '../expense-line.tsx';
import {
  categoryLabel,
  expenseInWords,
  lineOf,
  missingNames,
  originalAmount,
  sourceLabel,
  supplierWords,
  typeOf,
  voucherName,
} from '../expense-words.tsx';
import classes from '../expenses.module.css';
import { hasRest } from '../form/form-values.tsx';
import type { OpenExpense } from '../open-expense.tsx';
import { RemoveExpense } from './remove-expense.tsx';

interface Props {
  expense: Expense;
  data: ProjectExpenses;
  onForm: (open: OpenExpense) => void;
  /** Another one beside the list, or none. */
  onShow: (id: string | null) => void;
}

/** Escape in a dialog above comes to this one as well, and is not meant for it. */
function isElsewhere(own: HTMLElement | null): boolean {
  const dialog = document.activeElement?.closest('[role="dialog"]');
  return Boolean(own && dialog && !dialog.contains(own));
}

/** One expense with its voucher, papers and what the office said of it, beside the list. */
export function ExpenseDrawer(props: Props) {
  const { expense, data, onShow } = props;
  const own = useRef<HTMLDivElement>(null);
  return (
    <SideDrawer
      onClose={() => isElsewhere(own.current) || onShow(null)}
      size="36rem"
      title={voucherName(data, expense)}
    >
      <div ref={own} className={classes.detail}>
        <Facts {...props} />
        <Observation expense={expense} />
        <Papers expense={expense} data={data} />
        <Corrections {...props} />
        <Actions {...props} />
      </div>
    </SideDrawer>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function Facts({ expense: e, data }: Props) {
  const { voucher: v } = e;
  const line = lineOf(data, e.budgetLineId);
  const about = [line?.description, categoryLabel(line?.category), sourceLabel(e.source)];
  return (
    <dl className={classes.facts}>
      <Fact name="Estado">
        <ExpensePill state={e.state} />
      </Fact>
      <Fact name="Descripción">{e.description}</Fact>
      <Fact name="Proveedor">{supplierWords(e) || 'Sin proveedor'}</Fact>
      <Fact name="Fecha">{formatDay(v.issuedOn)}</Fact>
      <Fact name="Bruto">
        {formatMoney(v.grossPesos)}
        {originalAmount(e) && ` (${originalAmount(e)})`}
      </Fact>
      {v.withheld > 0 && (
        <>
          <Fact name="Retención">
            {formatMoney(v.withheld)} ({formatNumber(v.withholdingPercent)} %)
          </Fact>
          <Fact name="Líquido">{formatMoney(v.net)}</Fact>
        </>
      )}
      <Fact name="Paga el proyecto">
        {formatMoney(e.cost)}
        {v.isShared && ' · El comprobante se reparte con otros gastos'}
      </Fact>
      <Fact name="Ítem">{about.filter(Boolean).join(' · ')}</Fact>
      {e.statementId && (
        <Fact name="Rendición">
          <ToStatement id={e.statementId}>Ver rendición</ToStatement>
        </Fact>
      )}
      <Fact name="Registrado">
        {e.author.name}, <DateTime value={e.recordedAt} />
      </Fact>
    </dl>
  );
}

/** Opens the statement that an expense is in, on the page below. */
function ToStatement({ id, children }: { id: string; children: ReactNode }) {
  const { project } = useProject();
  const { go } = usePlace(project);
  // The statement scrolls to itself.
  const open = () => go({ tab: 'spending', section: null, field: id }, { resetScroll: false });
  return (
    <Anchor component="button" type="button" inherit ta="left" onClick={open}>
      {children}
    </Anchor>
  );
}

function Observation({ expense }: Pick<Props, 'expense'>) {
  const { observation, answer, statementId } = expense;
  if (!observation && !answer) return null;
  return (
    <>
      {observation && (
        <p className={classes.note}>
          <strong>Lo que observó la oficina:</strong> {observation}{' '}
          {statementId && isObserved(expense) && (
            <ToStatement id={statementId}>Responder en la rendición</ToStatement>
          )}
        </p>
      )}
      {answer && (
        <p className={classes.note}>
          <strong>Respuesta:</strong> {answer}
        </p>
      )}
    </>
  );
}

function Papers({ expense, data }: Pick<Props, 'expense' | 'data'>) {
  const { open } = useFileActions();
  const needed = typeOf(data, expense.voucher.typeId)?.papers ?? [];
  const missing = missingNames(data, expense);
  return (
    <>
      <h4>Respaldos</h4>
      {expense.papers.length > 0 && (
        <ul className={classes.files} aria-label="Respaldos">
          {expense.papers.map(paper => (
            <li key={paper.versionId}>
              <span>
                {isReady(paper) ? (
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    ta="left"
                    onClick={() => void open(paper, { version: paper.version })}
                  >
                    {paper.name}
                  </Anchor>
                ) : (
                  paper.name
                )}
              </span>
              <small>
                {needed.find(p => p.id === paper.paper)?.name ?? 'Otro respaldo'}
                {paper.isOlder && ` · versión ${paper.version}, hay una más nueva`}
                {isRejected(paper) && ' · rechazado al revisarlo'}
              </small>
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 ? (
        <p className={classes.quiet}>Falta: {missing.join(', ')}. Sin eso no se puede rendir.</p>
      ) : (
        expense.papers.length === 0 && <p className={classes.quiet}>No tiene archivos.</p>
      )}
    </>
  );
}

/** A credit note leads to what it takes back, and that to its notes. */
function Corrections({ expense, data, onShow }: Props) {
  const related = data.expenses.filter(e => e.id === expense.correctsId || e.correctsId === expense.id);
  if (related.length === 0) return null;
  return (
    <>
      <h4>{expense.correctsId === null ? 'Notas de crédito' : 'Corrige'}</h4>
      <ul className={classes.files}>
        {related.map(e => (
          <li key={e.id}>
            <span>
              <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onShow(e.id)}>
                {expenseInWords(data, e)}
              </Anchor>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Actions({ expense, data, onForm, onShow }: Props) {
  const [removing, setRemoving] = useState(false);
  const { id, mayEdit, mayRemove, correctsId } = expense;
  const creditType = data.types.find(type => type.isCredit && type.active);
  const mayAdd = data.record.allowed && correctsId === null;
  return (
    <Group gap="xs" mt="md" className="no-print">
      {mayEdit && (
        <Button size="xs" onClick={() => onForm({ id, correctsId: null, likeId: null })}>
          Editar
        </Button>
      )}
      {mayAdd && creditType && (
        <Button
          size="xs"
          variant="default"
          onClick={() => onForm({ id: null, correctsId: id, likeId: null })}
        >
          Registrar nota de crédito
        </Button>
      )}
      {mayAdd && hasRest(data, expense) && (
        <Button
          size="xs"
          variant="default"
          onClick={() => onForm({ id: null, correctsId: null, likeId: id })}
        >
          Registrar otro gasto con este comprobante
        </Button>
      )}
      {mayRemove && (
        <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
          Eliminar
        </Button>
      )}

      {removing && (
        <RemoveExpense
          expense={expense}
          data={data}
          onClose={() => setRemoving(false)}
          onDone={() => onShow(null)}
        />
      )}
    </Group>
  );
}
