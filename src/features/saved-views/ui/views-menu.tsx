import type { ListViewsProps } from '../../../web/table/toolbar/list-views.ts';

/** Views of a list beside its search: chosen, kept, changed, shared. */
export function ViewsMenu(_props: ListViewsProps) {
  return null;
}
