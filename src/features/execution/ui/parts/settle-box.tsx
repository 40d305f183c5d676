import { Checkbox } from '@mantine/core';
import { messageOf } from '../../../../web/problem-error.ts';
import { useWrite } from '../../../../web/query.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { getExecution, type Meeting, settleActionItem } from '../../contract.ts';

interface Props {
  item: Meeting['actionItems'][number];
  label: string;
}

/** Something agreed is done, or is not yet. */
export function SettleBox({ item, label }: Props) {
  const { project } = useProject();
  const settle = useWrite(settleActionItem, [getExecution]);
  const done = settle.isPending ? settle.variables.body.done : item.doneAt !== null;
  const change = (next: boolean) =>
    settle.mutate(
      { params: { kind: project.kind, id: project.id, item: item.id }, body: { done: next } },
      { onError: error => toasts.error(asHtml(messageOf(error))) },
    );
  return (
    <Checkbox
      checked={done}
      disabled={!item.maySettle}
      label={label}
      aria-label={`Hecho: ${item.text}`}
      onChange={event => change(event.currentTarget.checked)}
    />
  );
}
