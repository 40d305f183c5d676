import { useRef, useState } from 'react';
import {
  dividedBy,
  duplicated,
  moved,
  putBack,
  type QuestionDraft,
  withBlank,
  edited as withPatch,
} from '../../../../domain/surveys/drafts.ts';
import type { QuestionKind } from '../../../../domain/surveys/questions.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { nameOf } from './question-card.tsx';
import { type EditedQuestions, newId } from './use-questions.tsx';

/** What is done with the list of questions: which one is open, and what is said of what happened. */
export function useEditing({ drafts, setDrafts }: Pick<EditedQuestions, 'drafts' | 'setDrafts'>) {
  const list = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  /** Once it is drawn. */
  const focus = (selector: string) =>
    void requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  const openNew = (next: QuestionDraft[]) => {
    const added = next.find(q => drafts.every(d => d.id !== q.id));
    setDrafts(next);
    setOpen(added?.id ?? null);
    focus('[data-open] textarea');
  };
  const remove = (draft: QuestionDraft, at: number) => {
    setDrafts(all => all.filter(q => q.id !== draft.id));
    focus(`:scope > :nth-child(${Math.max(1, at)}) button`);
    toasts.info(`Se quitó «${asHtml(nameOf(draft, at + 1))}».`, {
      label: 'Deshacer',
      run: () => setDrafts(all => putBack(all, draft, at)),
    });
  };
  return {
    ...{ list, open, said },
    toggle: (id: string) => setOpen(open === id ? null : id),
    change: (id: string, patch: Partial<QuestionDraft>) => setDrafts(all => withPatch(all, id, patch)),
    divide: (id: string | null) => setDrafts(all => dividedBy(all, id)),
    add: (kind: QuestionKind) => openNew(withBlank(drafts, kind, newId)),
    duplicate: (id: string) => openNew(duplicated(drafts, id, newId)),
    move: (draft: QuestionDraft, by: -1 | 1) => {
      const next = moved(drafts, draft.id, by);
      const place = next.findIndex(q => q.id === draft.id) + 1;
      setDrafts(next);
      setSaid(`«${nameOf(draft, place)}» ahora es la pregunta ${place} de ${next.length}.`);
    },
    remove,
    /** Shows where the first error is. */
    openWrong: (id: string | undefined) => {
      if (id !== undefined) setOpen(id);
      focus('[aria-invalid="true"]');
    },
  };
}
