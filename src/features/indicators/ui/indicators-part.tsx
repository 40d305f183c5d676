import { Button, Skeleton, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { isSubmitted } from '../../../domain/execution/measurement-states.ts';
import { withActuals } from '../../../domain/sections/indicator-values.ts';
import type { Indicator } from '../../../domain/sections/indicators.ts';
import { formatCount, formatList } from '../../../domain/text/format.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import type { Measurement, ProjectIndicators } from '../contract.ts';
import { IndicatorCard } from './indicator-card.tsx';
import classes from './indicators.module.css';
import { MeasurementsFile } from './measurements-file.tsx';
import type { OpenMeasurement } from './open-measurement.tsx';
import { decidable, useIndicators, usePlannedIndicators } from './use-indicators.tsx';

const IndicatorsFigure = lazyPart(() => import('./indicators-figure.tsx'), 'IndicatorsFigure');
const DecisionDialog = lazyPart(() => import('./decision-dialog.tsx'), 'DecisionDialog');

export interface FormProps {
  onForm: (open: OpenMeasurement) => void;
}

/** What each indicator of the project has come to, with its measurements. */
export function IndicatorsPart({ onForm }: FormProps) {
  const { data, error, refetch } = useIndicators();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack aria-busy gap="sm">
        <Skeleton h={90} />
        <Skeleton h={120} />
      </Stack>
    );
  return <Content data={data} onForm={onForm} />;
}

/** What is being decided. */
export interface Deciding {
  readonly measurements: readonly Measurement[];
  readonly accept: boolean;
}

function Content({ data, onForm }: FormProps & { data: ProjectIndicators }) {
  const indicators = usePlannedIndicators();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  if (indicators.length === 0)
    return <p className={classes.summary}>El proyecto se aprobó sin indicadores.</p>;
  return (
    <>
      <Waiting data={data} onDecide={setDeciding} />
      <Figure indicators={indicators} data={data} />
      <Summary indicators={indicators} data={data} />
      <ol className={classes.cards}>
        {indicators.map(indicator => (
          <IndicatorCard key={indicator.id} {...{ indicator, data, onForm }} onDecide={setDeciding} />
        ))}
      </ol>
      {data.measurements.length > 0 && <MeasurementsFile indicators={indicators} data={data} />}
      <Suspense>
        {deciding && (
          <DecisionDialog {...deciding} indicators={indicators} onClose={() => setDeciding(null)} />
        )}
      </Suspense>
    </>
  );
}

function Figure({ indicators, data }: { indicators: readonly Indicator[]; data: ProjectIndicators }) {
  if (data.values.length === 0) return null;
  const values = Object.fromEntries(data.values.map(v => [v.indicatorId, v]));
  return (
    <Suspense fallback={<div className={classes.figure} />}>
      <IndicatorsFigure {...withActuals({ indicators: [...indicators] }, values)} />
    </Suspense>
  );
}

/** Of all, how many have a value that counts. */
function Summary({ indicators, data }: { indicators: readonly Indicator[]; data: ProjectIndicators }) {
  const measured = indicators.filter(i => data.values.some(v => v.indicatorId === i.id)).length;
  const of = formatCount(indicators.length, 'indicador', 'indicadores');
  return (
    <p className={classes.summary}>
      {measured === 0
        ? `Ninguno de ${of} tiene`
        : `${measured} de ${of} ${measured === 1 ? 'tiene' : 'tienen'}`}{' '}
      un valor aceptado.
    </p>
  );
}

interface WaitingProps {
  data: ProjectIndicators;
  onDecide: (deciding: Deciding) => void;
}

/** What waits to be decided: by the reader all of it at once, else by whom. */
function Waiting({ data, onDecide }: WaitingProps) {
  const waiting = data.measurements.filter(isSubmitted);
  if (waiting.length === 0) return null;
  const own = decidable(data);
  if (own.length === 0) {
    const who = data.deciders.length > 0 ? formatList(data.deciders.map(p => p.name)) : 'la oficina';
    return (
      <p className={classes.summary}>
        {formatCount(waiting.length, 'medición espera', 'mediciones esperan')} que{' '}
        {data.deciders.length > 1 ? 'decidan' : 'decida'} {who}.
      </p>
    );
  }
  return (
    <div className={classes.waiting} role="status">
      <span>
        {formatCount(own.length, 'medición espera', 'mediciones esperan')} tu decisión. Revisa su evidencia
        antes de aceptar.
      </span>
      {own.length > 1 && (
        <Button size="xs" onClick={() => onDecide({ measurements: own, accept: true })}>
          Aceptar las {own.length}
        </Button>
      )}
    </div>
  );
}
