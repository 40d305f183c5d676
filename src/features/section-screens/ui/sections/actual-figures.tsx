import { TextInput } from '@mantine/core';
import { isNumber, keyOf } from '../../../../domain/sections/field.ts';
import type { Indicators } from '../../../../domain/sections/indicators.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { CellNumber } from '../fields/cell-number.tsx';
import list from '../fields/list.module.css';
import { EntryScope, useScope, useSectionField } from '../scope.tsx';
import classes from './tables.module.css';

type Indicator = Indicators['indicators'][number];

const COLUMNS = ['name', 'baseline', 'target', 'actual', 'verification'];

/** While the project runs: what was approved stays, value and verifier are filled in. */
export function ActualFigures() {
  const { values, fields } = useScope();
  const indicators = (values.indicators ?? []) as readonly Indicator[];
  const known = fields.find(f => f.path === 'indicators')?.fields ?? [];
  const columns = COLUMNS.flatMap(name => known.find(f => keyOf(f) === name) ?? []);
  if (indicators.length === 0) return <p>El proyecto no tiene indicadores.</p>;
  return (
    <div className={list.scroller}>
      <table className={`${classes.table} ${classes.actuals}`}>
        <thead>
          <tr>
            {columns.map(c => (
              <th key={c.path} scope="col" className={isNumber(c) ? classes.number : undefined}>
                {c.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indicators.map((indicator, index) => (
            <tr key={indicator.id}>
              <EntryScope name="indicators" index={index}>
                {columns.map(c => (
                  <Cell key={c.path} name={keyOf(c)} indicator={indicator} />
                ))}
              </EntryScope>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ name, indicator }: { name: string; indicator: Indicator }) {
  switch (name) {
    case 'name':
      return (
        <th scope="row">
          {indicator.name}
          {indicator.unit && <small> ({indicator.unit})</small>}
        </th>
      );
    case 'actual':
      return <ActualCell of={indicator.name} />;
    case 'verification':
      return <VerifierCell of={indicator.name} />;
    default:
      return <FigureCell name={name} />;
  }
}

function FigureCell({ name }: { name: string }) {
  const field = useSectionField<number | null>(name);
  if (!field) return null;
  return (
    <td className={classes.number} data-label={field.info.label}>
      {field.value === null ? '–' : formatNumber(field.value, 4)}
    </td>
  );
}

function ActualCell({ of }: { of: string }) {
  const field = useSectionField<number | null>('actual');
  if (!field) return null;
  const { label } = field.info;
  return (
    <td className={classes.cell} data-field={field.path} data-label={label}>
      <CellNumber
        label={`${label}, ${of}`}
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
  if (!field) return null;
  const { label, help, max } = field.info;
  return (
    <td className={classes.wide} data-field={field.path} data-label={label}>
      <TextInput
        size="xs"
        aria-label={`${label}, ${of}`}
        placeholder={help}
        maxLength={max ?? 500}
        value={field.value}
        onChange={event => field.set(event.currentTarget.value)}
        error={field.error}
      />
    </td>
  );
}
