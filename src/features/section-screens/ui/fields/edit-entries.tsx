import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { newItemId } from '../../../../domain/sections/field.ts';
import { type SectionSlug, sectionOf } from '../../../../domain/sections/index.ts';
import { isEmpty } from '../../../../domain/sections/section.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import {
  type EntriesProps,
  type Entry,
  EntryScope,
  type FieldState,
  useScope,
  type Values,
} from '../scope.tsx';
import classes from './list.module.css';

/** Entries that are unfolded: new ones, and those the completeness panel or a message points into. */
function useUnfolded(field: FieldState<readonly Entry[]>) {
  const { target, errors } = useScope();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const pointed = [target ?? '', ...Object.keys(errors)]
    .filter(path => path.startsWith(`${field.path}.`))
    .map(path => field.value[Number(path.slice(field.path.length + 1).split('.')[0])]?.id)
    .filter(id => id !== undefined)
    .join(' ');
  useEffect(() => {
    if (pointed) setOpen(before => new Set([...before, ...pointed.split(' ')]));
  }, [pointed]);
  const toggle = (id: string) =>
    setOpen(before => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { open, toggle };
}

/** Entries of a list, folded and unfolded, for whoever writes them. */
export function EditEntries(props: EntriesProps<Entry>) {
  const { name, summary, detail, children, fresh, field } = props;
  const { open, toggle } = useUnfolded(field);
  const { slug } = useScope();
  const [removing, setRemoving] = useState<Entry | null>(null);
  const { info, value, set, error } = field;
  const add = () => {
    const id = newItemId();
    set([...value, { ...emptyEntry(slug, name), ...fresh?.(value), id }]);
    toggle(id);
    focusFirst(`${field.path}.${value.length}.`);
  };
  const move = (index: number, by: number) => {
    const next = [...value];
    next.splice(index + by, 0, ...next.splice(index, 1));
    set(next);
  };
  const remove = (entry: Entry) => set(value.filter(e => e.id !== entry.id));
  return (
    <>
      {info.help && <p className={classes.help}>{info.help}</p>}
      {value.length > 0 && (
        <ol className={classes.entries}>
          {value.map((entry, index) => (
            <li key={entry.id} className={classes.entry}>
              <EntryHead
                title={summary(entry) || `${info.itemLabel} ${index + 1}`}
                detail={detail?.(entry) ?? ''}
                open={open.has(entry.id)}
                onToggle={() => toggle(entry.id)}
                onUp={index > 0 ? () => move(index, -1) : null}
                onDown={index < value.length - 1 ? () => move(index, 1) : null}
                onRemove={() => (isBlank(entry, emptyEntry(slug, name)) ? remove(entry) : setRemoving(entry))}
              />
              {open.has(entry.id) && (
                <div className={classes.body}>
                  <EntryScope name={name} index={index}>
                    {children}
                  </EntryScope>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {error && <p className={classes.error}>{error}</p>}
      <AddEntry field={field} onAdd={add} />
      <RemoveEntry
        noun={info.itemLabel ?? ''}
        title={removing && summary(removing)}
        open={removing !== null}
        onClose={() => setRemoving(null)}
        onRemove={() => removing && remove(removing)}
      />
    </>
  );
}

/** Puts the focus into the first control of a new entry, once it is there. */
const focusFirst = (prefix: string) =>
  requestAnimationFrame(() => {
    const place = document.querySelector(`[data-field^="${CSS.escape(prefix)}"]`);
    place?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')?.focus();
  });

function AddEntry({ field, onAdd }: { field: FieldState<readonly Entry[]>; onAdd: () => void }) {
  const { info, value } = field;
  if (value.length >= (info.max ?? 50)) return null;
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
      Agregar {info.itemLabel?.toLowerCase()}
    </Button>
  );
}

interface RemoveProps {
  noun: string;
  title: string | null;
  open: boolean;
  onClose: () => void;
  onRemove: () => void;
}

function RemoveEntry({ noun, title, open, onClose, onRemove }: RemoveProps) {
  const words = `Quitar ${noun.toLowerCase()}`;
  const confirm = () => {
    onRemove();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      title={words}
      confirm={words}
      destructive
      onCancel={onClose}
      onConfirm={confirm}
    >
      Se borra «{title || noun}» con todo lo que escribiste ahí.
    </ConfirmDialog>
  );
}

/** Every field of a new entry as it begins: with an id alone an entry is an empty one. */
function emptyEntry(slug: SectionSlug, name: string): Record<string, unknown> {
  const { [name]: entries } = sectionOf(slug).schema.parse({ [name]: [{ id: 'new' }] }) as Values;
  return (entries as readonly Entry[])[0] ?? {};
}

/** Nothing is lost with it. */
const isBlank = ({ id: _, ...entry }: Entry, empty: Values) =>
  Object.entries(entry).every(([key, value]) => isEmpty(value) || value === empty[key]);

interface HeadProps {
  title: string;
  detail: string;
  open: boolean;
  onToggle: () => void;
  /** `null` where it cannot move any further. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

/** Folds and unfolds an entry of a list; moves and removes it. */
function EntryHead({ title, detail, open, onToggle, onUp, onDown, onRemove }: HeadProps) {
  return (
    <div className={classes.head}>
      <button type="button" className={classes.toggle} aria-expanded={open} onClick={onToggle}>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span className={classes.title}>{title}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </button>
      {onUp && (
        <EntryButton label={`Subir ${title}`} onClick={onUp} icon={<IconArrowUp size={16} aria-hidden />} />
      )}
      {onDown && (
        <EntryButton
          label={`Bajar ${title}`}
          onClick={onDown}
          icon={<IconArrowDown size={16} aria-hidden />}
        />
      )}
      <EntryButton label={`Quitar ${title}`} onClick={onRemove} icon={<IconTrash size={16} aria-hidden />} />
    </div>
  );
}

function EntryButton({ label, onClick, icon }: { label: string; onClick: () => void; icon: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}
