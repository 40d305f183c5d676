import { useEffect, useState } from 'react';
import { type DraftKey, forgetDrafts, unsavedWork } from '../../../web/drafts.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ProjectExpenses } from '../contract.ts';

/** What is being recorded, or changed. */
export interface OpenExpense {
  /** What is changed; null for a new one. */
  readonly id: string | null;
  /** Of a new credit note: the expense that it takes back. */
  readonly correctsId: string | null;
  /** Another expense whose voucher this one is of, too. */
  readonly likeId: string | null;
}

export const NEW_EXPENSE: OpenExpense = { id: null, correctsId: null, likeId: null };

const NOUN = 'expense';
const NEW = 'new';

/** Where what is typed into it is kept. */
export const expenseKey = (project: string, { id, correctsId, likeId }: OpenExpense): DraftKey => [
  ...['project', project, NOUN, id ?? NEW],
  ...[correctsId ?? '', likeId ?? ''],
];

/** The form that a key is of; null for one of something else. */
function expenseOf([, , noun, entry = '', correctsId = '', likeId = '']: DraftKey): OpenExpense | null {
  if (noun !== NOUN) return null;
  return { id: entry === NEW ? null : entry, correctsId: correctsId || null, likeId: likeId || null };
}

const nameOf = (open: OpenExpense) => expenseKey('', open).join();

/** Whether what it starts from is still there, and may be changed. */
const isThere = ({ id, correctsId, likeId }: OpenExpense, { expenses }: ProjectExpenses) =>
  [correctsId, likeId].every(each => each === null || expenses.some(e => e.id === each)) &&
  (id === null || expenses.some(e => e.id === id && e.mayEdit));

/** What is being filled in; `unfinished` was left by a reload, as when a phone gives its memory to the camera. */
export function useOpenExpense(data: ProjectExpenses) {
  const { project } = useProject();
  const [form, setForm] = useState<OpenExpense | null>(null);
  const [left, setLeft] = useState<OpenExpense | null>(null);
  useEffect(() => {
    let alive = true;
    void unsavedWork().then(work => {
      const own = work.filter(({ key }) => key[0] === 'project' && key[1] === project.id);
      if (alive) setLeft(own.map(({ key }) => expenseOf(key)).find(each => each !== null) ?? null);
    });
    return () => {
      alive = false;
    };
  }, [project.id]);
  const mayGoOn = left !== null && isThere(left, data) && (left.id !== null || data.record.allowed);
  return {
    form,
    unfinished: mayGoOn ? left : null,
    /** Drops what was left. */
    discard: () => {
      if (left) void forgetDrafts(expenseKey(project.id, left));
      setLeft(null);
    },
    open: (next: OpenExpense | null) => {
      setForm(next);
      if (next) setLeft(before => (before && nameOf(before) === nameOf(next) ? null : before));
    },
  };
}
