import { Skeleton, Title } from '@mantine/core';
import cards from '../../../web/layout/part-cards.module.css';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { listWaves } from '../contract.ts';
import classes from './surveys.module.css';
import { WaveCards } from './wave-cards.tsx';

const MOST = 20;

/** Surveys that were sent to one partner, or are about a project with it; the last one first. */
export function PartnerSurveys({ organisation }: { organisation: { id: string; name: string } }) {
  const query = { partner: organisation.id, size: MOST, sort: '-openedAt' as const };
  const { data, error, refetch } = useRead(listWaves, { query });
  return (
    <section aria-labelledby="partner-surveys">
      <div className={cards.head}>
        <Title order={2} size="h4" id="partner-surveys">
          Encuestas
        </Title>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h={72} aria-busy />}
      {data?.rows.length === 0 && (
        <p className={classes.quiet}>No hay encuestas que puedas ver con esta organización.</p>
      )}
      {data && data.rows.length > 0 && <WaveCards rows={data.rows} withProject />}
      {data && data.total > data.rows.length && (
        <TextLink size="sm" underline="always" href={paths.surveys({ partner: organisation.id })}>
          Ver las {data.total} encuestas
        </TextLink>
      )}
    </section>
  );
}
