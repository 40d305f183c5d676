import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { formatDateTime } from '../../../../domain/text/format.ts';
import { useRead } from '../../../../web/query.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { Pager } from '../../../attendance/ui/pager.tsx';
import type { Wave } from '../../contract.ts';
import { listAnswers, type NamedAnswer } from '../../results/contract.ts';
import classes from './answers.module.css';

const AT_ONCE = 20;
/** From the last letter until the server is asked. */
const SEARCH_MS = 200;

/** Who answered what in a wave of names, for who manages it; each unfolds. */
export function AnswersTab({ wave }: { wave: Wave }) {
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const query = { page, size: AT_ONCE, ...(q && { q }) };
  const { data, error, refetch } = useRead(
    listAnswers,
    { params: { id: wave.id }, query },
    { keepPrevious: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={160} aria-busy />;
  if (data.total === 0 && typed === '')
    return (
      <EmptyState
        headingLevel={3}
        title="Todavía no hay respuestas"
        text="Cada persona aparece aquí cuando responde con su enlace."
      />
    );
  return (
    <>
      <TextInput
        size="xs"
        mb="xs"
        maw="20rem"
        aria-label="Buscar a quien respondió"
        placeholder="Nombre o correo"
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
      />
      {data.rows.length === 0 && (
        <p className={classes.quiet}>Nadie que respondió coincide con la búsqueda.</p>
      )}
      <ul className={classes.answers}>
        {data.rows.map(row => (
          <Answer key={row.id} row={row} wave={wave} />
        ))}
      </ul>
      <Pager page={page} last={Math.max(1, Math.ceil(data.total / AT_ONCE))} onPage={setPage} />
    </>
  );
}

const Answer = ({ row, wave }: { row: NamedAnswer; wave: Wave }) => (
  <li>
    <details>
      <summary>
        <strong>{row.name}</strong> {row.email}{' '}
        <span className={classes.quiet}>{formatDateTime(new Date(row.answeredAt))}</span>
      </summary>
      <dl className={classes.given}>
        {wave.questions.map(({ key, text }) => (
          <div key={key}>
            <dt>{text}</dt>
            <dd>{row.answers[key] || 'Sin respuesta'}</dd>
          </div>
        ))}
      </dl>
    </details>
  </li>
);
