import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { createElement, Fragment, useState } from 'react';
import { isUndone } from '../../../domain/imports/import-states.ts';
import { type ImportNoun, isExecution } from '../../../domain/imports/nouns.ts';
import { obstaclesSchema, type Piece, type Place } from '../../../domain/imports/obstacles.ts';
import { formatCount, formatNumber } from '../../../domain/text/format.ts';
import { download } from '../../../web/api.ts';
import { useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { ProblemError } from '../../../web/problem-error.ts';
import { useWrite } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { LinkButton, TextLink } from '../../../web/ui/link.tsx';
import { useSaving } from '../../../web/use-saving.ts';
import { type Import, importReport, undoImport } from '../../imports/contract.ts';
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

const hrefOf = (place: Place): string => {
  if (place.of === 'projects') return paths.project(place.kind, place.id);
  if (place.of === 'imports') return paths.importInto(place.noun, { import: place.id });
  return place.of === 'organisations' ? paths.partner(place.id) : paths[place.of]({ open: place.id });
};

const show = ({ text, place }: Piece) =>
  place ? (
    <TextLink inherit underline="always" href={hrefOf(place)}>
      {text}
    </TextLink>
  ) : (
    text
  );

/** What stands in the way of an undo, each name a link to where it is. */
function Obstacles({ obstacles }: { obstacles: Piece[][] }) {
  return (
    <Alert color="red" role="alert" title="No se puede deshacer">
      <Stack gap="xs">
        {obstacles.map(pieces => (
          // One child each rather than a list of them: the same name may come twice.
          <Text key={pieces.map(each => each.text).join('')} size="sm">
            {createElement(Fragment, null, ...pieces.map(show))}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

interface UndoProps {
  seen: Import;
  onRefused: (obstacles: Piece[][] | null) => void;
}

function UndoButton({ seen, onRefused }: UndoProps) {
  const [asking, setAsking] = useState(false);
  const undo = useWrite(undoImport);
  const readAgain = useReadAgain();
  const confirm = async () => {
    onRefused(null);
    try {
      await undo.mutateAsync({ params: { id: seen.id } });
    } catch (error) {
      const refused = obstaclesSchema.safeParse(error instanceof ProblemError ? error.extra : null);
      if (!refused.success) throw error;
      // Beside the page it can be read, and followed, for as long as it takes.
      onRefused(refused.data.obstacles);
    }
    setAsking(false);
    await readAgain();
  };
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
        onConfirm={confirm}
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

function linesOf({ counts, newUnits, faculty }: Import, ending: string): string[] {
  const wrong = counts.wrong ?? 0;
  const namesOf = (kind: Import['newUnits'][number]['kind']) =>
    newUnits.filter(unit => unit.kind === kind).map(unit => unit.name);
  const [faculties, schools, organisations] = [
    namesOf('faculty'),
    namesOf('school'),
    namesOf('organisation'),
  ];
  return [
    `Nuev${ending}s: ${formatNumber(counts.new ?? 0)}`,
    `Cambiad${ending}s: ${formatNumber(counts.changed ?? 0)}`,
    `Iguales: ${formatNumber(counts.unchanged ?? 0)}`,
    ...(wrong > 0 ? [`Con error, sin importar: ${formatNumber(wrong)}`] : []),
    ...(faculties.length > 0 ? [`Facultades creadas: ${faculties.join(', ')}`] : []),
    ...(schools.length > 0
      ? [
          `Escuelas creadas${faculty && faculties.length === 0 ? ` en «${faculty}»` : ''}: ${schools.join(', ')}`,
        ]
      : []),
    ...(organisations.length > 0 ? [`Organizaciones creadas: ${organisations.join(', ')}`] : []),
  ];
}

function homeLabel({ noun, kind: { many, ending } }: Flow): string {
  return isExecution(noun) ? 'Ver los proyectos históricos' : `Ver ${ending === 'a' ? 'las' : 'los'} ${many}`;
}

/** What there is today of what was undone. */
function Aftermath({ flow, seen }: { flow: Flow; seen: Import }) {
  const { kind, noun } = flow;
  const { counts, undone, undoneAt } = seen;
  const count = (n: number) => formatCount(n, kind.one, kind.many);
  const { new: created = 0, changed = 0 } = counts;
  if (!undone) return null;
  const { by, now, units, again } = undone;
  return (
    <List size="sm">
      <List.Item>
        La deshizo {by || 'alguien'} el <DateTime value={undoneAt} withTime />.
      </List.Item>
      <List.Item>
        Hoy{' '}
        <TextLink inherit underline="always" href={HOMES[noun]()}>
          {now === 0 ? `no hay ${kind.many}` : `hay ${count(now)}`}
        </TextLink>
        .
      </List.Item>
      {created > 0 && <List.Item>Se eliminó lo que había creado: {count(created)}.</List.Item>}
      {units > 0 && (
        <List.Item>
          También se eliminó lo que había creado con las filas:{' '}
          {formatCount(units, 'unidad u organización', 'unidades u organizaciones')}.
        </List.Item>
      )}
      {changed > 0 && (
        <List.Item>Volvió a su valor anterior lo que había cambiado: {count(changed)}.</List.Item>
      )}
      {again && (
        <List.Item>
          {count(again.rows)} de este archivo {again.rows === 1 ? 'está' : 'están'} también en una importación
          posterior:{' '}
          <TextLink inherit underline="always" href={paths.importInto(noun, { import: again.id })}>
            {again.fileName}
          </TextLink>
          , del <DateTime value={again.at} withTime />.
        </List.Item>
      )}
    </List>
  );
}

/** Of units and people: the office's home tells what is open of them. */
const LEAVES_OPEN: readonly ImportNoun[] = ['users', 'faculties', 'schools', 'careers'];

/** What was written, the report of it, and the way back; once undone, what is there now and the way to begin again. */
export function Done({ flow, seen }: { flow: Flow; seen: Import }) {
  const [obstacles, setObstacles] = useState<Piece[][] | null>(null);
  const undone = isUndone(seen);
  const { ending } = flow.kind;
  const another = (
    <Button variant={undone ? 'filled' : 'default'} onClick={flow.reset}>
      Importar otro archivo
    </Button>
  );
  return (
    <Stack gap="md" maw={720}>
      <Alert
        color={undone ? 'gray' : 'green'}
        role="status"
        title={undone ? 'La importación se deshizo' : 'La importación terminó'}
      >
        {undone ? (
          <Aftermath flow={flow} seen={seen} />
        ) : (
          <List size="sm">
            {linesOf(seen, ending).map(line => (
              <List.Item key={line}>{line}</List.Item>
            ))}
            {LEAVES_OPEN.includes(flow.noun) && (
              <List.Item>
                Lo que falte de unidades y personas (facultad, titular, rol) queda en{' '}
                <TextLink inherit underline="always" href={paths.home()}>
                  Inicio
                </TextLink>
                .
              </List.Item>
            )}
          </List>
        )}
      </Alert>
      {obstacles && !undone && <Obstacles obstacles={obstacles} />}
      <Group gap="xs">
        {undone && another}
        <LinkButton variant={undone ? 'default' : 'filled'} href={HOMES[flow.noun]()}>
          {homeLabel(flow)}
        </LinkButton>
        {flow.noun === 'organisations' && !undone && (
          <LinkButton variant="default" href={paths.importInto('projects')}>
            Seguir con los proyectos históricos
          </LinkButton>
        )}
        <ReportButton seen={seen} />
        {!undone && <UndoButton seen={seen} onRefused={setObstacles} />}
        {!undone && another}
      </Group>
    </Stack>
  );
}
