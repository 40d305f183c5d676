import { useEffect, useRef, useState } from 'react';
import { request } from '../../../../web/api.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { showProblem, useKitForm } from '../../../../web/form/form.tsx';
import { ProblemError } from '../../../../web/problem-error.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { ProjectAddress } from '../../../project-record/ui/project-cache.tsx';
import {
  type Publication,
  type PublicationFields,
  publicationFields,
  savePublication,
} from '../../contract.ts';
import { usePublicationChanged } from './use-publication.tsx';

/** What the form holds of it. */
export const fieldsOf = ({ consented, showsResults, photos }: Publication): PublicationFields => ({
  consented,
  showsResults,
  photos: photos.filter(p => p.position !== null).map(({ file, caption }) => ({ file, caption })),
});

const same = (a: PublicationFields, b: PublicationFields): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What somebody else saved meanwhile. */
const storedIn = (error: unknown): Publication | null =>
  error instanceof ProblemError && error.code === 'conflict'
    ? ((error.extra as { publication?: Publication } | undefined)?.publication ?? null)
    : null;

interface Base {
  readonly version: number;
  readonly fields: PublicationFields;
}
const baseOf = (stored: Publication): Base => ({ version: stored.version, fields: fieldsOf(stored) });

/** The form over the version it was begun from, kept through a reload. */
function useEdited({ id }: ProjectAddress, stored: Publication) {
  const form = useKitForm<PublicationFields>(publicationFields, fieldsOf(stored));
  const [base, setBase] = useState(() => baseOf(stored));
  const dirty = form.isDirty();
  const draft = useDraft({
    draftKey: ['project', id, 'publication'],
    value: { values: form.values, base },
    changed: dirty,
    onRestore: kept => {
      form.setValues(kept.values);
      setBase(kept.base);
    },
  });
  /** What the server has: in place of what is typed here, but for what was typed since `sent` left. */
  const adopt = (after: Publication, sent?: PublicationFields) => {
    const fields = fieldsOf(after);
    form.setInitialValues(fields);
    form.resetDirty(fields);
    if (!sent || same(form.getValues(), sent)) {
      form.setValues(fields);
      form.clearErrors();
      draft.clear();
    }
    setBase(baseOf(after));
  };
  return { form, base, setBase, dirty, restoredAt: draft.restoredAt, adopt };
}

type Edited = ReturnType<typeof useEdited>;

/** Sends the form; what the server says of it, or what somebody else saved first. */
function useSaving({ kind, id }: ProjectAddress, { form, base, adopt }: Edited) {
  const change = usePublicationChanged({ kind, id });
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const reset = () => {
    setRefusal(null);
    setTried(false);
  };
  const send = async (sent: PublicationFields, version: number): Promise<void> => {
    try {
      const after = await request(savePublication, { params: { kind, id }, body: { ...sent, version } });
      adopt(after, sent);
      reset();
      await change(after);
      toasts.success('Publicación guardada. Rige desde ahora.');
    } catch (error) {
      const newer = storedIn(error);
      // Whatever else was decided of it, such as the name of who leads it, is none of what is saved here.
      if (newer && newer.version > version && same(fieldsOf(newer), base.fields))
        return send(sent, newer.version);
      if (newer) await change(newer);
      else setRefusal(showProblem(form, error));
    }
  };
  /** Answers whether it could be sent. */
  const save = async (version = base.version): Promise<boolean> => {
    setTried(true);
    setRefusal(null);
    if (form.validate().hasErrors) return false;
    setBusy(true);
    await send(form.getValues(), version);
    setBusy(false);
    return true;
  };
  return { busy, tried, refusal, reset, save };
}

/** What of a project is published, being edited: saved by a button, and compared when somebody else saved first. */
export function usePublicationForm(project: ProjectAddress, stored: Publication) {
  const edited = useEdited(project, stored);
  const { form, base, setBase, dirty, restoredAt, adopt } = edited;
  const { reset, ...saving } = useSaving(project, edited);
  const isUnmoved = same(fieldsOf(stored), base.fields);
  const isNewer = stored.version > base.version;
  const follow = (after: Publication, isIdle: boolean) => {
    if (isUnmoved && isNewer) setBase(baseOf(after));
    // Whoever has changed nothing sees at once what others saved, and which photos are gone.
    else if (!isUnmoved && isIdle && after.version >= base.version) adopt(after);
  };
  const latest = useRef(follow);
  latest.current = follow;
  const idle = !dirty && !saving.busy;
  useEffect(() => latest.current(stored, idle), [stored, idle]);
  return {
    ...saving,
    ...{ form, dirty, restoredAt },
    /** Saved by somebody else since this was begun. */
    newer: isNewer && !isUnmoved && dirty && !saving.busy ? stored : null,
    /** Takes what is stored. */
    discard: () => {
      adopt(stored);
      reset();
    },
  };
}
export type PublicationForm = ReturnType<typeof usePublicationForm>;
