import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { AnyEndpoint, RequestOf } from '../../domain/kit/endpoint.ts';
import { request } from '../api.ts';
import type { BulkAction } from '../bulk/bulk-actions.tsx';
import type { Option } from '../form/choices/select-field.tsx';
import { t } from '../i18n/i18n.ts';
import { messageOf } from '../problem-error.ts';
import type { Column } from '../table/columns.ts';
import type { ListEndpoint } from '../table/data-list.tsx';
import { asHtml, toasts } from '../ui/toasts/toasts.ts';

export interface CatalogueRow {
  id: string;
  updatedAt: string;
  updatedBy: string | null;
  active?: boolean;
}

/** Endpoints as far as saving a new row goes. */
export interface Saving {
  create: AnyEndpoint & { readonly body?: z.ZodType };
}

/** What the drawer of a row asks. */
interface RowEndpoints extends Saving {
  update: AnyEndpoint;
  /** Left out where the row cannot be deleted any more. */
  remove?: AnyEndpoint;
  setActive?: AnyEndpoint;
}

interface Endpoints<R extends CatalogueRow> extends RowEndpoints {
  list: ListEndpoint<R>;
  get: AnyEndpoint;
}

/** The drawer of a row, whatever list it stands beside: its words and fields. */
export interface CatalogueForm<R extends CatalogueRow, V extends object> {
  /** Names the drafts kept in the browser. */
  noun: string;
  /** Button words: `Nueva facultad`, `Crear facultad`, `Editar facultad`. */
  words: { add: string; create: string; edit: string };
  /** Title and button where a row is not merely edited. */
  wordsFor?: (row: R) => { edit: string; save: string } | undefined;
  endpoints: RowEndpoints;
  initial: V;
  valuesOf: (row: R) => V;
  nameOf: (row: R) => string;
  /** Labels of the fields, to tell what differs when two people edit. */
  labels: { [K in keyof V & string]: string };
  /** Words of the fields that are choices, for the same. */
  choices?: { [K in keyof V & string]?: readonly Option[] };
  fields: (row: R | null) => ReactNode;
  /** After a new one was stored, e.g. to go to its page. */
  onCreated?: (row: R) => void;
  /** Rows that are neither deleted nor taken out of use; `fields` says why. */
  isFixed?: (row: R) => boolean;
  /** More to do with a row, at the left of the drawer's bar. */
  rowActions?: (row: R, done: () => void) => ReactNode;
}

/** A screen that keeps a catalogue: list and drawer; everything else is the same for all. */
export interface CatalogueScreen<R extends CatalogueRow, V extends object> extends CatalogueForm<R, V> {
  title: string;
  text?: ReactNode;
  endpoints: Endpoints<R>;
  columns: readonly Column<R>[];
  /** What its rows may be put together by. */
  groups?: readonly Option[];
  filters: ReactNode;
  /** What to do while there is nothing yet. */
  empty: { title: string; text: string; action?: ReactNode };
  tone?: (row: R) => 'dimmed' | 'mine' | undefined;
  /** What can be done with several rows; with it rows can be selected. */
  bulk?: readonly BulkAction<R>[];
  /** Beside "new" in the page's header. */
  actions?: ReactNode;
}

type BodyOf<E extends Saving> = RequestOf<E['create']>['body'];
/**
 * What a catalogue's form holds: every field its endpoint takes, chosen yet or not. All of them are sent with each save,
 * and one the form did not hold would be stored as empty.
 */
export type ValuesOf<E extends Saving> = {
  [K in keyof BodyOf<E>]-?: Exclude<BodyOf<E>[K], undefined> | null;
};

/** An endpoint of the catalogue in hand; its contract and the screen's row type are the same by construction. */
export const ask = <T>(endpoint: AnyEndpoint, input: object): Promise<T> =>
  request<AnyEndpoint>(endpoint, input) as Promise<T>;

/** Catalogues show in each other, in filters and in pickers: a write makes all of them be read again. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}

/** Deactivates or reactivates at once; the toast takes it back. */
export function useSetActive<R extends CatalogueRow>(
  endpoint: AnyEndpoint | undefined,
  nameOf: (row: R) => string,
) {
  const readAgain = useReadAgain();
  const set = async (row: R, active: boolean): Promise<void> => {
    if (!endpoint) return;
    const body = { active, updatedAt: row.updatedAt };
    const after = await ask<R>(endpoint, { params: { id: row.id }, body });
    await readAgain();
    const undo = () => void set(after, !active).catch(error => toasts.error(asHtml(messageOf(error))));
    const name = asHtml(nameOf(after));
    toasts.success(t(active ? 'catalogue.reactivated' : 'catalogue.deactivated', { name }), {
      label: t('catalogue.undo'),
      run: undo,
    });
  };
  return set;
}
