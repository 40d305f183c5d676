import { Skeleton } from '@mantine/core';
import { WAITING_REVIEWS } from '../../../domain/calls/review-states.ts';
import { SCOPES } from '../../../domain/figures/scopes.ts';
import { type Total, totalText } from '../../../domain/figures/totals.ts';
import { onlyReviews } from '../../../domain/kit/actor.ts';
import { KeyFigures } from '../../../web/layout/key-figures.tsx';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { getDashboard } from '../../dashboards/contract.ts';
import classes from './home.module.css';

/** Sums of states, which the states of a unit tell one by one. */
const OF_STATES: readonly string[] = ['reviewed', 'approved', 'running', 'closed'] satisfies Total[];

interface Props {
  /** Projects of the reader's units stand on the page by state. */
  hasUnits: boolean;
}

/** What the reader's part of the university comes to, but what the page tells already; each leads to its list. */
export function HomeFigures({ hasUnits }: Props) {
  const user = useSessionUser();
  const [topic, figureName] =
    user && onlyReviews(user) ? (['reviews', 'reviews_by_state'] as const) : (['summary', 'totals'] as const);
  const { data, error, refetch } = useRead(
    getDashboard,
    { params: { topic }, query: { figure: figureName } },
    { refetchInterval: 60_000 },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} aria-busy />;
  const [figure] = data.figures;
  if (!figure || data.projects === 0) return null;
  // Reviews to write wait above.
  const told: readonly string[] = topic === 'reviews' ? WAITING_REVIEWS : hasUnits ? OF_STATES : [];
  const rows = figure.rows.filter(({ key }) => key === null || !told.includes(key));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="figures">
      <div className={classes.heading}>
        <h2 id="figures">{SCOPES[data.scope]}, en cifras</h2>
        <span className={classes.more}>
          <TextLink href={paths.reports({ scope: data.scope })}>Ver reportes</TextLink>
        </span>
      </div>
      <KeyFigures
        facts={rows.map(({ key, label, values }) => [
          label,
          <TextLink key={key} href={paths.figure(figure.name, { scope: data.scope, row: key ?? '' })}>
            {totalText(key, values[0] ?? null)}
          </TextLink>,
        ])}
      />
    </section>
  );
}
