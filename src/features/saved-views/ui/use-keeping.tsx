import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../../web/api.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { keyOf, outdate } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { createView, deleteView, listViews, type SavedView, updateView } from '../contract.ts';
import type { Views } from './use-views.tsx';

type Fields = Pick<SavedView, 'name' | 'query' | 'shared'>;

const say = (words: string) => toasts.success(asHtml(words));

/** Says how it went where no dialog does. */
async function tell(work: Promise<void>, words: string): Promise<void> {
  try {
    await work;
    say(words);
  } catch (error) {
    toasts.error(asHtml(messageOf(error)));
  }
}

/** What is done with views, also by a menu that has closed meanwhile. */
export function useKeeping({ list, state, active, read }: Views) {
  const client = useQueryClient();
  // At once, as an address that names a view nobody has heard of yet would lose it.
  const show = (change: (views: readonly SavedView[]) => SavedView[]) => {
    client.setQueryData(
      keyOf(listViews, { query: { list } }),
      (was: { views: SavedView[]; mayShare: boolean } | undefined) =>
        was && { ...was, views: change(was.views) },
    );
    return outdate(client, listViews);
  };
  const conditions = () => state.conditions() as SavedView['query'];

  const put = async (view: SavedView, fields: Partial<Fields>) => {
    // As it is by now: whoever was refused over a newer one tries again upon that.
    const latest = read.data?.views.find(({ id }) => id === view.id) ?? view;
    const { id, name, query, shared, updatedAt } = latest;
    try {
      const body = { name, query, shared, updatedAt, ...fields };
      const kept = await request(updateView, { params: { id }, body });
      // One that is its owner's alone again is not for whoever else stopped sharing it.
      const isGone = !kept.shared && !kept.mine;
      if (isGone && active?.id === id) await state.set({ view: null }, { replace: true });
      void show(views => views.flatMap(each => (each.id !== id ? [each] : isGone ? [] : [kept])));
    } catch (error) {
      void outdate(client, listViews);
      throw error;
    }
  };
  const restore = async ({ id, name, query, shared }: SavedView) => {
    const kept = await request(createView, { body: { id, list, name, query, shared } });
    await show(views => [...views.filter(view => view.id !== id), kept]);
  };
  return {
    create: async (fields: Omit<Fields, 'query'> & { id: string }) => {
      const kept = await request(createView, { body: { ...fields, list, query: conditions() } });
      void show(views => [...views.filter(view => view.id !== kept.id), kept]);
      say(`Se guardó la vista «${kept.name}».`);
      await state.set({ view: kept.id });
    },
    rename: async (view: SavedView, name: string) => put(view, { name }),
    saveChanges: (view: SavedView) =>
      tell(put(view, { query: conditions() }), `Se guardaron los cambios de «${view.name}».`),
    share: (view: SavedView, shared: boolean) =>
      tell(
        put(view, { shared }),
        shared
          ? `«${view.name}» la ven ahora quienes usan esta lista.`
          : `«${view.name}» ya no se comparte: la ve solo ${view.mine ? 'quien la creó, tú' : view.owner.name}.`,
      ),
    remove: async (view: SavedView) => {
      await request(deleteView, { params: { id: view.id } });
      if (active?.id === view.id) await state.set({ view: null }, { replace: true });
      void show(views => views.filter(({ id }) => id !== view.id));
      const words = asHtml(`Se eliminó la vista «${view.name}».`);
      const undo = () => void tell(restore(view), `Volvió la vista «${view.name}».`);
      toasts.success(words, { label: 'Deshacer', run: undo });
    },
  };
}
