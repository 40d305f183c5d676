import type { Controls } from '../scope.tsx';
import { FileField } from './file-field.tsx';

export const CONTROLS: Controls = { file: FileField };
