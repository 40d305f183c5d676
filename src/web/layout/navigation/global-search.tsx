import { Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { plain } from '../../../domain/text/plain.ts';
import { useReturnFocus } from '../../form/dialog-focus.ts';
import { t } from '../../i18n/i18n.ts';
import { useSessionUser } from '../../storage.ts';
import { useGo } from '../../ui/link.tsx';
import { type Found, find } from './finder.ts';
import classes from './global-search.module.css';
import { navigationFor } from './navigation.ts';

function useResults(text: string): { results: Found[]; busy: boolean } {
  const user = useSessionUser();
  const [wanted] = useDebouncedValue(text, 200);
  const { data, isFetching } = useQuery({
    queryKey: ['global-search', wanted],
    queryFn: ({ signal }) => find(wanted, signal),
    enabled: wanted.trim().length >= 2,
  });
  const pages = navigationFor(user)
    .flatMap(group => group.items)
    .filter(item => plain(item.title).includes(plain(text.trim())))
    .map(({ title, href }): Found => ({ title, href, detail: t('layout.pages') }));
  return { results: [...pages, ...(wanted.trim().length >= 2 ? (data ?? []) : [])], busy: isFetching };
}

interface OptionsProps {
  results: Found[];
  active: number;
  onGo: (found: Found) => void;
}

function Options({ results, active, onGo }: OptionsProps) {
  return (
    <div role="listbox" id="global-search-results" aria-label={t('layout.search')} className={classes.list}>
      {results.map((found, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option
        <div
          key={found.href}
          id={`global-search-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes.option}
          onClick={() => onGo(found)}
        >
          <span>{found.title}</span>
          {found.detail && <span className={classes.detail}>{found.detail}</span>}
        </div>
      ))}
    </div>
  );
}

/** Jumps to a page or a project; arrows choose, Enter opens. */
export function GlobalSearch({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { results, busy } = useResults(text);
  const go = useGo();
  const open = (found: Found | undefined) => {
    if (!found) return;
    onClose();
    go(found.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(results[active]);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || results.length === 0) return;
    event.preventDefault();
    setActive((active + step + results.length) % results.length);
  };
  return (
    <Modal.Root opened onClose={onClose} yOffset="10dvh" size={640}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('layout.search')}>
        <TextInput
          data-autofocus
          size="md"
          role="combobox"
          aria-label={t('layout.search')}
          aria-expanded={results.length > 0}
          aria-controls="global-search-results"
          aria-activedescendant={results[active] ? `global-search-${active}` : undefined}
          placeholder={t('layout.searchPlaceholder')}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={busy ? <Loader size={16} /> : null}
          value={text}
          onKeyDown={onKeyDown}
          onChange={event => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
        />
        <Options results={results} active={active} onGo={open} />
        {results.length === 0 && (
          <p role="status" className={classes.none}>
            {t(busy ? 'layout.searching' : 'layout.searchEmpty')}
          </p>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
