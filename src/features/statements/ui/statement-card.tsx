import { Skeleton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Suspense, useId, useRef } from 'react';
import { isApprovedStatement } from '../../../domain/spending/expense-states.ts';
import { formatCount, formatDue, formatMoney } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { Statement } from '../contract.ts';
import { StatementFiles } from './statement-files.tsx';
import { StatementPill } from './statement-pill.tsx';
import classes from './statements.module.css';
import { useLinkedScroll } from './use-linked-scroll.tsx';

const StatementDetail = lazyPart(() => import('./detail/statement-detail.tsx'), 'StatementDetail');

interface Props {
  statement: Statement;
  isOpen: boolean;
  /** The address led here. */
  isLinked: boolean;
  onToggle: () => void;
}

/** A statement: where it stands, what it comes to, its files; opened, its lines. */
export function StatementCard({ statement, isOpen, isLinked, onToggle }: Props) {
  const own = useRef<HTMLElement>(null);
  const lines = useId();
  useLinkedScroll(own, isLinked);
  const name = `Rendición ${statement.number}`;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <article ref={own} className={classes.card} aria-label={name}>
        <header className={classes.head}>
          <h4>
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={isOpen ? lines : undefined}
              onClick={onToggle}
            >
              <Chevron size={16} aria-hidden />
              {name}
            </button>
          </h4>
          <StatementPill state={statement.state} />
          <Amounts statement={statement} />
        </header>
        <Facts statement={statement} />
        {statement.comment && (
          <p className={classes.words}>
            <strong>Comentario de la oficina:</strong> {statement.comment}
          </p>
        )}
        <StatementFiles statement={statement} />
        {isOpen && (
          <div id={lines}>
            <Suspense fallback={<Skeleton h={160} mt="sm" />}>
              <StatementDetail statement={statement} />
            </Suspense>
          </div>
        )}
      </article>
    </li>
  );
}

function Amounts({ statement }: { statement: Statement }) {
  const { expenses, total, approved } = statement;
  return (
    <span className={classes.amounts}>
      <strong>{formatMoney(total)}</strong>
      <small>
        {formatCount(expenses, 'gasto', 'gastos')}
        {isApprovedStatement(statement) && ` · aprobado ${formatMoney(approved)}`}
      </small>
    </span>
  );
}

function Facts({ statement }: { statement: Statement }) {
  const { submittedAt, submittedBy, due, decidedAt, decidedBy } = statement;
  const decided = isApprovedStatement(statement) ? 'aprobada' : 'devuelta';
  const facts = [
    `Enviada el ${formatDay(submittedAt)} por ${submittedBy.name}`,
    decidedAt && `${decided} el ${formatDay(decidedAt)}${decidedBy ? ` por ${decidedBy.name}` : ''}`,
    !isApprovedStatement(statement) && formatDue(new Date(due), new Date()),
  ].filter(Boolean);
  return <p className={classes.facts}>{facts.join(' · ')}</p>;
}
