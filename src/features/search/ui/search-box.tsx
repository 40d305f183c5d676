import '@mantine/spotlight/styles.layer.css';
import { Loader } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';
import type { SearchBoxProps } from '../../../web/layout/default-layout.tsx';
import { useSessionUser } from '../../../web/storage.ts';
import { LAYERS } from '../../../web/theme/theme.ts';
import { MOST_TYPED } from '../contract.ts';
import { useActions } from './actions.tsx';
import { type Entry, firstGroups, groupsFor } from './entries.tsx';
import { keepRecent, readRecent } from './recent.tsx';
import { LIST_ID, optionId, ResultList } from './result-list.tsx';
import { SearchNote } from './search-note.tsx';
import { useAnswer } from './use-answer.tsx';
import { useMiss } from './use-miss.tsx';
import { spotlight, store, useSelection } from './use-selection.tsx';

const NAME = 'Buscar en todo';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
  busy: boolean;
  expanded: boolean;
  selected: Entry | undefined;
}

function Field({ value, onChange, busy, expanded, selected }: FieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // The library would open it here as well.
    event.preventDefault();
    event.stopPropagation();
    if (selected?.href) window.open(selected.href, '_blank', 'noopener');
  };
  return (
    <Spotlight.Search
      data-autofocus
      role="combobox"
      aria-label={NAME}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-expanded={expanded}
      aria-controls={expanded ? LIST_ID : undefined}
      aria-activedescendant={selected && optionId(selected)}
      placeholder="Código, nombre, página o acción"
      autoComplete="off"
      spellCheck={false}
      maxLength={MOST_TYPED}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={busy ? <Loader size={16} /> : null}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDownCapture={onKeyDown}
    />
  );
}

/** Begins anew at each opening. */
function Content({ onClose }: { onClose: () => void }) {
  const user = useSessionUser();
  const owner = user?.id ?? '';
  const [text, setText] = useState('');
  const [recent] = useState(() => readRecent(owner));
  const typed = text.trim();
  const actions = useActions();
  const answer = useAnswer(typed);
  const groups =
    typed === '' ? firstGroups(user, recent, actions) : groupsFor(user, typed, answer.groups, actions);
  const entries = groups.flatMap(group => group.entries);
  const selected = useSelection(entries, typed);
  const missed = typed !== '' && !answer.busy && !answer.error && !answer.refused && entries.length === 0;
  const told = useMiss(missed ? typed : null);
  const open = (entry: Entry, event: MouseEvent) => {
    keepRecent(owner, entry);
    entry.run?.();
    // In a tab of its own: there may be more to open.
    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) onClose();
  };
  return (
    <>
      <Field
        value={text}
        onChange={setText}
        busy={answer.busy}
        expanded={entries.length > 0}
        selected={selected}
      />
      {entries.length > 0 && <ResultList groups={groups} selected={selected} typed={typed} onOpen={open} />}
      <SearchNote
        typed={typed}
        answer={answer}
        results={entries.filter(({ leadsToAll }) => !leadsToAll).length}
        missed={missed}
        told={told}
      />
    </>
  );
}

/** Finds whatever has a page, the pages themselves and what can be done; arrows choose, Enter opens. */
export function SearchBox({ open, onClose }: SearchBoxProps) {
  useEffect(() => {
    if (open) spotlight.open();
    else spotlight.close();
  }, [open]);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      size={640}
      yOffset="10dvh"
      zIndex={LAYERS.dialog}
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      attributes={{ content: { 'aria-label': NAME } }}
      onSpotlightClose={onClose}
    >
      <Content onClose={onClose} />
    </Spotlight.Root>
  );
}
