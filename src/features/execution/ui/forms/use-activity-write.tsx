import { useEffect, useEffectEvent, useState } from 'react';
import { request } from '../../../../web/api.ts';
import type { DraftKey } from '../../../../web/drafts.ts';
import type { Uploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type NewActivity, recordActivity, saveActivity } from '../../contract.ts';
import { refusalOf } from './newer-version.tsx';
import { useEntryWrite } from './use-entry-write.tsx';

interface Options {
  id: string | null;
  version: number | null;
  draftKey: DraftKey;
  uploads: Uploads;
  /** As it is filled in by now, files that arrived meanwhile included. */
  current: () => NewActivity;
  onClose: () => void;
}

const STUCK = 'Hay archivos que no llegaron: reanúdalos o quítalos de la lista.';

/** Files that have not arrived yet, and those that will not without somebody doing something. */
const standOf = ({ items }: Uploads) => ({
  moving: items.filter(i => i.phase === 'sending' || i.phase === 'checking').length,
  stuck: items.filter(i => i.phase === 'paused' || i.phase === 'refused').length,
});

/** Saves once all files are there: who taps early need not tap again. */
export function useActivityWrite({ id, version, draftKey, uploads, current, onClose }: Options) {
  const { project } = useProject();
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const { moving, stuck } = standOf(uploads);
  const params = { kind: project.kind, id: project.id };
  const write = useEntryWrite<NewActivity>({
    ...{ draftKey, onClose, version: version ?? 0 },
    done: id === null ? 'Actividad registrada.' : 'Actividad guardada.',
    store: (values, base) => {
      if (id === null) return request(recordActivity, { params, body: values });
      const { id: _, ...body } = values;
      return request(saveActivity, { params: { ...params, activity: id }, body: { ...body, version: base } });
    },
  });
  const send = (values: NewActivity) => {
    setRefused(stuck > 0 ? refusalOf(STUCK) : null);
    if (stuck > 0) return;
    if (moving > 0) setAsked(true);
    else write.send(values);
  };
  const sendLatest = useEffectEvent(() => write.send(current()));
  useEffect(() => {
    if (!asked || moving > 0) return;
    setAsked(false);
    if (stuck === 0) sendLatest();
  }, [asked, moving, stuck]);
  return {
    send,
    draft: write.draft,
    isPending: write.isPending || asked,
    error: refused ?? write.error,
    waitsFor: asked ? moving : 0,
  };
}
