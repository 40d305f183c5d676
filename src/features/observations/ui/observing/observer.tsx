import { useEffect, useLayoutEffect, useState } from 'react';
import { REPORT_PLACE } from '../../../../domain/reports/names.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { reportPlace, usePlace } from '../../../project-record/ui/project-search.tsx';
import type { Observing, UnsentObservation } from './observing.tsx';

/** What is kept in the browser; a version before kept texts without a place, too. */
interface Kept {
  readonly observations: readonly {
    readonly section: UnsentObservation['section'] | '';
    readonly text: string;
  }[];
}

const create = (section: UnsentObservation['section'], text = ''): UnsentObservation => ({
  ...{ id: crypto.randomUUID(), section, text },
});

/** What is written so far, kept through a reload, a lost connection and an expired session. */
function useUnsent({ action }: Observing['offer']) {
  const { project } = useProject();
  const [unsent, setUnsent] = useState<readonly UnsentObservation[]>([]);
  const begun = unsent.filter(o => o.text.trim() !== '');
  const first = project.sections[0]?.slug ?? REPORT_PLACE;
  const draft = useDraft<Kept>({
    draftKey: ['project', project.id, 'action', action],
    value: { observations: begun.map(({ section, text }) => ({ section, text })) },
    changed: begun.length > 0,
    onRestore: ({ observations }) => {
      const kept = observations.filter(o => o.text.trim() !== '');
      setUnsent(own => [...kept.map(o => create(o.section || first, o.text)), ...own]);
    },
  });
  return { unsent, begun, setUnsent, draft };
}

interface Props {
  offer: Observing['offer'];
  onChange: (observing: Observing | null) => void;
}

/** Holds the observations that are being written for a step, and hands them to the page. */
export function Observer({ offer, onChange }: Props) {
  const { project } = useProject();
  const { go } = usePlace(project);
  const { unsent, begun, setUnsent, draft } = useUnsent(offer);
  const [wanted, setWanted] = useState<string | null>(null);
  const show = ({ id, section }: UnsentObservation) => {
    setWanted(id);
    go(section === REPORT_PLACE ? reportPlace(null) : { section }, { replace: true, resetScroll: false });
  };
  const observing: Observing = {
    ...{ offer, unsent, begun, wanted, show },
    observe: section => {
      const added = create(section);
      setUnsent([...unsent, added]);
      show(added);
    },
    onShown: () => setWanted(null),
    write: (id, text) => setUnsent(unsent.map(o => (o.id === id ? { ...o, text } : o))),
    remove: id => setUnsent(unsent.filter(o => o.id !== id)),
    clear: () => {
      draft.clear();
      setUnsent([]);
    },
  };
  // Before anything is drawn: a letter that came back to its field later would move the cursor to the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it hands over is made anew each time; it says another thing when one of these does
  useLayoutEffect(() => onChange(observing), [offer, unsent, wanted, onChange]);
  useEffect(() => () => onChange(null), [onChange]);
  return null;
}
