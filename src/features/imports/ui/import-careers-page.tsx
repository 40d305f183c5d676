import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { formatNumber } from '../../../domain/format.ts';
import { paths } from '../../../web/paths.ts';
import { ProblemError } from '../../../web/problem-error.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { FileDropzone } from '../../../web/ui/file-dropzone.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Columns, Units } from './columns.tsx';
import { PreviewTable } from './preview-table.tsx';
import {
  type CareerImport,
  errorsLeft,
  type Outcome,
  type Preview,
  refusalOf,
  useImport,
} from './use-import.tsx';

const ACCEPT = {
  'text/csv': ['.csv', '.txt'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

const careersText = (n: number) => `${formatNumber(n)} ${n === 1 ? 'carrera' : 'carreras'}`;

function ChooseFile({ flow }: { flow: CareerImport }) {
  return (
    <Stack gap="md" maw={640}>
      <FileDropzone
        maxMb={5}
        accept={ACCEPT}
        multiple={false}
        onFiles={([file]) => file && flow.choose(file)}
      />
      <Text size="sm" c="dimmed">
        La primera fila lleva los títulos. Se reconocen solas las columnas de código único, nombre, nivel,
        escuela o área, sede y jornada; después puedes cambiarlas. Nada se guarda hasta que lo confirmes.
      </Text>
    </Stack>
  );
}

/** Rows that would be written now, and those that cannot be; names typed here count. */
function tally({ names }: CareerImport, { rows }: Preview) {
  const wrong = rows.filter(row => errorsLeft(row, names).length > 0).length;
  const same = rows.filter(
    row => row.result === 'unchanged' && (names[row.line] ?? row.values.name) === row.values.name,
  );
  return { wrong, good: rows.length - wrong - same.length };
}

/** Why the whole file cannot be imported now; null when it can. */
function refusal({ missing }: Preview, { wrong, good }: ReturnType<typeof tally>): string | null {
  if (missing.length > 0) return 'Elige las columnas que faltan.';
  if (wrong > 0)
    return `Filas con errores: ${formatNumber(wrong)}. Corrígelas en el archivo o importa solo las buenas.`;
  return good === 0 ? 'No hay nada que importar: todas las filas están iguales.' : null;
}

function Apply({ flow, preview }: { flow: CareerImport; preview: Preview }) {
  const { run } = flow;
  const numbers = tally(flow, preview);
  const stale = run.error instanceof ProblemError && run.error.code === 'conflict';
  return (
    <Stack gap="xs">
      {run.error && (
        <Alert color="red" role="alert">
          {refusalOf(run.error)}
          {stale && (
            <Button size="compact-sm" variant="default" ml="sm" onClick={() => flow.again()}>
              Ver de nuevo
            </Button>
          )}
        </Alert>
      )}
      {run.isPending && <Progress value={100} animated aria-label="Importando" />}
      <Group gap="xs">
        <ActionButton
          reason={refusal(preview, numbers)}
          loading={run.isPending}
          onClick={() => run.mutate('all')}
        >
          {`Importar ${careersText(numbers.wrong > 0 ? preview.rows.length : numbers.good)}`}
        </ActionButton>
        {numbers.wrong > 0 && numbers.good > 0 && (
          <Button variant="default" loading={run.isPending} onClick={() => run.mutate('good')}>
            Importar solo las buenas ({formatNumber(numbers.good)})
          </Button>
        )}
        <Button variant="default" onClick={flow.reset}>
          Elegir otro archivo
        </Button>
      </Group>
    </Stack>
  );
}

function Review({ flow, preview }: { flow: CareerImport; preview: Preview }) {
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            Columnas de {flow.file?.name}
          </Title>
          <Columns flow={flow} preview={preview} />
          <Units flow={flow} preview={preview} />
        </Stack>
      </Paper>
      <Apply flow={flow} preview={preview} />
      {preview.rows.length > 0 && <PreviewTable key={preview.hash} flow={flow} preview={preview} />}
    </Stack>
  );
}

function Done({ outcome, flow }: { outcome: Outcome; flow: CareerImport }) {
  const { counts, newSchools, faculty } = outcome;
  const lines = [
    `Nuevas: ${formatNumber(counts.new)}`,
    `Cambiadas: ${formatNumber(counts.changed)}`,
    `Iguales: ${formatNumber(counts.unchanged)}`,
    ...(counts.wrong > 0 ? [`Con error, sin importar: ${formatNumber(counts.wrong)}`] : []),
    ...(newSchools.length > 0 ? [`Escuelas creadas en «${faculty}»: ${newSchools.join(', ')}`] : []),
  ];
  return (
    <Stack gap="md" maw={640}>
      <Alert color="green" role="status" title="La importación terminó">
        <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Alert>
      <Group gap="xs">
        <LinkButton href={paths.careers()}>Ver las carreras</LinkButton>
        <Button variant="default" onClick={flow.reset}>
          Importar otro archivo
        </Button>
      </Group>
    </Stack>
  );
}

/** Careers from a spreadsheet: choose, check column by column and row by row, then import at once. */
export function ImportCareersPage() {
  const flow = useImport();
  const { seen, preview, run, sent } = flow;
  return (
    <>
      <PageHeader title="Importar carreras" text="Desde una planilla CSV o XLSX, con vista previa." />
      {run.data ? (
        <Done outcome={run.data} flow={flow} />
      ) : (
        <Stack gap="md">
          {preview.error && (
            <Alert color="red" role="alert" maw={640}>
              {refusalOf(preview.error)}
            </Alert>
          )}
          {preview.isPending && <Progress value={sent} animated aria-label="Leyendo el archivo" />}
          {seen ? <Review flow={flow} preview={seen} /> : !preview.isPending && <ChooseFile flow={flow} />}
        </Stack>
      )}
    </>
  );
}
