import { isAcceptedRefund } from '../../../domain/spending/expense-states.ts';
import type { DraftKey } from '../../../web/drafts.ts';
import { useRead } from '../../../web/query.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { getPayments, type ProjectPayments } from '../contract.ts';

export function usePayments() {
  const { project } = useProject();
  return useRead(getPayments, { params: { kind: project.kind, id: project.id } });
}

/** What is being filled in; null is a new one. */
export type OpenForm =
  | { readonly form: 'payment'; readonly id: string | null }
  | { readonly form: 'refund'; readonly id: string | null };

/** Where what is typed into it is kept. */
export const draftKeyOf = (project: string, { form, id }: OpenForm): DraftKey => [
  ...['project', project, form, id ?? 'new'],
];

/** Pesos that may still be paid of what is released, without the payment that is changed. */
export const payable = ({ released, paid }: ProjectPayments, without = 0): number =>
  Math.max(0, released - paid + without);

/** Pesos that are to be given back and that nobody has sent yet. */
export const stillToReturn = ({ toReturn, refunds }: ProjectPayments): number =>
  Math.max(0, toReturn - refunds.filter(r => !isAcceptedRefund(r)).reduce((sum, r) => sum + r.amount, 0));
