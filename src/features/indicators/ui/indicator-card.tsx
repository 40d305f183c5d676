import { Anchor } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconProgress } from '@tabler/icons-react';
import { useState } from 'react';
import { describeIndicator, describeValue, isReached } from '../../../domain/execution/measured-words.ts';
import { aimWords, figureWords } from '../../../domain/sections/indicator-words.ts';
import { type Indicator, kindOfIndicator } from '../../../domain/sections/indicators.ts';
import { lowerFirst } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ProjectIndicators } from '../contract.ts';
import classes from './indicators.module.css';
import type { Deciding, FormProps } from './indicators-part.tsx';
import { MeasurementTable } from './measurement-table.tsx';

interface Props extends FormProps {
  indicator: Indicator;
  data: ProjectIndicators;
  onDecide: (deciding: Deciding) => void;
}

/** More than these come when asked for. */
const AT_ONCE = 5;

/** An indicator: where it is to come to, what it has come to, and each measurement. */
export function IndicatorCard({ indicator, data, onForm, onDecide }: Props) {
  const [isWhole, setWhole] = useState(false);
  const all = data.measurements.filter(m => m.indicatorId === indicator.id);
  const shown = isWhole ? all : all.slice(0, AT_ONCE);
  const { record } = data;
  const told = data.values.find(v => v.indicatorId === indicator.id)?.words;
  const name = indicator.name || 'Sin nombre';
  return (
    <li>
      <article className={classes.card} aria-label={name}>
        <header className={classes.head}>
          <span className={classes.name}>
            <h4>{name}</h4>
            <Facts indicator={indicator} />
          </span>
          <Value indicator={indicator} data={data} />
        </header>
        {told && <p className={classes.words}>{told}</p>}
        {shown.length > 0 && <MeasurementTable {...{ indicator, onForm, onDecide }} measurements={shown} />}
        <div className={classes.foot}>
          {record && (
            <ActionButton
              size="xs"
              variant="default"
              reason={record.reason}
              onClick={() =>
                onForm({ form: 'measurement', id: null, indicatorId: indicator.id, replacesId: null })
              }
              aria-label={`Registrar medición de ${name}`}
            >
              Registrar medición
            </ActionButton>
          )}
          {all.length > shown.length && (
            <Anchor component="button" type="button" size="sm" onClick={() => setWhole(true)}>
              Ver las {all.length} mediciones
            </Anchor>
          )}
        </div>
      </article>
    </li>
  );
}

function Facts({ indicator }: { indicator: Indicator }) {
  const { nameOf } = useProject();
  const { institutionalId = null, verification, goal } = indicator;
  const rolled =
    institutionalId === null
      ? 'Propio: no se suma a los institucionales'
      : `Se suma a «${nameOf(institutionalId)}»`;
  return (
    <>
      <small>
        {describeIndicator(indicator)} · {rolled}
      </small>
      {goal && <p className={classes.words}>Se espera: {goal}</p>}
      {verification && <p className={classes.words}>Se comprueba con: {verification}</p>}
    </>
  );
}

function Value({ indicator, data }: { indicator: Indicator; data: ProjectIndicators }) {
  const found = data.values.find(v => v.indicatorId === indicator.id);
  const value = found?.value ?? null;
  const { baseline = null } = indicator;
  const aim = kindOfIndicator(indicator) === 'qualitative' ? '' : aimWords(indicator);
  const aims = [
    aim && `meta: ${lowerFirst(aim)}`,
    baseline !== null && `línea base ${figureWords(indicator, baseline)}`,
    found && `al ${formatDay(found.day)}`,
  ];
  return (
    <span className={classes.value}>
      <strong>{found && !found.words ? describeValue(indicator, value) : ''}</strong>
      <small>{aims.filter(Boolean).join(' · ')}</small>
      <Standing isMeasured={found !== undefined} reached={isReached(indicator, value)} />
    </span>
  );
}

function Standing({ isMeasured, reached }: { isMeasured: boolean; reached: boolean | null }) {
  if (!isMeasured)
    return (
      <Pill icon={IconCircleDashed} tone="quiet">
        Sin valor aceptado
      </Pill>
    );
  if (reached === null) return null;
  return reached ? (
    <Pill icon={IconCheck} tone="good">
      Meta alcanzada
    </Pill>
  ) : (
    <Pill icon={IconProgress} tone="review">
      En avance
    </Pill>
  );
}
