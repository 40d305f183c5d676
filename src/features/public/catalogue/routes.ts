import { cataloguePath } from '../../../domain/publishing/addresses.ts';
import { type CatalogueSearch, readSearch } from '../../../domain/publishing/catalogue-search.ts';
import type { Deps } from '../../../server/deps.ts';
import { type Heading, sendUnknown } from '../../../server/public/documents.ts';
import type { AddDocument, SendKept } from '../../../server/public/kept.ts';
import { currentKinds } from '../../kinds/queries.ts';
import { cataloguePage } from '../catalogue-list/queries.ts';
import { placesOf, readEdition } from '../queries.ts';
import { readCatalogue } from './queries.ts';

/** The usual order is none: what is the same has one address. */
function searchOf(query: unknown): CatalogueSearch {
  const { orden, ...search } = readSearch(query as Readonly<Record<string, unknown>>);
  return orden === undefined || orden === 'recientes' ? search : { ...search, orden };
}

/** All projects that anybody may see, to search through and on a map. */
export function catalogueDocuments(add: AddDocument, deps: Deps, send: SendKept): void {
  const { db } = deps;
  add('/proyectos', async exchange => {
    const edition = await readEdition(db);
    const { stamp, isOpen } = edition;
    if (!isOpen) return sendUnknown(exchange.reply, deps);
    const search = searchOf(exchange.request.query);
    const write = async (heading: Heading) => {
      const [catalogue, kinds] = await Promise.all([readCatalogue(db, stamp, search), currentKinds(db)]);
      const labels = new Map(kinds.map(({ definition }) => [definition.slug, definition.label]));
      const document = cataloguePage(heading, search, catalogue, kind => labels.get(kind) ?? kind);
      return { ...document, places: placesOf(edition) };
    };
    return send(exchange, { key: cataloguePath(search), version: stamp, write });
  });
}
