import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { request } from '../../../../web/api.ts';
import { fileUrl, loadConfig } from '../../../../web/config.ts';
import { linkFile } from '../../contract.ts';
import { FilePreview } from './file-preview.tsx';
import type { LinkOf, PreviewedFile } from './shown-file.tsx';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const file = (id: string, name: string, contentType: string): PreviewedFile => ({
  ...{ id, name, contentType, size: 2_621_440 },
});
const PHOTO = file('f1', 'Feria de salud.jpg', 'image/jpeg');
const LETTER = file('f2', 'carta.docx', WORD);
const PDF = file('f3', 'acta.pdf', 'application/pdf');
const VIDEO = file('f4', 'taller.mp4', 'video/mp4');
const FILES = [PHOTO, LETTER, PDF, VIDEO];

const path = ({ id }: PreviewedFile) => `POST /projects/pacs/p1/files/${id}/link`;
const link: LinkOf = async ({ id }, as) =>
  fileUrl((await request(linkFile, { params: { kind: 'pacs', id: 'p1', file: id }, body: { as } })).url);

function Desk({ files = FILES }: { files?: readonly PreviewedFile[] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      {files.map((each, n) => (
        <button key={each.id} type="button" onClick={() => setOpen(n)}>
          Ver {each.name}
        </button>
      ))}
      <FilePreview files={files} open={open} link={link} onClose={() => setOpen(null)} onMove={setOpen} />
    </>
  );
}

let user: ReturnType<typeof show>['user'];
async function open(which: PreviewedFile, files?: readonly PreviewedFile[]) {
  ({ user } = show(<Desk {...(files && { files })} />));
  await user.click(opener(which));
  return viewer(which);
}
const opener = ({ name }: PreviewedFile) => screen.getByRole('button', { name: `Ver ${name}`, hidden: true });
const viewer = ({ name }: PreviewedFile) => screen.findByRole('dialog', { name });
const press = async (name: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const addressOf = ({ id }: PreviewedFile) => `http://localhost:3000/api/files/${id}?signature=1`;
/** jsdom opens no windows. */
const tabOf = (parts: object): Window => Object.assign(Object.create(null), parts);
const picture = () => screen.findByRole('img', { name: PHOTO.name });

beforeEach(async () => {
  signIn();
  await loadConfig();
  for (const { id } of FILES)
    answer(`POST /projects/pacs/p1/files/${id}/link`, () => ({
      url: `/files/${id}?signature=1`,
      expiresAt: '2026-11-24T12:00:00.000Z',
    }));
});

test('a photo, a PDF and a video are shown by what the browser has for them', async () => {
  const dialog = within(await open(PHOTO));
  expect((await picture()).getAttribute('src')).toBe(addressOf(PHOTO));
  expect(dialog.getByText('2,5 MB')).toBeTruthy();
  expect(dialog.getByText('1 de 3')).toBeTruthy();
  await press('Archivo siguiente');
  await viewer(PDF);
  expect((await screen.findByTitle(PDF.name)).getAttribute('src')).toBe(addressOf(PDF));
  await press('Archivo siguiente');
  const video = await screen.findByLabelText(VIDEO.name, { selector: 'video' });
  expect([video.getAttribute('src'), video.hasAttribute('controls')]).toEqual([addressOf(VIDEO), true]);
  expect(requests().map(({ body }) => body)).toEqual([1, 2, 3].map(() => ({ as: 'view' })));
});

test('arrow keys lead in a circle through what can be shown, not while a video has them', async () => {
  await open(PHOTO);
  await user.keyboard('{ArrowLeft}');
  await viewer(VIDEO);
  fireEvent.keyDown(await screen.findByLabelText(VIDEO.name, { selector: 'video' }), { key: 'ArrowRight' });
  await viewer(VIDEO);
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await viewer(VIDEO);
  await user.keyboard('{ArrowRight}');
  await viewer(PHOTO);
  await user.keyboard('{ArrowRight}');
  await viewer(PDF);
  expect(requests(path(LETTER))).toEqual([]);
});

test.each(['{Escape}', 'Cerrar'])('%s shuts it, and the focus is where it was', async way => {
  await open(PHOTO);
  await user.keyboard('{ArrowRight}');
  await viewer(PDF);
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await (way === 'Cerrar' ? press(way) : user.keyboard(way));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener(PHOTO));
});

test('a single file has nowhere to go', async () => {
  await open(PDF, [PDF, LETTER]);
  expect(screen.queryByRole('button', { name: 'Archivo siguiente' })).toBeNull();
  await user.keyboard('{ArrowRight}');
  await viewer(PDF);
});

test('what the server refuses is said in its words, and asked for again', async () => {
  const words = 'Estamos preparando esta foto: ábrela en unos minutos.';
  answer(path(PHOTO), () => refusal(409, { code: 'rule', detail: words }));
  await open(PHOTO);
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(screen.queryByText(/^Cargando/)).toBeNull();
  answer(path(PHOTO), () => ({ url: '/files/f1?signature=1', expiresAt: '' }));
  await press('Reintentar');
  expect((await picture()).getAttribute('src')).toBe(addressOf(PHOTO));
});

test('a link that does not open any more is asked for anew', async () => {
  const asking = held(path(PHOTO), () => ({ url: '/files/f1?signature=1', expiresAt: '' }));
  await open(PHOTO);
  expect(screen.getByText(`Cargando ${PHOTO.name}…`)).toBeTruthy();
  asking.release();
  fireEvent.error(await picture());
  expect((await screen.findByRole('alert')).textContent).toContain('No se pudo mostrar el archivo.');
  answer(path(PHOTO), () => ({ url: '/files/f1?signature=2', expiresAt: '' }));
  await press('Reintentar');
  expect((await picture()).getAttribute('src')).toContain('signature=2');
  fireEvent.load(await picture());
  expect(screen.queryByText(/^Cargando/)).toBeNull();
});

test('an answer that comes when another file is on screen changes nothing', async () => {
  const late = held(path(PHOTO), () => refusal(409, { code: 'rule', detail: 'Tarde' }));
  await open(PHOTO);
  await user.keyboard('{ArrowRight}');
  await screen.findByTitle(PDF.name);
  late.release();
  await waitFor(() => expect(requests(path(PHOTO))).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what cannot be shown is offered as a download, in another tab', async () => {
  await open(LETTER);
  expect(screen.getByText('Este tipo de archivo no se puede mostrar aquí.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Abrir en otra pestaña' })).toBeNull();
  const replace = vi.fn();
  vi.spyOn(window, 'open').mockReturnValue(tabOf({ location: { replace } }));
  await press('Descargar el archivo');
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(addressOf(LETTER)));
  expect(requests(path(LETTER)).map(({ body }) => body)).toEqual([{ as: 'download' }]);
  await user.keyboard('{ArrowLeft}');
  await viewer(PHOTO);
});

test('another tab gets a link of its own; a refusal shuts it again', async () => {
  await open(PDF);
  await screen.findByTitle(PDF.name);
  const close = vi.fn();
  vi.spyOn(window, 'open').mockReturnValue(tabOf({ close }));
  answer(path(PDF), () =>
    refusal(409, { code: 'rule', detail: 'El archivo tiene un virus y no se entrega.' }),
  );
  await press('Abrir en otra pestaña');
  expect(await screen.findByText('El archivo tiene un virus y no se entrega.')).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
  expect(requests(path(PDF)).map(({ body }) => body)).toEqual([{ as: 'view' }, { as: 'view' }]);
});
