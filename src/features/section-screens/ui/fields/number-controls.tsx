import { DecimalField, MoneyField, NumberField } from '../../../../web/form/number-field.tsx';
import type { Controls } from '../scope.tsx';

export const CONTROLS: Controls = {
  integer: ({ common }) => <NumberField {...common} />,
  decimal: ({ common }) => <DecimalField {...common} decimals={4} />,
  money: ({ common }) => <MoneyField {...common} />,
};
