import { createContext, type ReactNode, Suspense, use, useState } from 'react';
import { RETURNS } from '../../../../domain/workflow/transitions.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { Observation, ProjectDetail } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';

type Place = Observation['section'];

/** An observation that is being written beside what it is about, until the project is returned with it. */
export interface UnsentObservation {
  readonly id: string;
  readonly section: Place;
  readonly text: string;
}

export interface Observing {
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

/** Comes to those alone who may write one. */
const Observer = lazyPart(() => import('./observer.tsx'), 'Observer');

/** Lets who may return the project write what is to be corrected beside it. */
export function ObservingProvider({ children }: { children: ReactNode }) {
  const { project } = useProject();
  const [observing, setObserving] = useState<Observing | null>(null);
  const offer = project.actions.find(o => RETURNS.includes(o.action) && o.allowed);
  return (
    <Context value={observing}>
      {children}
      {offer && (
        <Suspense>
          <Observer key={offer.action} offer={offer} onChange={setObserving} />
        </Suspense>
      )}
    </Context>
  );
}
