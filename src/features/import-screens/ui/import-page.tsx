import { Alert, Button, Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMatch } from '@tanstack/react-router';
import { isApplying, isUnapplied } from '../../../domain/imports/import-states.ts';
import { IMPORT_NOUNS, isExecution } from '../../../domain/imports/nouns.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { download } from '../../../web/api.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { FileDropzone } from '../../../web/ui/file-dropzone.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { useSaving } from '../../../web/use-saving.ts';
import { type Import, importTemplate, MOST_IMPORT_MB } from '../../imports/contract.ts';
import { Administrators } from './administrators.tsx';
import { Columns, Units } from './columns.tsx';
import { FileNotes } from './file-notes.tsx';
import { Applying, Done, ReportButton } from './outcome.tsx';
import { PreviewTable } from './preview-table.tsx';
import { RecentImports } from './recent.tsx';
import { UnknownValues } from './unknown-values.tsx';
import { type Flow, refusalOf, useImport } from './use-import.tsx';

const ACCEPT = {
  'text/csv': ['.csv', '.txt'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

function Templates({ flow }: { flow: Flow }) {
  const { saving, save } = useSaving();
  const get = (format: 'csv' | 'xlsx') =>
    void save(() => download(importTemplate, { params: { noun: flow.noun }, query: { format } }));
  return (
    <Group gap="xs">
      <Button variant="default" disabled={saving} onClick={() => get('xlsx')}>
        Descargar plantilla XLSX
      </Button>
      <Button variant="default" disabled={saving} onClick={() => get('csv')}>
        Descargar plantilla CSV
      </Button>
    </Group>
  );
}

/** Past projects name people, partners and offerings: these come first. */
function Before() {
  return (
    <Text size="sm">
      Antes importa las{' '}
      <TextLink underline="always" href={paths.importInto('users')}>
        personas
      </TextLink>{' '}
      que las filas nombran, también las que ya no están, y si los proyectos tuvieron cursos, los{' '}
      <TextLink underline="always" href={paths.importInto('courses')}>
        cursos
      </TextLink>{' '}
      y su{' '}
      <TextLink underline="always" href={paths.importInto('offerings')}>
        oferta por período
      </TextLink>
      . Las escuelas y los socios que falten se crean con las filas; si tienes el RUT de las{' '}
      <TextLink underline="always" href={paths.importInto('organisations')}>
        organizaciones
      </TextLink>
      , conviene importarlas antes.
    </Text>
  );
}

/** What past projects did comes once they are there. */
function AroundProjects({ flow }: { flow: Flow }) {
  if (!isExecution(flow.noun))
    return (
      <Text size="sm">
        Después importa lo que hicieron: sus{' '}
        <TextLink underline="always" href={paths.importInto('activities')}>
          actividades con las personas que participaron
        </TextLink>{' '}
        y sus{' '}
        <TextLink underline="always" href={paths.importInto('indicators')}>
          indicadores con sus valores
        </TextLink>
        .
      </Text>
    );
  return (
    <Text size="sm">
      Cada fila nombra un{' '}
      <TextLink underline="always" href={paths.importInto('projects')}>
        proyecto histórico
      </TextLink>{' '}
      que ya está, por su código. Lo que alguien registró en la aplicación no se cambia.
    </Text>
  );
}

/** Capitals of abbreviations stay. */
const inSentence = (label: string) => (label === label.toUpperCase() ? label : label.toLowerCase());

function ChooseFile({ flow }: { flow: Flow }) {
  const names = new Intl.ListFormat('es').format(flow.kind.fields.map(f => inSentence(f.label)));
  return (
    <Stack gap="lg">
      <Stack gap="md" maw={640}>
        <FileDropzone
          maxMb={MOST_IMPORT_MB}
          accept={ACCEPT}
          multiple={false}
          onFiles={([file]) => file && flow.start.mutate({ file })}
        />
        <Text size="sm" c="dimmed">
          Sirve tu planilla como está: se buscan los títulos aunque haya filas encima, se reconocen las
          columnas de {names}, y se pregunta una vez lo que no se entienda. Todo se puede corregir aquí mismo,
          y nada se guarda hasta que lo confirmes.
        </Text>
        {flow.noun === 'projects' && <Before />}
        {(flow.noun === 'projects' || isExecution(flow.noun)) && <AroundProjects flow={flow} />}
        <Templates flow={flow} />
      </Stack>
      <RecentImports flow={flow} />
    </Stack>
  );
}

/** Why the whole file cannot be imported now; null when it can. */
function refusal({ missing, counts }: Import): string | null {
  if (missing.length > 0) return 'Elige las columnas que faltan.';
  const wrong = counts.wrong ?? 0;
  if (wrong > 0)
    return `Filas con errores: ${formatNumber(wrong)}. Corrígelas aquí o importa solo las buenas.`;
  const good = (counts.new ?? 0) + (counts.changed ?? 0);
  return good === 0 ? 'No hay nada que importar: todas las filas están iguales.' : null;
}

function Problem({ flow, seen }: { flow: Flow; seen: Import }) {
  const error = flow.run.error ?? flow.remap.error;
  const text = error ? refusalOf(error) : (flow.mending.failure ?? seen.problem);
  if (!text) return null;
  return (
    <Alert color="red" role="alert">
      {text}
      {error && (
        <Button size="compact-sm" variant="default" ml="sm" onClick={() => void flow.again()}>
          Ver de nuevo
        </Button>
      )}
    </Alert>
  );
}

function Apply({ flow, seen }: { flow: Flow; seen: Import }) {
  const { run, kind } = flow;
  const wrong = seen.counts.wrong ?? 0;
  const good = (seen.counts.new ?? 0) + (seen.counts.changed ?? 0);
  const shown = wrong > 0 || seen.missing.length > 0 ? seen.total : good;
  return (
    <Stack gap="xs">
      <Problem flow={flow} seen={seen} />
      <Group gap="xs">
        <ActionButton reason={refusal(seen)} loading={run.isPending} onClick={() => run.mutate('all')}>
          {`Importar ${formatNumber(shown)} ${shown === 1 ? kind.one : kind.many}`}
        </ActionButton>
        {wrong > 0 && good > 0 && (
          <Button variant="default" loading={run.isPending} onClick={() => run.mutate('good')}>
            Importar solo las buenas ({formatNumber(good)})
          </Button>
        )}
        <ReportButton seen={seen} />
        <Button variant="default" onClick={flow.reset}>
          Elegir otro archivo
        </Button>
      </Group>
    </Stack>
  );
}

function Review({ flow, seen }: { flow: Flow; seen: Import }) {
  return (
    <Stack gap="md">
      <FileNotes flow={flow} seen={seen} />
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            Columnas de {seen.fileName}
          </Title>
          <Columns flow={flow} seen={seen} />
          <Units flow={flow} seen={seen} />
        </Stack>
      </Paper>
      {flow.remap.isPending && <Progress value={100} animated aria-label="Leyendo las filas de nuevo" />}
      <Administrators flow={flow} seen={seen} />
      <UnknownValues flow={flow} seen={seen} />
      <Apply flow={flow} seen={seen} />
      {seen.missing.length === 0 && <PreviewTable flow={flow} seen={seen} fixed={false} />}
    </Stack>
  );
}

function Started({ flow }: { flow: Flow }) {
  const { data: seen, error, refetch } = flow.followed;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!seen) return <Skeleton h={320} />;
  if (isApplying(seen)) return <Applying seen={seen} />;
  if (isUnapplied(seen)) return <Review flow={flow} seen={seen} />;
  return (
    <Stack gap="md">
      <Done flow={flow} seen={seen} />
      <PreviewTable flow={flow} seen={seen} fixed />
    </Stack>
  );
}

/** A catalogue from a spreadsheet: choose, check column by column and row by row, import, and undo if need be. */
export function ImportPage() {
  // Of the page on screen: the address may be that of the next one, which is not shown yet.
  const path = useMatch({ strict: false, select: match => match.pathname });
  const noun = IMPORT_NOUNS.find(each => path.includes(`/${each}/`)) ?? 'careers';
  const flow = useImport(noun);
  const { start, list, sent } = flow;
  return (
    <>
      <PageHeader
        title={`Importar ${flow.kind.many}`}
        text="Desde una planilla CSV o XLSX, con vista previa."
      />
      <Stack gap="md">
        {start.error && (
          <Alert color="red" role="alert" maw={640}>
            {refusalOf(start.error)}
          </Alert>
        )}
        {start.isPending && <Progress value={sent} animated aria-label="Leyendo el archivo" />}
        {list.values.import ? <Started flow={flow} /> : !start.isPending && <ChooseFile flow={flow} />}
      </Stack>
    </>
  );
}
