import { useEffect, useRef } from 'react';
import { isOpen, isReady } from '../../../domain/downloads/download-states.ts';
import { request } from '../../../web/api.ts';
import { fileUrl } from '../../../web/config.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { keyOf, outdate, queryClient, useRead } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import {
  cancelDownload,
  type Download,
  deleteDownload,
  linkDownload,
  listDownloads,
  retryDownload,
} from '../contract.ts';

const POLL_MS = 1000;

const readAgain = () => outdate(queryClient, listDownloads);
const known = () => queryClient.getQueryData<{ downloads: Download[] }>(keyOf(listDownloads, {}))?.downloads;

/** Asks for a link, which lasts a minute, and lets the browser keep what is behind it. */
export async function openDownload(id: string): Promise<void> {
  try {
    const { url } = await request(linkDownload, { params: { id } });
    window.location.assign(fileUrl(url));
  } catch (error) {
    toasts.error(asHtml(messageOf(error)));
    void readAgain();
  }
}

/** What somebody asked for, read each second while any of it is being made; says so when one is ready. */
export function useDownloads() {
  const read = useRead(listDownloads, undefined, known()?.some(isOpen) ? { refetchInterval: POLL_MS } : {});
  const { data } = read;
  const waiting = useRef(new Set<string>());
  useEffect(() => {
    if (!data) return;
    for (const each of data.downloads) {
      if (isReady(each) && waiting.current.has(each.id))
        toasts.success(asHtml(`${each.title}: lista para descargar.`), {
          label: 'Descargar',
          run: () => void openDownload(each.id),
        });
    }
    waiting.current = new Set(data.downloads.filter(isOpen).map(({ id }) => id));
  }, [data]);
  return read;
}

const afterwards = async (work: () => Promise<unknown>) => {
  try {
    await work();
  } catch (error) {
    toasts.error(asHtml(messageOf(error)));
  }
  await readAgain();
};

export const downloadActions = {
  refresh: readAgain,
  cancel: (id: string) => afterwards(() => request(cancelDownload, { params: { id } })),
  retry: (id: string) => afterwards(() => request(retryDownload, { params: { id } })),
  remove: (id: string) => afterwards(() => request(deleteDownload, { params: { id } })),
};
