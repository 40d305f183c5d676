import { DecimalField, MoneyField, NumberField } from '../../../../web/form/number-field.tsx';
import type { Controls } from '../scope.tsx';
import { PointField } from './point-field.tsx';

export const CONTROLS: Controls = {
  integer: ({ common }) => <NumberField {...common} />,
  decimal: ({ common }) => <DecimalField {...common} decimals={4} />,
  money: ({ common }) => <MoneyField {...common} />,
  point: PointField,
};
