import { appendSearch, type CatalogueSearch } from './catalogue-search.ts';

/** Where public pages stand: documents of the server, which the browser's router does not know. */
export const CATALOGUE_PATH = '/publico/proyectos';
export const CALLS_PATH = '/publico/convocatorias';
export const SITE_MAP_PATH = '/publico/sitemap.xml';

/** Codes that came with a spreadsheet may hold any sign. */
export const publicProjectPath = (code: string): string => `${CATALOGUE_PATH}/${encodeURIComponent(code)}`;

export const cataloguePath = (search: Partial<CatalogueSearch> = {}): string =>
  appendSearch(CATALOGUE_PATH, search);

/** All that a search finds as one table: a page of it has the same. */
export const catalogueTablePath = ({ pagina, ...search }: Partial<CatalogueSearch> = {}): string =>
  appendSearch(`${CATALOGUE_PATH}.csv`, search);

/** A chosen photo; `small` is at most 400 pixels on its longer side. */
export const publicPhotoPath = (code: string, file: string, size: 'small' | 'whole'): string =>
  `${publicProjectPath(code)}/fotos/${file}${size === 'small' ? '/miniatura' : ''}`;

export const callResultsPath = (call: string): string => `${CALLS_PATH}/${call}`;
