import { DateField } from '../../../../web/form/dates/date-field.tsx';
import type { Controls } from '../scope.tsx';
import { TimeField } from './time-field.tsx';

export const CONTROLS: Controls = { date: ({ common }) => <DateField {...common} />, time: TimeField };
