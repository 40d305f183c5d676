import type { Effects } from '../workflow/effects.ts';

export const executionEffects: Effects = {};
