import type { Effects } from '../workflow/effects.ts';
import { dueItems } from './meetings/queries.ts';

/** What was agreed in meetings is reminded of as steps are. */
export const executionEffects: Effects = { waiting: dueItems };
