import { request } from '../../../web/api.ts';
import { config } from '../../../web/config.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import type { ProjectFile } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { deleteFile, linkFile } from '../contract.ts';

/** Opens and removes files of the project on screen. */
export function useFileActions() {
  const { project, cache } = useProject();
  const params = (file: string) => ({ kind: project.kind, id: project.id, file });
  return {
    /** The link holds for a minute, so it is asked for at the click. */
    open: async (file: Pick<ProjectFile, 'id'>) => {
      // Opened before the answer, as a later window would be taken for an advertisement and blocked.
      const tab = window.open('', '_blank');
      try {
        const { url } = await request(linkFile, { params: params(file.id) });
        const address = new URL(config().apiBase + url, window.location.href).href;
        if (tab) tab.location.replace(address);
        else window.location.assign(address);
      } catch (error) {
        tab?.close();
        toasts.error(asHtml(messageOf(error)));
      }
    },
    remove: async (file: ProjectFile) => {
      await request(deleteFile, { params: params(file.id) });
      cache.update(p => ({ ...p, files: p.files.filter(f => f.id !== file.id) }));
    },
  };
}
