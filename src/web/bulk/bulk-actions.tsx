import { Alert, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { MOST_AT_ONCE } from '../../domain/catalogues/catalogue.ts';
import type { AnyEndpoint } from '../../domain/kit/endpoint.ts';
import { ask, useReadAgain } from '../catalogue/catalogue.ts';
import type { Option } from '../form/choices/select-field.tsx';
import { useReturnFocus } from '../form/dialog-focus.ts';
import { t } from '../i18n/i18n.ts';
import { messageOf } from '../problem-error.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { asHtml, toasts } from '../ui/toasts/toasts.ts';
import { useChunks } from './use-chunks.ts';

interface Row {
  id: string;
}

/** What is chosen among too many to be listed. */
export interface TargetFieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Something to do with several rows: one call, a result for each row, undone as a whole from the toast. */
export interface BulkAction<R extends Row> {
  /** As a verb: `Mover a otra escuela`. */
  label: string;
  /** What it means for who has to decide. */
  text: string;
  /** From `bulkEndpoint()`. */
  endpoint: AnyEndpoint;
  /** What the row gets; `target` is what was chosen from `targets`. */
  valueOf: (row: R, target: string) => unknown;
  /** Asked for in the dialog. */
  targets?: { label: string } & ({ options: readonly Option[] } | { field: ComponentType<TargetFieldProps> });
  /** Rows it means anything for; without any the button is not there. */
  concerns?: (row: R) => boolean;
  destructive?: boolean;
}

interface Outcome {
  id: string;
  before: unknown;
  refused: string | null;
}

type Change = { id: string; value: unknown };

function useRun<R extends Row>(action: BulkAction<R>) {
  const readAgain = useReadAgain();
  const { chunks, start } = useChunks<Change, Outcome>(MOST_AT_ONCE);
  const send = async (rows: readonly Change[]): Promise<Outcome[]> => {
    const answer = await ask<{ rows: Outcome[] }>(action.endpoint, { body: { rows } });
    await readAgain();
    return answer.rows;
  };
  const undo = async (done: readonly Outcome[]) => {
    try {
      const outcomes = await send(done.map(({ id, before }) => ({ id, value: before })));
      const left = outcomes.find(o => o.refused);
      if (left?.refused) toasts.error(asHtml(left.refused));
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    }
  };
  /** True when every row was changed. */
  const run = async (rows: readonly R[], target: string): Promise<boolean> => {
    const outcomes = await start(
      rows.map(row => ({ id: row.id, value: action.valueOf(row, target) })),
      send,
    );
    const done = outcomes?.filter(o => !o.refused) ?? [];
    if (done.length > 0)
      toasts.success(asHtml(t('catalogue.bulkDone', { action: action.label, count: done.length })), {
        label: t('catalogue.undo'),
        run: () => void undo(done),
      });
    return done.length === rows.length;
  };
  return { chunks, run };
}

interface DialogProps<R extends Row> {
  action: BulkAction<R>;
  rows: readonly R[];
  nameOf: (row: R) => string;
  /** `changed` once something was sent. */
  onClose: (changed: boolean) => void;
}

function Refusals({ refused, nameOf }: { refused: readonly Outcome[]; nameOf: (id: string) => string }) {
  return (
    <Alert color="orange" role="alert" title={t('catalogue.bulkRefused', { count: refused.length })}>
      <List size="sm">
        {refused.map(({ id, refused: reason }) => (
          <List.Item key={id}>
            <b>{nameOf(id)}</b>: {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface TargetProps extends Pick<TargetFieldProps, 'value' | 'onChange'> {
  targets: NonNullable<BulkAction<Row>['targets']>;
}

function Target({ targets, value, onChange }: TargetProps) {
  if ('field' in targets) return <targets.field label={targets.label} value={value} onChange={onChange} />;
  return (
    <Select label={targets.label} data={[...targets.options]} value={value} onChange={onChange} searchable />
  );
}

function BulkDialog<R extends Row>({ action, rows, nameOf, onClose }: DialogProps<R>) {
  useReturnFocus();
  const [target, setTarget] = useState<string | null>(null);
  const { chunks, run } = useRun(action);
  const left = chunks.results.filter(o => o.refused);
  const refused = chunks.phase === 'ended' && left.length > 0 ? left : null;
  const names = new Map(rows.map(row => [row.id, nameOf(row)]));
  const { label, text, targets, destructive } = action;
  const go = async () => {
    if (await run(rows, target ?? '')) onClose(true);
  };
  return (
    <Modal
      opened
      onClose={() => onClose(refused !== null)}
      title={t('catalogue.bulkTitle', { action: label, count: rows.length })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        {targets && !refused && <Target targets={targets} value={target} onChange={setTarget} />}
        {chunks.error && (
          <Alert color="red" role="alert">
            {chunks.error}
          </Alert>
        )}
        {refused && <Refusals refused={refused} nameOf={id => names.get(id) ?? id} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onClose(refused !== null)}>
            {t(refused ? 'action.close' : 'action.cancel')}
          </Button>
          {!refused && (
            <ActionButton
              color={destructive ? 'red' : 'cyan'}
              loading={chunks.phase === 'running'}
              reason={targets && target === null ? t('catalogue.bulkChoose') : null}
              onClick={() => void go()}
            >
              {label}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface BulkButtonsProps<R extends Row> {
  rows: readonly R[];
  clear: () => void;
  actions: readonly BulkAction<R>[];
  nameOf: (row: R) => string;
}

/** For `bulk` of a list: what can be done with the rows chosen. */
export function BulkButtons<R extends Row>({ rows, clear, actions, nameOf }: BulkButtonsProps<R>) {
  const [open, setOpen] = useState<{ action: BulkAction<R>; rows: readonly R[] } | null>(null);
  const close = (changed: boolean) => {
    setOpen(null);
    if (changed) clear();
  };
  return (
    <>
      {actions.map(action => {
        const concerned = rows.filter(action.concerns ?? (() => true));
        if (concerned.length === 0) return null;
        return (
          <Button
            key={action.label}
            size="compact-sm"
            variant="default"
            onClick={() => setOpen({ action, rows: concerned })}
          >
            {action.label}
          </Button>
        );
      })}
      {open && <BulkDialog {...open} nameOf={nameOf} onClose={close} />}
    </>
  );
}

/** Out of use and back, for catalogues with `active`. */
export const activationActions = <R extends Row & { active: boolean }>(
  endpoint: AnyEndpoint,
): BulkAction<R>[] => [
  {
    label: t('catalogue.deactivate'),
    text: t('catalogue.bulkDeactivateText'),
    endpoint,
    valueOf: () => false,
    concerns: row => row.active,
  },
  {
    label: t('catalogue.reactivate'),
    text: t('catalogue.bulkReactivateText'),
    endpoint,
    valueOf: () => true,
    concerns: row => !row.active,
  },
];
