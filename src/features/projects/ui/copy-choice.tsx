import { Radio, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { type Option, SelectField } from '../../../web/form/choices/select-field.tsx';
import { useFormScope } from '../../../web/form/form.tsx';
import { useTypedSearch } from '../../../web/form/typed-search.ts';
import { useRead } from '../../../web/query.ts';
import { searchCopySources } from '../copying/contract.ts';

type Source = OutputOf<typeof searchCopySources>[number];

const labelOf = ({ code, title }: Source) => `${code} ${title}`;
const optionOf = (source: Source): Option => ({
  value: source.id,
  label: labelOf(source),
  hint: String(source.year),
});

/** Projects of whoever will lead the new one, and the one that is chosen, which an address may name. */
function useSources(kind: KindSlug) {
  const { getValue } = useFormScope();
  const chosenId = (getValue('copyOf') as string | null | undefined) ?? null;
  const leadId = getValue('leadId') as string | null;
  const [typed, setTyped] = useState('');
  const whose = leadId ? { leadId } : {};
  const own = useRead(searchCopySources, {
    params: { kind },
    query: { ...whose, ...(chosenId && { id: chosenId }) },
  });
  const chosen = chosenId === null ? undefined : own.data?.find(({ id }) => id === chosenId);
  // The box is filled with the label of what is chosen: that is no search.
  const words = chosen && typed.trim() === labelOf(chosen) ? '' : typed;
  const {
    data = [],
    fits,
    nothingFound,
  } = useTypedSearch(searchCopySources, words, query => ({
    params: { kind },
    query: { ...query, ...whose },
  }));
  const found = data.filter(source => source.id !== chosen?.id && fits(labelOf(source)));
  return {
    chosenId,
    chosen,
    isUnknown: chosenId !== null && own.data !== undefined && !chosen,
    hasNone: chosenId === null && own.data?.length === 0,
    options: [...(chosen ? [chosen] : []), ...found].map(optionOf),
    nothingFound,
    search: setTyped,
  };
}

/** The title of the source, until somebody has written another. */
function useSourceTitle(source: Source | undefined) {
  const { getValue, setValue } = useFormScope();
  const given = useRef('');
  const title = source?.title ?? '';
  const take = (next: string) => {
    const written = getValue('title');
    if (written === '' || written === given.current) setValue('title', next);
    given.current = next;
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (title !== given.current) latest.current(title);
  }, [title]);
}

interface CopyChoiceProps {
  kind: KindSlug;
  isCopy: boolean;
  onChange: (isCopy: boolean) => void;
}

/** Whether the new project begins empty, or with what one of one's own says. */
export function CopyChoice({ kind, isCopy, onChange }: CopyChoiceProps) {
  const { setValue } = useFormScope();
  const { chosen, isUnknown, hasNone, options, nothingFound, search } = useSources(kind);
  useSourceTitle(chosen);
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Cómo empiezas"
        value={isCopy ? 'copy' : 'blank'}
        onChange={value => {
          onChange(value === 'copy');
          if (value === 'blank') setValue('copyOf', null);
        }}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="blank" label="En blanco" />
          <Radio
            value="copy"
            label="Copia de un proyecto mío"
            disabled={hasNone && !isCopy}
            description={hasNone ? 'Todavía no hay ninguno de este tipo.' : undefined}
          />
        </Stack>
      </Radio.Group>
      {isCopy && (
        <SelectField
          name="copyOf"
          label="Proyecto que copias"
          description="Se copia lo escrito en sus secciones, menos convocatoria, fechas, cifras logradas, consentimientos, enlaces y archivos."
          options={options}
          onSearch={search}
          nothingFound={nothingFound}
          required
        />
      )}
      {isCopy && isUnknown && (
        <Text size="sm" c="red" role="alert">
          Ese proyecto no se puede copiar: no es tuyo o es de otro tipo. Elige otro.
        </Text>
      )}
    </Stack>
  );
}
