import { request } from '../../../../web/api.ts';
import { useReadAgain } from '../../../../web/catalogue/catalogue.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { judgePair, mergeOrganisation, type Pair, undoMerge } from '../../merging/contract.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What was merged into which. */
export interface Merged {
  /** Id of the merge, by which it is undone. */
  readonly merge: string;
  readonly merged: string;
  readonly into: string;
}

const tell = (error: unknown) => toasts.error(asHtml(messageOf(error)));
const quoted = (name: string) => `«${asHtml(name)}»`;

/** Undoes a merge, by its id; `name` is that of the organisation that comes back. Throws what the server refuses. */
export function useUndoMerge() {
  const readAgain = useReadAgain();
  return async (merge: string, name: string): Promise<void> => {
    await request(undoMerge, { params: { merge } });
    toasts.success(`${quoted(name)} vuelve a ser una organización aparte.`);
    await readAgain();
  };
}

/** Merges one organisation into another; the toast takes it back. Names are everywhere: all is read again. */
export function useMerge() {
  const readAgain = useReadAgain();
  const undo = useUndoMerge();
  return async (merged: Named, into: Named, onMerged: (done: Merged) => void): Promise<void> => {
    const { merge } = await request(mergeOrganisation, {
      params: { id: merged.id },
      body: { into: into.id },
    });
    toasts.success(`${quoted(merged.name)} se unió con ${quoted(into.name)}.`, {
      label: 'Deshacer',
      run: () => void undo(merge, merged.name).catch(tell),
    });
    onMerged({ merge, merged: merged.id, into: into.id });
    await readAgain();
  };
}

/** Says that two are distinct, or takes that back; the toast undoes it. `onJudged` is called before the list changes. */
export function useJudge() {
  const readAgain = useReadAgain();
  return async ({ a, b }: Pair, distinct: boolean, onJudged: () => void): Promise<void> => {
    const set = (is: boolean) => request(judgePair, { params: { a: a.id, b: b.id }, body: { distinct: is } });
    const undo = async () => {
      await set(!distinct);
      await readAgain();
    };
    try {
      await set(distinct);
      const both = `${quoted(a.name)} y ${quoted(b.name)}`;
      toasts.success(distinct ? `${both} son distintas.` : `${both} vuelven a estar por revisar.`, {
        label: 'Deshacer',
        run: () => void undo().catch(tell),
      });
      onJudged();
      await readAgain();
    } catch (error) {
      tell(error);
      // Somebody else may have merged or renamed one of them.
      await readAgain();
    }
  };
}
