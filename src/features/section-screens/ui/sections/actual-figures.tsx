import { TextInput } from '@mantine/core';
import type { Indicators } from '../../../../domain/sections/indicators.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { CellNumber } from '../fields/cell-number.tsx';
import list from '../fields/list.module.css';
import { EntryScope, useScope, useSectionField } from '../scope.tsx';
import classes from './tables.module.css';

type Indicator = Indicators['indicators'][number];

/** While the project runs: what was approved stays, value and verifier are filled in. */
export function ActualFigures() {
  const { values } = useScope();
  const indicators = (values.indicators ?? []) as readonly Indicator[];
  if (indicators.length === 0) return <p>El proyecto no tiene indicadores.</p>;
  return (
    <div className={list.scroller}>
      <table className={`${classes.table} ${classes.actuals}`}>
        <thead>
          <tr>
            <th scope="col">Indicador</th>
            <th scope="col" className={classes.number}>
              Línea base
            </th>
            <th scope="col" className={classes.number}>
              Meta
            </th>
            <th scope="col" className={classes.number}>
              Valor logrado
            </th>
            <th scope="col">Medio de verificación</th>
          </tr>
        </thead>
        <tbody>
          {indicators.map((indicator, index) => (
            <tr key={indicator.id}>
              <th scope="row">
                {indicator.name}
                {indicator.unit && <small> ({indicator.unit})</small>}
              </th>
              <td className={classes.number} data-label="Línea base">
                {figure(indicator.baseline)}
              </td>
              <td className={classes.number} data-label="Meta">
                {figure(indicator.target)}
              </td>
              <EntryScope name="indicators" index={index}>
                <ActualCell of={indicator.name} />
                <VerifierCell of={indicator.name} />
              </EntryScope>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const figure = (value: number | null) => (value === null ? '–' : formatNumber(value, 4));

function ActualCell({ of }: { of: string }) {
  const field = useSectionField<number | null>('actual');
  if (!field) return <td />;
  return (
    <td className={classes.cell} data-field={field.path} data-label="Valor logrado">
      <CellNumber
        label={`Valor logrado, ${of}`}
        value={field.value}
        onChange={field.set}
        decimals={4}
        error={field.error}
      />
    </td>
  );
}

function VerifierCell({ of }: { of: string }) {
  const field = useSectionField<string>('verification');
  if (!field) return <td />;
  return (
    <td className={classes.wide} data-field={field.path} data-label="Medio de verificación">
      <TextInput
        size="xs"
        aria-label={`Medio de verificación, ${of}`}
        placeholder={field.info.help}
        maxLength={field.info.max ?? 500}
        value={field.value}
        onChange={event => field.set(event.currentTarget.value)}
        error={field.error}
      />
    </td>
  );
}
