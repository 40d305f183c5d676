import { Alert, Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { changedLine } from '../../../web/catalogue/state.tsx';
import { ReadFailure } from '../../../web/layout/page-states.tsx';
import { messageOf, ProblemError } from '../../../web/problem-error.ts';
import { useRead, useWrite } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useOnce } from '../../../web/routing/use-once.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { LinkButton, useGo } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { activateInstruments, getVersions, type Instrument, instruments } from '../contract.ts';
import { ManagedVersions, ReadVersions } from './versions.tsx';

const InstrumentDrawer = lazyPart(() => import('./instrument-drawer.tsx'), 'InstrumentDrawer');

/** The instrument of the address with its versions; leads to the list when it was deleted from here. */
function useInstrument() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const row = useRead(instruments.get, { params: { id } });
  const versions = useRead(getVersions, { params: { id } });
  const go = useGo();
  usePageTitle(row.data?.name);
  const isGone =
    row.data !== undefined && row.error instanceof ProblemError && row.error.code === 'not_found';
  useEffect(() => {
    if (isGone) go(paths.instruments(), { replace: true });
  }, [isGone, go]);
  const known = row.data && versions.data && !isGone ? { row: row.data, versions: versions.data } : undefined;
  return {
    data: known,
    error: known || isGone ? null : (row.error ?? versions.error),
    retry: () => void Promise.all([row.refetch(), versions.refetch()]),
  };
}

/** Takes it out of use and back; the toast undoes it. */
function useActivation({ id, name }: Instrument) {
  const write = useWrite(activateInstruments);
  const readAgain = useReadAgain();
  const set = async (value: boolean): Promise<void> => {
    try {
      const { rows } = await write.mutateAsync({ body: { rows: [{ id, value }] } });
      const refused = rows[0]?.refused;
      if (refused) return void toasts.error(asHtml(refused));
      toasts.success(`«${asHtml(name)}» quedó ${value ? 'activo' : 'inactivo'}.`, {
        label: 'Deshacer',
        run: () => void set(!value),
      });
      await readAgain();
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    }
  };
  return { busy: write.isPending, set };
}

function Actions({ row, mayManage }: { row: Instrument; mayManage: boolean }) {
  const [isEditing, setEditing] = useState(false);
  const wasEditing = useOnce(isEditing);
  const { busy, set } = useActivation(row);
  return (
    <>
      {row.waves > 0 && (
        <LinkButton href={paths.surveySeries(row.id)} variant="default">
          Resultados por año
        </LinkButton>
      )}
      {mayManage && (
        <>
          <Button variant="default" loading={busy} onClick={() => void set(!row.active)}>
            {row.active ? 'Desactivar' : 'Reactivar'}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Editar datos
          </Button>
        </>
      )}
      {wasEditing && isEditing && (
        <Suspense>
          <InstrumentDrawer row={row} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** An instrument: what it is for, and its questions by version. The office writes those that are sent next. */
export function InstrumentPage() {
  const { data, error, retry } = useInstrument();
  const user = useSessionUser();
  const mayManage = user !== null && isAdmin(user);
  if (error) return <ReadFailure error={error} onRetry={retry} />;
  if (!data) return <Skeleton h={480} aria-busy />;
  const { row, versions } = data;
  return (
    <>
      <PageHeader
        title={row.name}
        text={
          <>
            {row.purpose && <div style={{ whiteSpace: 'pre-line' }}>{row.purpose}</div>}
            <div>{changedLine(versions)}</div>
          </>
        }
        actions={<Actions row={row} mayManage={mayManage} />}
      />
      {!row.active && (
        <Alert color="orange" mb="sm">
          Este instrumento está inactivo: no se ofrece para encuestas nuevas.
        </Alert>
      )}
      {mayManage ? (
        <ManagedVersions key={row.id} id={row.id} stored={versions} />
      ) : (
        <ReadVersions stored={versions} />
      )}
    </>
  );
}
