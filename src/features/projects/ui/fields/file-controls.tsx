import type { Controls } from '../ficha/scope.tsx';
import { FileField } from './file-field.tsx';

export const CONTROLS: Controls = { file: FileField };
