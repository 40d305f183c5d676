import { request } from '../../../web/api.ts';
import { fileUrl } from '../../../web/config.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import type { ProjectFile } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { deleteFile, linkFile, type Opening } from '../contract.ts';
import { useFilesOutdated } from './use-files.tsx';

interface How {
  readonly as?: Opening;
  /** The one that counts where none is named. */
  readonly version?: number;
}

/** Opens what `ask` answers in another tab, or says why not. What is to be kept does not stay there. */
export async function openInTab(ask: () => Promise<string>): Promise<void> {
  // Opened before the answer, as a later window would be taken for an advertisement and blocked.
  const tab = window.open('', '_blank');
  try {
    const address = await ask();
    if (tab) tab.location.replace(address);
    else window.location.assign(address);
  } catch (error) {
    tab?.close();
    toasts.error(asHtml(messageOf(error)));
  }
}

/** Opens and removes files of the project on screen. */
export function useFileActions() {
  const { project, cache } = useProject();
  const outdateFiles = useFilesOutdated();
  const params = (file: string) => ({ kind: project.kind, id: project.id, file });
  const link = async ({ id }: Pick<ProjectFile, 'id'>, { as = 'view', version }: How = {}) => {
    const body = { as, version: version ?? null };
    const { url } = await request(linkFile, { params: params(id), body });
    return fileUrl(url);
  };
  return {
    /** Absolute address. It holds for a minute, ten where the browser shows the file, so it is asked for at the click. */
    link,
    open: (file: Pick<ProjectFile, 'id'>, how: How = {}) => openInTab(() => link(file, how)),
    /** A file by its id, or one of its later versions by that one's. */
    remove: async (id: string) => {
      await request(deleteFile, { params: params(id) });
      cache.update(p => ({ ...p, files: p.files.filter(f => f.id !== id) }));
      void cache.refresh();
      outdateFiles();
    },
  };
}
