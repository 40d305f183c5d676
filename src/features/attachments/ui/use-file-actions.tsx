import { request } from '../../../web/api.ts';
import { config } from '../../../web/config.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import type { ProjectFile } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { deleteFile, linkFile, type Opening } from '../contract.ts';
import { useFilesOutdated } from './use-files.tsx';

/** Address of a link that the server gave, as the browser asks for it. */
export const fileUrl = (link: string) => new URL(config().apiBase + link, window.location.href).href;

interface How {
  readonly as?: Opening;
  /** The one that counts where none is named. */
  readonly version?: number;
}

/** Opens and removes files of the project on screen. */
export function useFileActions() {
  const { project, cache } = useProject();
  const outdateFiles = useFilesOutdated();
  const params = (file: string) => ({ kind: project.kind, id: project.id, file });
  return {
    /** The link holds for a minute, so it is asked for at the click. */
    open: async ({ id }: Pick<ProjectFile, 'id'>, { as = 'view', version }: How = {}) => {
      // Opened before the answer, as a later window would be taken for an advertisement and blocked.
      const tab = window.open('', '_blank');
      try {
        const body = { as, version: version ?? null };
        const { url } = await request(linkFile, { params: params(id), body });
        const address = fileUrl(url);
        if (tab) tab.location.replace(address);
        else window.location.assign(address);
      } catch (error) {
        tab?.close();
        toasts.error(asHtml(messageOf(error)));
      }
    },
    /** A file by its id, or one of its later versions by that one's. */
    remove: async (id: string) => {
      await request(deleteFile, { params: params(id) });
      cache.update(p => ({ ...p, files: p.files.filter(f => f.id !== id) }));
      void cache.refresh();
      outdateFiles();
    },
  };
}
