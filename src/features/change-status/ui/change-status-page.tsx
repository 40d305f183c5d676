import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { listKinds } from '../../kinds/contract.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import { listProjects, projectsQuery } from '../../projects/contract.ts';
import { PROJECT_GROUPINGS, projectColumns } from '../../projects/ui/list/project-columns.tsx';
import { ProjectFilters } from '../../projects/ui/list/project-filters.tsx';
import { chosenProjects } from '../contract.ts';
import { BatchesDialog, RECENT } from './batches-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';

interface Choice {
  rows: readonly ProjectRow[];
  clear: () => void;
}

/** The office moves projects to another status; what is found, sorted, shown and chosen lives in the address. */
export function ChangeStatusPage() {
  const list = useListState(projectsQuery);
  const { data: kinds = [] } = useRead(listKinds);
  const labels = new Map<string, string>(kinds.map(k => [k.definition.slug, k.definition.label]));
  const [choice, setChoice] = useState<Choice | null>(null);
  const { open } = list.values;
  return (
    <>
      <PageHeader
        title="Cambiar estado"
        text="Elige proyectos, mira qué pasará con cada uno y cámbialos con un motivo. Puedes deshacerlo durante 24 horas."
        actions={
          <Button
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => list.set({ open: RECENT })}
          >
            Cambios recientes
          </Button>
        }
      />
      <DataList
        title="Proyectos"
        endpoint={listProjects}
        columns={projectColumns(slug => labels.get(slug) ?? slug)}
        groups={PROJECT_GROUPINGS}
        filters={<ProjectFilters />}
        href={row => paths.project(row.kind, row.id)}
        empty={{ title: 'Todavía no hay proyectos', text: 'Cuando alguien cree uno, lo verás aquí.' }}
        findRows={ids => request(chosenProjects, { body: { ids: [...ids] } })}
        bulk={(rows, clear) => (
          <Button size="compact-sm" onClick={() => setChoice({ rows, clear })}>
            Cambiar estado…
          </Button>
        )}
      />
      {choice && (
        <ChangeDialog
          projects={choice.rows}
          onClose={changed => {
            if (changed) choice.clear();
            setChoice(null);
          }}
        />
      )}
      {typeof open === 'string' && open !== '' && (
        <BatchesDialog open={open} onClose={() => list.set({ open: null })} />
      )}
    </>
  );
}
