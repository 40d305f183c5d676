import { NumberInput, Select } from '@mantine/core';
import { formatMoney } from '../../../domain/text/format.ts';
import { pasteNumber } from '../../../web/form/paste-number.ts';
import type { EffectMoney } from '../contract.ts';
import type { Award, awardErrors } from './awards.tsx';
import classes from './rows.module.css';

interface AwardFieldsProps {
  /** Of the project: tells these fields from those of the others. */
  code: string;
  money: EffectMoney;
  award: Award;
  onChange: (award: Award) => void;
  errors: ReturnType<ReturnType<typeof awardErrors>['get']>;
}

/** From which line of its call a project gets money, and how much. */
export function AwardFields({ code, money, award, onChange, errors }: AwardFieldsProps) {
  const setAmount = (amount: number | null) => onChange({ ...award, amount });
  return (
    <div className={classes.award}>
      <Select
        label="Línea"
        aria-label={`Línea de ${code}`}
        withAsterisk
        data={money.lines.map(({ id, name, left }) => ({
          value: id,
          label: `${name} (quedan ${formatMoney(Math.max(0, left))})`,
        }))}
        value={award.lineId}
        onChange={lineId => lineId && onChange({ ...award, lineId })}
        allowDeselect={false}
        error={errors?.lineId}
      />
      <NumberInput
        label="Monto adjudicado"
        aria-label={`Monto adjudicado de ${code}`}
        withAsterisk
        description={money.amount === null ? undefined : `Pidió ${formatMoney(money.amount)}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={award.amount ?? ''}
        onChange={next => setAmount(next === '' ? null : Number(next))}
        onPasteCapture={pasteNumber(setAmount, 0)}
        thousandSeparator="."
        decimalSeparator=","
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        prefix="$"
        hideControls
        inputMode="numeric"
        error={errors?.amount}
      />
    </div>
  );
}
