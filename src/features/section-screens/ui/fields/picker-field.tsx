import { type ComboboxItem, Select } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { ParamsOf } from '../../../../domain/kit/endpoint.ts';
import { OptionLine } from '../../../../web/form/choices/option-line.tsx';
import { useField } from '../../../../web/form/form.tsx';
import { useTypedSearch } from '../../../../web/form/typed-search.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { searchOptions } from '../../../options/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { ControlProps } from '../scope.tsx';

const NewOrganisation = lazyPart(() => import('./new-organisation.tsx'), 'NewOrganisation');

/** What fields of a Ficha refer to. */
export type Noun = Exclude<ParamsOf<typeof searchOptions>['noun'], 'awarded'>;

export interface PickerProps extends ControlProps {
  noun: Noun;
}

/** First matches in a large catalogue; asked for once the list is open. */
export function useOptions(noun: Noun, typed: string, isOpen: boolean) {
  const { project, learn } = useProject();
  const period = noun === 'offering' && project.period ? { period: project.period } : {};
  const {
    data = [],
    fits,
    ...search
  } = useTypedSearch(
    searchOptions,
    typed,
    query => ({ params: { noun }, query: { ...query, ...period } }),
    isOpen,
  );
  return { found: data.filter(o => fits(o.label)), learn, ...search };
}

export const shared = {
  searchable: true,
  // Coming back from the dialog of a new organisation must not cover the fields below.
  openOnFocus: false,
  comboboxProps: { zIndex: 2500 },
  maxDropdownHeight: 320,
  // The server has searched already.
  filter: ({ options }: { options: unknown }) => options as ComboboxItem[],
} as const;

export const withCurrent = (
  found: { id: string; label: string }[],
  current: { id: string; label: string }[],
) => {
  const known = new Set(found.map(o => o.id));
  return [...current.filter(c => !known.has(c.id)), ...found].map(o => ({ value: o.id, label: o.label }));
};

/** One of a large catalogue, by searching. */
export function PickerField({ common, noun }: PickerProps) {
  const { value, onChange, input } = useField(common);
  const { nameOf } = useProject();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [adding, setAdding] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const chosen = typeof value === 'string' ? { id: value, label: nameOf(value) || '…' } : null;
  const { found, isBehind, nothingFound, learn } = useOptions(
    noun,
    typed === chosen?.label ? '' : typed,
    isOpen,
  );
  const hints = new Map(found.map(o => [o.id, o.hint]));
  const take = (id: string | null, label: string) => {
    if (id) learn(id, label);
    onChange(id);
  };
  return (
    <>
      <Select
        {...input}
        {...shared}
        data={[
          ...withCurrent(found, chosen ? [chosen] : []),
          ...(noun === 'organisation' && !isBehind ? [{ value: NEW, label: ADD_ORGANISATION }] : []),
        ]}
        value={chosen?.id ?? null}
        onChange={(id, picked) => {
          if (id === NEW) {
            setAsked(true);
            setAdding(typed === chosen?.label ? '' : typed);
          } else take(id, picked?.label ?? '');
        }}
        searchValue={typed}
        onSearchChange={setTyped}
        onDropdownOpen={() => setIsOpen(true)}
        clearable
        clearButtonProps={{ 'aria-label': t('form.clearField') }}
        renderOption={({ option }) => <OptionLine label={option.label} hint={hints.get(option.value)} />}
        placeholder={input.placeholder ?? PLACEHOLDERS[noun]}
        nothingFoundMessage={nothingFound}
      />
      {asked && (
        <Suspense>
          <NewOrganisation
            typed={adding}
            onClose={() => setAdding(null)}
            onCreated={o => take(o.id, o.label)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Last of the options, for what is not in the directory yet. */
const NEW = 'new';
const ADD_ORGANISATION = 'Agregar una organización nueva…';

export const PLACEHOLDERS: Record<Noun, string> = {
  person: 'Busca por nombre o correo completo',
  career: 'Busca por nombre',
  offering: 'Busca por código o nombre del curso',
  organisation: 'Busca por nombre o RUT completo',
  project: 'Busca por código o título',
};
