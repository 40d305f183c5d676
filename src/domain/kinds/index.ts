import { cons } from './cons.ts';
import type { KindDefinition } from './definition.ts';
import { exts } from './exts.ts';
import { fexs } from './fexs.ts';
import { incs } from './incs.ts';
import { pacs } from './pacs.ts';
import type { KindSlug } from './slugs.ts';

/** First version of each kind; from then on the database holds what an Admin made of it. */
export const FIRST_KINDS: Record<KindSlug, KindDefinition> = { pacs, exts, fexs, cons, incs };
