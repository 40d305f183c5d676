import type { Controls } from '../scope.tsx';
import { ComunasField } from './comunas-field.tsx';
import { PointField } from './point-field.tsx';

export const CONTROLS: Controls = { comunas: ComunasField, point: PointField };
