import { useEffect, useEffectEvent, useState } from 'react';
import type { ActivityFields } from '../../../../domain/execution/activities.ts';
import { request } from '../../../../web/api.ts';
import type { DraftKey } from '../../../../web/drafts.ts';
import type { Uploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { recordActivity, saveActivity } from '../../contract.ts';
import { refusalOf } from './newer-version.tsx';
import { useEntryWrite } from './use-entry-write.tsx';

interface Options {
  id: string | null;
  version: number | null;
  draftKey: DraftKey;
  uploads: Uploads;
  /** As it is filled in by now, files that arrived meanwhile included. */
  current: () => ActivityFields;
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
  // One form is one activity, however often it is sent.
  const [fresh] = useState(() => crypto.randomUUID());
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const { moving, stuck } = standOf(uploads);
  const params = { kind: project.kind, id: project.id };
  const write = useEntryWrite<ActivityFields>({
    ...{ draftKey, onClose, version: version ?? 0 },
    done: id === null ? 'Actividad registrada.' : 'Actividad guardada.',
    store: (values, base) =>
      id === null
        ? request(recordActivity, { params, body: { ...values, id: fresh } })
        : request(saveActivity, { params: { ...params, activity: id }, body: { ...values, version: base } }),
  });
  const send = (values: ActivityFields) => {
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
    isPending: write.isPending || asked,
    error: refused ?? write.error,
    waitsFor: asked ? moving : 0,
  };
}
