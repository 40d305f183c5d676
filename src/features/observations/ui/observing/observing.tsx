import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { REPORT_PLACE } from '../../../../domain/reports/names.ts';
import { RETURNS } from '../../../../domain/workflow/transitions.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import type { Observation, ProjectDetail } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { reportPlace, usePlace } from '../../../project-record/ui/project-search.tsx';

type Place = Observation['section'];

/** An observation that is being written beside what it is about, until the project is returned with it. */
export interface UnsentObservation {
  readonly id: string;
  readonly section: Place;
  readonly text: string;
}

interface Observing {
  /** The step that returns the project with what is written. */
  readonly offer: ProjectDetail['actions'][number];
  readonly unsent: readonly UnsentObservation[];
  /** Those with words in them: the others are not sent. */
  readonly begun: readonly UnsentObservation[];
  /** The one to show and to focus. */
  readonly wanted: string | null;
  /** A new one, on screen where it belongs. */
  observe(section: Place): void;
  show(observation: UnsentObservation): void;
  onShown(): void;
  write(id: string, text: string): void;
  remove(id: string): void;
  /** They were sent. */
  clear(): void;
}

const Context = createContext<Observing | null>(null);
/** For who may return the project now; null for everybody else. */
export const useObserving = () => use(Context);

const create = (section: Place, text = ''): UnsentObservation => ({
  ...{ id: crypto.randomUUID(), section, text },
});

/** What of it is kept in the browser. */
interface Kept {
  readonly observations: readonly { readonly section: Place | ''; readonly text: string }[];
}

/** What is written for a step; another one, or none, begins with nothing. */
function useUnsent(offer: Observing['offer'] | undefined) {
  const { project } = useProject();
  const [unsent, setUnsent] = useState<readonly UnsentObservation[]>([]);
  const [action, setAction] = useState(offer?.action);
  if (action !== offer?.action) {
    setAction(offer?.action);
    setUnsent([]);
  }
  const begun = unsent.filter(o => o.text.trim() !== '');
  const first = project.sections[0]?.slug ?? REPORT_PLACE;
  const draft = useDraft<Kept>({
    draftKey: offer && ['project', project.id, 'action', offer.action],
    value: { observations: begun.map(({ section, text }) => ({ section, text })) },
    changed: begun.length > 0,
    onRestore: ({ observations }) =>
      setUnsent(observations.filter(o => o.text.trim()).map(o => create(o.section || first, o.text))),
  });
  return { unsent, begun, setUnsent, draft };
}

/** Lets who may return the project write what is to be corrected beside it. */
export function ObservingProvider({ children }: { children: ReactNode }) {
  const { project } = useProject();
  const { go } = usePlace(project);
  const offer = project.actions.find(o => RETURNS.includes(o.action) && o.allowed);
  const { unsent, begun, setUnsent, draft } = useUnsent(offer);
  const [wanted, setWanted] = useState<string | null>(null);
  const onShown = useCallback(() => setWanted(null), []);
  const show = ({ id, section }: UnsentObservation) => {
    setWanted(id);
    go(section === REPORT_PLACE ? reportPlace(null) : { section }, { replace: true, resetScroll: false });
  };
  const value: Observing | null = offer
    ? {
        ...{ offer, unsent, begun, wanted, show, onShown },
        observe: section => {
          const added = create(section);
          setUnsent([...unsent, added]);
          show(added);
        },
        write: (id, text) => setUnsent(unsent.map(o => (o.id === id ? { ...o, text } : o))),
        remove: id => setUnsent(unsent.filter(o => o.id !== id)),
        clear: () => {
          draft.clear();
          setUnsent([]);
        },
      }
    : null;
  return <Context value={value}>{children}</Context>;
}
