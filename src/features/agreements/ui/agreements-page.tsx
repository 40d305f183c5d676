import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { z } from 'zod';
import { AGREEMENT_STATES, LACKS } from '../../../domain/catalogues/agreements.ts';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { changedColumn } from '../../../web/catalogue/state.tsx';
import { useOpenRow } from '../../../web/catalogue/use-open-row.tsx';
import { useSessionUser } from '../../../web/storage.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { OptionFilter } from '../../options/ui/option-filter.tsx';
import { type Agreement, agreements, agreementsQuery } from '../contract.ts';
import { AgreementDrawer } from './agreement-drawer.tsx';
import { AgreementPill, kindLabel, Lacking, lackWords, periodOf, stateLabel } from './looks.tsx';

const COLUMNS: Column<Agreement>[] = [
  { key: 'number', title: 'Número', value: r => r.number, sort: 'number', width: '9rem' },
  {
    key: 'organisation',
    title: 'Organización',
    value: r => r.organisation.name,
    sort: 'organisation',
    lines: 2,
    width: '12rem',
  },
  { key: 'kind', title: 'Tipo', value: kindLabel, width: '8rem' },
  { key: 'subject', title: 'Asunto', value: r => r.subject, optional: true, lines: 2 },
  { key: 'school', title: 'Escuela', value: r => r.school?.name, optional: true },
  { key: 'period', title: 'Vigencia', value: periodOf, sort: 'endsOn', width: '14rem' },
  {
    key: 'state',
    title: 'Estado',
    value: r => stateLabel(r.state),
    render: r => <AgreementPill state={r.state} />,
    width: '9rem',
  },
  {
    key: 'lacks',
    title: 'Le falta',
    value: lackWords,
    render: r => <Lacking agreement={r} />,
    lines: 2,
    width: '14rem',
  },
  { ...changedColumn, optional: true },
];

const STATES = [...AGREEMENT_STATES, { value: 'open', label: 'Todos menos los vencidos' }];
const LACKING = [...LACKS, { value: 'any', label: 'Algo de lo anterior' }];

const GROUPS = [
  { value: 'state', label: 'Estado' },
  { value: 'organisation', label: 'Organización' },
];

/** Agreements with partners: all for the office, which keeps them, those with own partners for others. */
export function AgreementsPage() {
  const user = useSessionUser();
  const mayManage = user !== null && isAdmin(user);
  const list = useListState(agreementsQuery as z.ZodObject);
  const open = typeof list.values.open === 'string' ? list.values.open : undefined;
  const close = () => void list.set({ open: null });
  const row = useOpenRow<Agreement>(agreements.get, open, close);
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void list.set({ open: 'new' })}>
      Nuevo convenio
    </Button>
  );
  return (
    <>
      <PageHeader title="Convenios" actions={add} />
      <DataList
        title="Convenios"
        endpoint={agreements.list}
        columns={COLUMNS}
        groups={GROUPS}
        filters={
          <>
            <SelectFilter name="state" label="Estado" options={STATES} />
            <SelectFilter name="lack" label="Le falta" options={LACKING} />
            <OptionFilter name="organisation" label="Organización" noun="organisation" />
          </>
        }
        onOpen={opened => void list.set({ open: opened.id })}
        empty={
          mayManage
            ? {
                title: 'Todavía no hay convenios',
                text: 'Registra el primero: la oficina recibe un aviso 90 días antes de que venza.',
                action: add,
              }
            : {
                title: 'No hay convenios que puedas ver',
                text: 'Aquí aparecen los que la oficina registra con socios de tus proyectos o de tu unidad.',
              }
        }
      />
      {open === 'new' && mayManage && <AgreementDrawer row={null} mayManage onClose={close} />}
      {row && <AgreementDrawer row={row} mayManage={mayManage} onClose={close} />}
    </>
  );
}
