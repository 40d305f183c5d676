import { Button, Group } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataList } from '../../../../web/table/data-list.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { LinkButton, TextLink } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { getRetention } from '../../../privacy/retention/contract.ts';
import { dismissMiss, listMisses, type SearchMiss } from '../../misses/contract.ts';

const TITLE = 'Búsquedas sin resultado';

const COLUMNS: Column<SearchMiss>[] = [
  { key: 'words', title: 'Palabras', value: r => r.words, sort: 'words' },
  { key: 'times', title: 'Veces', value: r => r.times, sort: 'times', align: 'right', width: '6rem' },
  {
    key: 'firstOn',
    title: 'Primera vez',
    value: r => formatDay(r.firstOn),
    sort: 'firstOn',
    width: '8rem',
  },
  { key: 'lastOn', title: 'Última vez', value: r => formatDay(r.lastOn), sort: 'lastOn', width: '8rem' },
];

/** What of persons is kept, and for how long. */
function Privacy() {
  const { data } = useRead(getRetention, {});
  return (
    <>
      No se guarda quién buscó ni a qué hora, y no se anotan correos, números largos ni nombres de personas
      registradas.{' '}
      {data && `Se olvidan a los ${formatCount(data.missMonths, 'mes', 'meses')} de la última vez.`}{' '}
      <TextLink href={paths.settings({ part: 'retention' })} underline="always">
        Cambiar el plazo
      </TextLink>
    </>
  );
}

/** The words in the list of projects, and off this list. */
function Actions({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <LinkButton
        size="compact-sm"
        variant="subtle"
        leftSection={<IconSearch size={14} aria-hidden />}
        href={paths.projects({ q: words })}
        aria-label={`Buscar ${words} en proyectos`}
      >
        Buscar
      </LinkButton>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={onRemove}
        aria-label={`Quitar ${words}`}
      >
        Quitar
      </Button>
    </Group>
  );
}

/** What people looked for and nobody found: words the university lacks, or calls by another name. */
export function MissesPage() {
  const [removing, setRemoving] = useState({ words: '', open: false });
  const close = () => setRemoving({ ...removing, open: false });
  const dismiss = useWrite(dismissMiss, [listMisses]);
  const remove = async (words: string) => {
    await dismiss.mutateAsync({ body: { words } });
    toasts.success(asHtml(`«${words}» ya no está en la lista.`));
    close();
  };
  const columns: Column<SearchMiss>[] = [
    ...COLUMNS,
    {
      key: 'actions',
      title: 'Acciones',
      value: () => '',
      render: ({ words }) => <Actions words={words} onRemove={() => setRemoving({ words, open: true })} />,
      width: '12rem',
    },
  ];
  return (
    <>
      <PageHeader title={TITLE} text={<Privacy />} />
      <DataList
        title={TITLE}
        endpoint={listMisses}
        columns={columns}
        empty={{
          title: 'Nadie ha buscado en vano',
          text: 'Aquí aparecen las palabras que alguien buscó sin encontrar nada. Sirven para ver qué falta en la plataforma o se llama de otra manera. Nunca dicen quién buscó.',
        }}
      />
      <ConfirmDialog
        open={removing.open}
        title={`Quitar «${removing.words}»`}
        confirm="Quitar de la lista"
        destructive
        onConfirm={() => remove(removing.words)}
        onCancel={close}
      >
        Se olvida cuántas veces se buscó. Si alguien lo vuelve a buscar sin encontrar nada, vuelve a aparecer.
      </ConfirmDialog>
    </>
  );
}
