import { Button, Switch } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { z } from 'zod';
import { CERTIFICATE_RULES } from '../../../../domain/certificates/rules.ts';
import { labelIn } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { useRead } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { paths } from '../../../../web/routing/paths.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataList } from '../../../../web/table/data-list.tsx';
import { SelectFilter, useFilter } from '../../../../web/table/filters.tsx';
import { useListState } from '../../../../web/table/list-state.ts';
import { listKinds } from '../../../kinds/contract.ts';
import { SchoolFilter } from '../../../options/ui/filters.tsx';
import { type ClosedProject, listClosedProjects } from '../../issuing/contract.ts';
import { shareWords } from '../looks.tsx';
import { nothingLeft } from './issued.tsx';

const IssueDialog = lazyPart(() => import('./issue-dialog.tsx'), 'IssueDialog');

const COLUMNS: Column<ClosedProject>[] = [
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '9rem' },
  { key: 'title', title: 'Título', value: r => r.title, sort: 'title', lines: 2 },
  { key: 'school', title: 'Escuela', value: r => r.school },
  { key: 'closedOn', title: 'Cerrado', value: r => formatDay(r.closedOn), sort: 'closedOn', width: '8rem' },
  {
    key: 'rule',
    title: 'Certificados de su tipo',
    value: r => labelIn(CERTIFICATE_RULES, r.rule),
    optional: true,
  },
  { key: 'issued', title: 'Con certificado', value: shareWords, align: 'right', width: '9rem' },
];

const MISSING = ['missing'];
const YEARS = 15;
const yearOptions = () => {
  const now = new Date().getFullYear();
  return Array.from({ length: YEARS }, (_, n) => String(now - n)).map(year => ({ value: year, label: year }));
};

/** On unless the address says otherwise: what is there to do comes first. */
function MissingFilter() {
  const { value, set } = useFilter('missing');
  return (
    <Switch
      label="Solo los que faltan"
      checked={value !== 'false'}
      onChange={event => set(event.currentTarget.checked ? null : 'false')}
    />
  );
}

function Filters() {
  const { data: kinds = [] } = useRead(listKinds);
  return (
    <>
      <SelectFilter
        name="kind"
        label="Tipo"
        options={kinds.map(({ definition: { slug, label } }) => ({ value: slug, label }))}
      />
      <SchoolFilter />
      <SelectFilter name="year" label="Año de cierre" options={yearOptions()} />
      <MissingFilter />
    </>
  );
}

const GROUPS = [
  { value: 'kind', label: 'Tipo' },
  { value: 'school', label: 'Escuela' },
  { value: 'year', label: 'Año de cierre' },
];

/** Closed projects, of which those chosen are issued what is missing. */
export function ClosedProjects() {
  const list = useListState(listClosedProjects.query as z.ZodObject, MISSING);
  const [choice, setChoice] = useState<{ rows: readonly ClosedProject[]; clear: () => void } | null>(null);
  const isMissing = list.query.missing !== 'false';
  return (
    <>
      <DataList
        title="Proyectos cerrados"
        endpoint={listClosedProjects}
        fixed={{ missing: String(isMissing) }}
        choosing={MISSING}
        columns={COLUMNS}
        groups={GROUPS}
        filters={<Filters />}
        href={row => paths.project(row.kind, row.id, { tab: 'certificates' })}
        notSelectable={nothingLeft}
        empty={
          isMissing
            ? {
                title: 'No falta emitir ninguno',
                text: 'Todas las personas de los proyectos cerrados tienen su certificado.',
                action: (
                  <Button variant="default" onClick={() => void list.set({ missing: 'false' })}>
                    Ver todos los cerrados
                  </Button>
                ),
              }
            : {
                title: 'Todavía no hay proyectos cerrados',
                text: 'Cuando la oficina acepte un informe final, el proyecto aparece aquí.',
              }
        }
        bulk={(rows, clear) => (
          <Button size="compact-sm" onClick={() => setChoice({ rows, clear })}>
            Emitir…
          </Button>
        )}
      />
      <Suspense>
        {choice && (
          <IssueDialog
            projects={choice.rows}
            onClose={issued => {
              if (issued) choice.clear();
              setChoice(null);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
