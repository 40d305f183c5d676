import { Skeleton, TextInput } from '@mantine/core';
import { lookUp } from '../../../../domain/kit/look-up.ts';
import { formatDateTime } from '../../../../domain/text/format.ts';
import { useRead } from '../../../../web/query.ts';
import { Pager } from '../../../../web/table/paging/pager.tsx';
import { useSearchedPage } from '../../../../web/table/paging/use-searched-page.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import type { Wave } from '../../contract.ts';
import { listAnswers, type NamedAnswer } from '../../results/contract.ts';
import classes from './answers.module.css';

const AT_ONCE = 20;

/** Who answered what in a wave of names, for who manages it; each unfolds. */
export function AnswersTab({ wave }: { wave: Wave }) {
  const { typed, type, page, setPage, lastOf, query } = useSearchedPage(AT_ONCE);
  const { data, error, refetch } = useRead(
    listAnswers,
    { params: { id: wave.id }, query },
    { keepPrevious: true },
  );
  const last = lastOf(data?.total);
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
        onChange={event => type(event.currentTarget.value)}
      />
      {data.rows.length === 0 && (
        <p className={classes.quiet}>Nadie que respondió coincide con la búsqueda.</p>
      )}
      <ul className={classes.answers}>
        {data.rows.map(row => (
          <Answer key={row.id} row={row} wave={wave} />
        ))}
      </ul>
      <Pager page={page} last={last} onPage={setPage} />
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
            <dd>{lookUp(row.answers, key) || 'Sin respuesta'}</dd>
          </div>
        ))}
      </dl>
    </details>
  </li>
);
