import { Anchor, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { cataloguePath } from '../../../../domain/publishing/addresses.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { newerThan } from '../../../../web/form/autosave/saved-form.tsx';
import { messageOf, refusalInWords } from '../../../../web/problem-error.ts';
import { outdate, useRead } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { getPublicPages, savePublicPages } from '../../contract.ts';

interface FormProps {
  onSaved: () => void;
}

/** Whether the institution shows its catalogue to anybody, and how much that is. */
export function PublicPagesForm({ onSaved }: FormProps) {
  const { data, error, refetch } = useRead(getPublicPages, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="8rem" />;
  return <CatalogueSwitch pages={data} onSaved={onSaved} />;
}

interface SwitchProps extends FormProps {
  pages: OutputOf<typeof getPublicPages>;
}

function useCatalogueSwitch({ pages: { updatedAt }, onSaved }: SwitchProps) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Throws what the server says against it. */
  const save = async (catalogue: boolean) => {
    setProblem(null);
    setWanted(catalogue);
    try {
      await request(savePublicPages, { body: { catalogue, updatedAt } });
      toasts.success(catalogue ? 'El catálogo público se muestra.' : 'El catálogo público ya no se muestra.');
      onSaved();
    } catch (error) {
      if (!newerThan(error)) throw error;
      throw refusalInWords('Otra persona lo cambió mientras tanto. Mira cómo quedó y decide de nuevo.');
    } finally {
      await outdate(client, getPublicPages);
      setWanted(null);
    }
  };
  const show = () => void save(true).catch(error => setProblem(messageOf(error)));
  return { wanted, problem, save, show };
}

function CatalogueSwitch({ pages, onSaved }: SwitchProps) {
  const { catalogue, projects, calls, updatedAt, updatedBy } = pages;
  const [asking, setAsking] = useState(false);
  const { wanted, problem, save, show } = useCatalogueSwitch({ pages, onSaved });
  const hide = async () => {
    await save(false);
    setAsking(false);
  };
  return (
    <Stack gap="sm">
      <Switch
        label="Mostrar el catálogo público de proyectos"
        description="Cualquiera ve los proyectos que consintieron en ello. Se guarda de inmediato."
        checked={wanted ?? catalogue}
        error={problem}
        onChange={() => {
          if (wanted === null) catalogue ? setAsking(true) : show();
        }}
      />
      <Text size="sm">
        Ahora son públicos {formatCount(projects, 'proyecto', 'proyectos')} y los resultados de{' '}
        {formatCount(calls, 'convocatoria', 'convocatorias')}.
      </Text>
      {catalogue && (
        <Anchor size="sm" href={cataloguePath()} target="_blank" rel="noreferrer">
          Ver el catálogo público<span className="visually-hidden"> (se abre en otra pestaña)</span>
        </Anchor>
      )}
      {updatedBy && (
        <Text size="sm" c="dimmed">
          Último cambio: {updatedBy}, {formatInstant(updatedAt)}
        </Text>
      )}
      <ConfirmDialog
        open={asking}
        title="Dejar de mostrar el catálogo"
        confirm="Dejar de mostrar"
        destructive
        onConfirm={hide}
        onCancel={() => setAsking(false)}
      >
        Dejan de verse de inmediato el catálogo, las páginas de los proyectos con sus fotos y el mapa del
        sitio para buscadores. Los resultados de convocatorias se siguen viendo. Lo que cada proyecto decidió
        se conserva para cuando lo vuelvas a mostrar.
      </ConfirmDialog>
    </Stack>
  );
}
