import { cons } from './cons.ts';
import type { KindDefinition, KindSlug } from './definition.ts';
import { exts } from './exts.ts';
import { fexs } from './fexs.ts';
import { incs } from './incs.ts';
import { pacs } from './pacs.ts';

/** First version of each kind; from then on the database holds what an Admin made of it. */
export const FIRST_KINDS: Record<KindSlug, KindDefinition> = { pacs, exts, fexs, cons, incs };
