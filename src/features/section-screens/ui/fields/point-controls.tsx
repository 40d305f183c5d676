import type { Controls } from '../scope.tsx';
import { PointField } from './point-field.tsx';

export const CONTROLS: Controls = { point: PointField };
