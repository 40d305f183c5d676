import { isCurrent } from '../../../domain/catalogues/deputies.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useWrite } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { type Deputation, endDeputation, listDeputations } from '../contract.ts';

/** Ends a deputation before its last day; the toast takes it back. */
export function useEnding() {
  const { mutateAsync } = useWrite(endDeputation, [listDeputations]);
  const set = ({ id }: Deputation, ended: boolean) => mutateAsync({ params: { id }, body: { ended } });
  return async (row: Deputation): Promise<void> => {
    await set(row, true);
    const undo = () => void set(row, false).catch(error => toasts.error(asHtml(messageOf(error))));
    const name = asHtml(row.deputy.name);
    const text = isCurrent(row)
      ? `Terminó la subrogancia de ${name}.`
      : `Se canceló la subrogancia de ${name}.`;
    toasts.success(text, { label: 'Deshacer', run: undo });
  };
}
