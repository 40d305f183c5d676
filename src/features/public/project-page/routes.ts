import { publicProjectPath } from '../../../domain/publishing/addresses.ts';
import { FILE_TYPES } from '../../../domain/text/file-types.ts';
import type { Deps } from '../../../server/deps.ts';
import { sendStored } from '../../../server/files/send.ts';
import { type Heading, sendUnknown } from '../../../server/public/documents.ts';
import { type AddDocument, type Exchange, isKnown, type SendKept } from '../../../server/public/kept.ts';
import { currentKind } from '../../kinds/queries.ts';
import { projectDocument } from '../project-template/queries.ts';
import { placesOf, readEdition } from '../queries.ts';
import { type Picture, readComunas, readPage, readPhoto } from './queries.ts';

const paramsOf = ({ request }: Exchange) =>
  request.params as { readonly code: string; readonly file: string };

/** Without the name that somebody gave the file: it may be a person's. */
async function sendPicture(exchange: Exchange, deps: Deps, { key, size, contentType }: Picture) {
  const { request, reply } = exchange;
  // The key names the content, so it is its tag, as `sendStored` gives it.
  const tag = `"${key.split('/').at(-1)}"`;
  reply.headers({
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  if (isKnown(request, tag)) return reply.code(304).header('etag', tag).send();
  await sendStored(exchange, deps, { key, size, contentType, name: `foto.${FILE_TYPES[contentType] ?? ''}` });
  return reply;
}

/** The page of each public project, and its photos. */
export function projectDocuments(add: AddDocument, deps: Deps, send: SendKept): void {
  const { db, borders } = deps;
  add('/proyectos/:code', async exchange => {
    const { code } = paramsOf(exchange);
    const [edition, page] = await Promise.all([readEdition(db), readPage(db, code)]);
    if (!edition.isOpen || !page) return sendUnknown(exchange.reply, deps);
    const write = async (heading: Heading) => {
      const [around, { definition }] = await Promise.all([
        readComunas(db),
        currentKind(db, page.project.kind),
      ]);
      const document = projectDocument(page, { heading, borders, around, kind: definition.label });
      return { ...document, places: placesOf(edition) };
    };
    return send(exchange, {
      key: publicProjectPath(code),
      version: `${page.version} ${edition.hasResults}`,
      write,
    });
  });

  const addPhoto = (path: '' | '/miniatura', which: 'whole' | 'small') =>
    add(`/proyectos/:code/fotos/:file${path}`, async exchange => {
      const { code, file } = paramsOf(exchange);
      const [{ isOpen }, photo] = await Promise.all([readEdition(db), readPhoto(db, code, file)]);
      return isOpen && photo ? sendPicture(exchange, deps, photo[which]) : sendUnknown(exchange.reply, deps);
    });
  addPhoto('', 'whole');
  addPhoto('/miniatura', 'small');
}
