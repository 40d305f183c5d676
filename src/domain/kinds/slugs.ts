/** The five kinds, in their usual order. Apart from what each of them is: addresses need no more, on every screen. */
export const KIND_SLUGS = ['pacs', 'exts', 'fexs', 'cons', 'incs'] as const;
export type KindSlug = (typeof KIND_SLUGS)[number];
