import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { isUndone } from '../../../domain/imports/import-states.ts';
import { type ImportNoun, isExecution } from '../../../domain/imports/nouns.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { download } from '../../../web/api.ts';
import { useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { useWrite } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { useSaving } from '../../../web/use-saving.ts';
import { type Import, importReport, undoImport } from '../contract.ts';
import type { Flow } from './use-import.tsx';

const HOMES: Record<ImportNoun, () => string> = {
  faculties: paths.faculties,
  schools: paths.schools,
  careers: paths.careers,
  courses: paths.courses,
  offerings: paths.offerings,
  users: paths.users,
  organisations: paths.partners,
  projects: () => paths.projects({ historic: true }),
  // They stand in the projects that they are of.
  activities: () => paths.projects({ historic: true }),
  indicators: () => paths.projects({ historic: true }),
};

export function ReportButton({ seen }: { seen: Import }) {
  const { saving, save } = useSaving();
  return (
    <Button
      variant="default"
      loading={saving}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save(() => download(importReport, { params: { id: seen.id } }))}
    >
      Descargar informe
    </Button>
  );
}

function UndoButton({ seen }: { seen: Import }) {
  const [asking, setAsking] = useState(false);
  const undo = useWrite(undoImport);
  const readAgain = useReadAgain();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Deshacer importación
      </Button>
      <ConfirmDialog
        open={asking}
        title="¿Deshacer toda la importación?"
        confirm="Deshacer importación"
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await undo.mutateAsync({ params: { id: seen.id } });
          setAsking(false);
          await readAgain();
        }}
      >
        Se elimina lo creado y lo cambiado vuelve a como estaba. Si algo ya se usa o cambió después, no se
        deshace nada y se indica el motivo.
      </ConfirmDialog>
    </>
  );
}

/** How far it is; the work goes on whoever looks. */
export function Applying({ seen }: { seen: Import }) {
  const percent = Math.round((100 * seen.progress) / Math.max(1, seen.total));
  return (
    <Stack gap="xs" maw={640} role="status">
      <Text>
        Importando {seen.fileName}: {formatNumber(percent)} %
      </Text>
      <Progress value={percent} animated aria-label="Avance de la importación" />
      <Text size="sm" c="dimmed">
        Puedes cerrar esta página: la importación sigue y aquí queda su resultado.
      </Text>
    </Stack>
  );
}

function linesOf({ counts, newSchools, faculty }: Import, ending: string): string[] {
  const wrong = counts.wrong ?? 0;
  return [
    `Nuev${ending}s: ${formatNumber(counts.new ?? 0)}`,
    `Cambiad${ending}s: ${formatNumber(counts.changed ?? 0)}`,
    `Iguales: ${formatNumber(counts.unchanged ?? 0)}`,
    ...(wrong > 0 ? [`Con error, sin importar: ${formatNumber(wrong)}`] : []),
    ...(newSchools.length > 0 && faculty
      ? [`Escuelas creadas en «${faculty}»: ${newSchools.join(', ')}`]
      : []),
  ];
}

function homeLabel({ noun, kind: { many, ending } }: Flow): string {
  return isExecution(noun) ? 'Ver los proyectos históricos' : `Ver ${ending === 'a' ? 'las' : 'los'} ${many}`;
}

/** What was written, the report of it, and the way back. */
export function Done({ flow, seen }: { flow: Flow; seen: Import }) {
  const undone = isUndone(seen);
  const { ending } = flow.kind;
  return (
    <Stack gap="md" maw={720}>
      <Alert
        color={undone ? 'gray' : 'green'}
        role="status"
        title={undone ? 'La importación se deshizo' : 'La importación terminó'}
      >
        {undone ? (
          'Todo quedó como antes de la importación.'
        ) : (
          <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
            {linesOf(seen, ending).map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Alert>
      <Group gap="xs">
        <LinkButton href={HOMES[flow.noun]()}>{homeLabel(flow)}</LinkButton>
        {flow.noun === 'organisations' && (
          <LinkButton variant="default" href={paths.importInto('projects')}>
            Seguir con los proyectos históricos
          </LinkButton>
        )}
        <ReportButton seen={seen} />
        {!undone && <UndoButton seen={seen} />}
        <Button variant="default" onClick={flow.reset}>
          Importar otro archivo
        </Button>
      </Group>
    </Stack>
  );
}
