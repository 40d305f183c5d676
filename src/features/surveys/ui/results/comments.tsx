import { Button, Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { useRead } from '../../../../web/query.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { listComments } from '../../results/contract.ts';
import classes from './results.module.css';

const AT_ONCE = 20;

interface Props {
  wave: string;
  question: string;
}

function CommentPage({ wave, question, page }: Props & { page: number }) {
  const query = { question, page, size: AT_ONCE };
  const { data, error, refetch } = useRead(listComments, { params: { id: wave }, query });
  const list = useRef<HTMLUListElement>(null);
  const isRead = data !== undefined;
  // Whoever asked for more goes on there: the button may be gone.
  useEffect(() => {
    if (isRead && page > 1) list.current?.focus();
  }, [isRead, page]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={120} aria-busy />;
  return (
    <ul ref={list} className={classes.comments} tabIndex={-1}>
      {data.rows.map(comment => (
        <li key={comment.id} className={classes.comment}>
          {comment.text}
        </li>
      ))}
    </ul>
  );
}

/** What was written in answer to a question: some at once, then more, in an order that tells nothing. */
export function Comments({ total, ...of }: Props & { total: number }) {
  const [pages, setPages] = useState(1);
  if (total === 0) return <p className={classes.quiet}>Nadie escribió nada.</p>;
  const left = total - pages * AT_ONCE;
  return (
    <>
      <p className={classes.quiet}>
        {formatCount(total, 'comentario', 'comentarios')}, en un orden que no dice quién los escribió.
      </p>
      {Array.from({ length: pages }, (_, n) => n + 1).map(page => (
        <CommentPage key={page} {...of} page={page} />
      ))}
      {left > 0 && (
        <Button variant="default" size="xs" onClick={() => setPages(pages + 1)}>
          Ver más ({formatNumber(left)})
        </Button>
      )}
    </>
  );
}
