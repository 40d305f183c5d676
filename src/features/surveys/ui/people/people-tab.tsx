import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { isCounted, isOpen, isOver } from '../../../../domain/surveys/waves.ts';
import { useRead } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { Pager } from '../../../../web/table/paging/pager.tsx';
import { useSearchedPage } from '../../../../web/table/paging/use-searched-page.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import type { Wave } from '../../contract.ts';
import { listInvitations } from '../../invitations/contract.ts';
import classes from '../surveys.module.css';
import { InvitationList } from './invitation-list.tsx';

// Fetched when first opened.
const CandidatesDialog = lazyPart(() => import('./candidates-dialog.tsx'), 'CandidatesDialog');
const PasteDialog = lazyPart(() => import('./paste-dialog.tsx'), 'PasteDialog');

/** People on one page of the list. */
const AT_ONCE = 50;

/** Who is asked by name, and the ways to add them; for who manages the survey. */
export function PeopleTab({ wave }: { wave: Wave }) {
  const { typed, type, q, page, setPage, lastOf, query } = useSearchedPage(AT_ONCE);
  const { data, error, refetch } = useRead(
    listInvitations,
    { params: { id: wave.id }, query },
    { keepPrevious: true },
  );
  const last = lastOf(data?.total);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={160} aria-busy />;
  const mayEdit = !isOver(wave.state);
  const isNarrowed = q !== '' || typed !== '';
  return (
    <>
      {wave.anonymous && (
        <p className={classes.quiet}>
          Es anónima: aquí no se ve quién respondió, y al contar las respuestas la lista se borra.
        </p>
      )}
      {isOpen(wave.state) && (
        <p className={classes.quiet}>A quien agregues ahora se le escribe de inmediato.</p>
      )}
      {mayEdit && <Ways wave={wave} />}
      {data.total === 0 && !isNarrowed ? (
        <NobodyYet wave={wave} mayEdit={mayEdit} />
      ) : (
        <>
          <TextInput
            size="xs"
            my="xs"
            maw="20rem"
            aria-label="Buscar en la lista"
            placeholder="Nombre o correo"
            value={typed}
            onChange={event => type(event.currentTarget.value)}
          />
          <InvitationList wave={wave} rows={data.rows} mayEdit={mayEdit} />
          <Pager page={page} last={last} onPage={setPage} />
        </>
      )}
    </>
  );
}

function NobodyYet({ wave, mayEdit }: { wave: Wave; mayEdit: boolean }) {
  if (mayEdit)
    return (
      <EmptyState
        headingLevel={3}
        title="Todavía no hay nadie en la lista"
        text="Agrega a quienes el proyecto ya conoce o pega una lista con nombres y correos. Cada persona recibe un enlace personal."
      />
    );
  const wasForgotten = wave.anonymous && isCounted(wave.state);
  return (
    <EmptyState
      headingLevel={3}
      title={wasForgotten ? 'La lista se borró' : 'No se invitó a nadie por correo'}
      text={
        wasForgotten
          ? 'Como la encuesta es anónima, se borró al contar las respuestas; quedan las cantidades.'
          : 'Se respondió solo con el código en sala.'
      }
    />
  );
}

function Ways({ wave }: { wave: Wave }) {
  const [way, setWay] = useState<'known' | 'paste' | null>(null);
  const close = () => setWay(null);
  return (
    <>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setWay('known')}>
          Agregar de los conocidos
        </Button>
        <Button size="xs" variant="default" onClick={() => setWay('paste')}>
          Pegar lista
        </Button>
      </Group>
      <Suspense>
        {way === 'known' && <CandidatesDialog wave={wave} onClose={close} />}
        {way === 'paste' && <PasteDialog wave={wave} onClose={close} />}
      </Suspense>
    </>
  );
}
