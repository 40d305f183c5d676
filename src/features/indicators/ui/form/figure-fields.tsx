import { Group, Radio } from '@mantine/core';
import { shareOf } from '../../../../domain/execution/actual-value.ts';
import { describeValue } from '../../../../domain/execution/measured-words.ts';
import { unitOf } from '../../../../domain/sections/indicator-values.ts';
import {
  type Indicator,
  type IndicatorKind,
  kindOfIndicator,
} from '../../../../domain/sections/indicators.ts';
import { useField, useFormScope } from '../../../../web/form/form.tsx';
import { DecimalField } from '../../../../web/form/number-field.tsx';
import classes from '../indicators.module.css';

const DECIMALS = 4;

/** The figures that an indicator of this kind is measured by. */
export function FigureFields({ indicator }: { indicator: Indicator }) {
  const kind = kindOfIndicator(indicator);
  const unit = unitOf(indicator);
  switch (kind) {
    case 'qualitative':
      return null;
    case 'milestone':
      return <MilestoneField />;
    case 'percentage':
    case 'ratio':
      return <ShareFields indicator={indicator} kind={kind} />;
    default:
      return (
        <DecimalField name="value" label={unit ? `Valor (${unit})` : 'Valor'} decimals={DECIMALS} required />
      );
  }
}

/** What a share is made of, with what it comes to. */
function ShareFields({ indicator, kind }: { indicator: Indicator; kind: IndicatorKind }) {
  const scope = useFormScope();
  const [numerator, denominator] = ['numerator', 'denominator'].map(name => scope.getValue(name));
  const isWhole = typeof numerator === 'number' && typeof denominator === 'number' && denominator > 0;
  const isPercentage = kind === 'percentage';
  return (
    <>
      <div className={classes.pair}>
        <DecimalField
          name="numerator"
          label={isPercentage ? 'Casos que cumplen' : 'Cantidad'}
          decimals={DECIMALS}
          required
        />
        <DecimalField
          name="denominator"
          label={isPercentage ? 'Total de casos' : 'Se divide por'}
          decimals={DECIMALS}
          required
        />
      </div>
      {isWhole && numerator >= 0 && (
        <p className={classes.outcome} role="status">
          Equivale a <strong>{describeValue(indicator, shareOf(kind, numerator, denominator))}</strong>.
        </p>
      )}
    </>
  );
}

function MilestoneField() {
  const { value, onChange, input } = useField({ name: 'value', label: '¿Se alcanzó?', required: true });
  return (
    <Radio.Group
      label={input.label}
      error={input.error}
      withAsterisk
      value={value === null ? '' : String(value)}
      onChange={chosen => onChange(Number(chosen))}
    >
      <Group gap="lg" mt={4}>
        <Radio value="1" label="Sí, se alcanzó" />
        <Radio value="0" label="Todavía no" />
      </Group>
    </Radio.Group>
  );
}
