import { request } from '../../../../web/api.ts';
import type { DraftKey } from '../../../../web/drafts.ts';
import { useFilesFirst } from '../../../attachments/ui/uploads/use-files-first.tsx';
import type { Uploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useEntryWrite } from '../../../project-record/ui/use-entry-write.tsx';
import { type NewActivity, recordActivity, saveActivity } from '../../contract.ts';
import { useExecutionOutdated } from '../use-execution.tsx';

interface Options {
  id: string | null;
  version: number | null;
  draftKey: DraftKey;
  uploads: Uploads;
  /** As it is filled in by now, files that arrived meanwhile included. */
  current: () => NewActivity;
  onClose: () => void;
}

/** Stores an activity, once all its files are there. */
export function useActivityWrite({ id, version, draftKey, uploads, current, onClose }: Options) {
  const { project } = useProject();
  const refresh = useExecutionOutdated();
  const params = { kind: project.kind, id: project.id };
  const write = useEntryWrite<NewActivity>({
    ...{ draftKey, refresh, onClose, version: version ?? 0 },
    done: id === null ? 'Actividad registrada.' : 'Actividad guardada.',
    store: (values, base) => {
      if (id === null) return request(recordActivity, { params, body: values });
      const { id: _, ...body } = values;
      return request(saveActivity, { params: { ...params, activity: id }, body: { ...body, version: base } });
    },
  });
  return useFilesFirst({ write, uploads, current });
}
