import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Suspense, useId, useState } from 'react';
import { isGap } from '../../../domain/accreditation/matrix.ts';
import { gapWords } from '../../../domain/accreditation/pack-index.ts';
import { SCOPES } from '../../../domain/figures/scopes.ts';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { yearSpan } from '../../../domain/kit/periods.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { changedLine } from '../../../web/catalogue/state.tsx';
import { ReadFailure } from '../../../web/layout/page-states.tsx';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { Filters } from '../../../web/table/toolbar/filter-row.tsx';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { DownloadList } from '../../downloads/ui/download-list.tsx';
import { YearsFilter } from '../../options/ui/years-filter.tsx';
import { FacultyFilter, SchoolFilter } from '../../projects/ui/list/filter-parts.tsx';
import { getCriteria, type Matrix, matrices, type StoredCriteria } from '../contract.ts';
import { CriterionCard } from './criteria/coverage.tsx';
import { useCriteria } from './criteria/use-criteria.tsx';
import classes from './matrix.module.css';
import { type Pack, usePack } from './use-pack.tsx';

const MatrixDrawer = lazyPart(() => import('./matrix-drawer.tsx'), 'MatrixDrawer');
const CriterionDrawer = lazyPart(() => import('./criteria/criterion-drawer.tsx'), 'CriterionDrawer');

const Choice = ({ list }: Pick<Pack, 'list'>) => (
  <Group gap="xs">
    <Filters list={list} columns={[]}>
      <YearsFilter />
      <FacultyFilter />
      <SchoolFilter />
    </Filters>
  </Group>
);

/** Of what the pack would be, and what nothing shows. */
function Summary({ pack, stored }: { pack: Pack; stored: StoredCriteria }) {
  const { from, to, isSpan, answer, ask, asking, figures } = pack;
  const { data, error, refetch } = answer;
  if (!isSpan)
    return (
      <Alert color="orange" role="alert">
        El primer año es posterior al último: cambia uno de los dos.
      </Alert>
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const statements = stored.criteria.flatMap(c => c.statements);
  const gaps = statements.filter(s => isGap(s, data.found)).length;
  return (
    <>
      <Text size="sm" fw={600} className="figures" role="status">
        {yearSpan(from, to)} · {SCOPES[data.scope]} · {formatCount(data.projects, 'proyecto', 'proyectos')}
        {statements.length > 0 && ` · ${gapWords(gaps)}`}
      </Text>
      <Group gap="xs">
        <ActionButton
          loading={asking}
          reason={statements.length === 0 ? 'La matriz todavía no tiene enunciados.' : null}
          onClick={() => void ask()}
        >
          Preparar paquete
        </ActionButton>
        <LinkButton variant="subtle" href={figures}>
          Ver las cifras
        </LinkButton>
      </Group>
    </>
  );
}

interface CriteriaProps {
  id: string;
  stored: StoredCriteria;
  pack: Pack;
  mayManage: boolean;
}

function CriteriaPart({ id, stored, pack, mayManage }: CriteriaProps) {
  const criteria = useCriteria(id, stored);
  const [open, setOpen] = useState<string | null>(null);
  const all = stored.criteria;
  const add = mayManage && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      Agregar criterio
    </Button>
  );
  const close = () => {
    criteria.clear();
    setOpen(null);
  };
  return (
    <Stack gap="sm" mt="md">
      {all.map((criterion, n) => (
        <CriterionCard
          key={criterion.key}
          criterion={criterion}
          place={n + 1}
          of={all.length}
          found={pack.answer.data?.found}
          tools={
            mayManage
              ? {
                  onEdit: () => setOpen(criterion.key),
                  onMove: by => void criteria.move(n, by),
                  onRemove: () => void criteria.remove(criterion),
                }
              : null
          }
        />
      ))}
      {all.length === 0 ? (
        <EmptyState
          title="Todavía no hay criterios"
          text={
            mayManage
              ? 'Escribe los de quien acredita, con sus enunciados y con qué se muestra cada uno.'
              : 'La oficina escribe los de quien acredita, con qué se muestra cada uno.'
          }
          {...(add && { action: add })}
        />
      ) : (
        add && <div>{add}</div>
      )}
      {open !== null && (
        <Suspense>
          <CriterionDrawer
            key={open}
            row={all.find(c => c.key === open) ?? null}
            criteria={criteria}
            onClose={close}
          />
        </Suspense>
      )}
    </Stack>
  );
}

function Content({ row, stored }: { row: Matrix; stored: StoredCriteria }) {
  const user = useSessionUser();
  const mayManage = user !== null && isAdmin(user);
  const pack = usePack(row.id);
  const [isEditing, setEditing] = useState(false);
  const heading = useId();
  return (
    <>
      <PageHeader
        title={row.name}
        text={
          <>
            {row.origin && <div className={classes.origin}>{row.origin}</div>}
            <div>{changedLine(stored)}</div>
          </>
        }
        actions={
          mayManage && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Editar datos
            </Button>
          )
        }
      />
      {!row.active && (
        <Alert color="orange" mb="sm">
          Esta matriz está inactiva.
        </Alert>
      )}
      <div className={classes.pack}>
        <Choice list={pack.list} />
        <Summary pack={pack} stored={stored} />
      </div>
      <section aria-labelledby={heading} className={classes.downloads}>
        <h2 id={heading}>Tus descargas</h2>
        <DownloadList />
      </section>
      <CriteriaPart id={row.id} stored={stored} pack={pack} mayManage={mayManage} />
      {isEditing && (
        <Suspense>
          <MatrixDrawer row={row} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A matrix: what shows each of its statements in a unit and its years, and the pack of it. */
export function MatrixPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const row = useRead(matrices.get, { params: { id } });
  const stored = useRead(getCriteria, { params: { id } });
  usePageTitle(row.data?.name);
  const retry = () => void Promise.all([row.refetch(), stored.refetch()]);
  if (row.data && stored.data) return <Content row={row.data} stored={stored.data} />;
  const error = row.error ?? stored.error;
  if (error) return <ReadFailure error={error} onRetry={retry} />;
  return <Skeleton h={480} aria-busy />;
}
