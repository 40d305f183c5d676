import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '../../../../web/dates.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { Partner } from '../../contract.ts';
import { useUndoMerge } from '../merging/use-merging.tsx';
import classes from './partner.module.css';

/** Organisations that were merged into this one, each to be parted from it again. */
export function Merges({ merges }: Pick<Partner, 'merges'>) {
  const undo = useUndoMerge();
  const [busy, setBusy] = useState<string | null>(null);
  const part = async ({ id, name }: Partner['merges'][number]) => {
    setBusy(id);
    try {
      await undo(id, name);
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setBusy(null);
    }
  };
  return (
    <ul className={classes.contacts}>
      {merges.map(merge => (
        <li key={merge.id}>
          <strong>{merge.name}</strong>
          <div>
            Unida el {formatInstant(merge.at)} por {merge.by}
          </div>
          <Button
            size="compact-sm"
            variant="default"
            mt="xs"
            loading={busy === merge.id}
            aria-label={`Deshacer la unión con ${merge.name}`}
            onClick={() => void part(merge)}
          >
            Deshacer
          </Button>
        </li>
      ))}
    </ul>
  );
}
