import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { reportName } from '../../../domain/reports/names.ts';
import { plannedReports } from '../../../domain/reports/planned.ts';
import { LAST_REPORT } from '../../../domain/spending/instalments.ts';
import { formatList } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { numberIn } from '../../../web/form/typed-number.ts';
import { Count, useEditing } from './editor.tsx';
import classes from './kinds.module.css';

/** A project of March to December, to show what a part of its time comes to. */
const EXAMPLE = { startDate: '2027-03-01', endDate: '2027-12-31' };

/** How far a project is when each of its progress reports is due. */
export function ProgressReports() {
  const { kind, edit, errorAt } = useEditing();
  // A draft of before has none.
  const percents: readonly number[] = kind.progressReports ?? [];
  const set = (progressReports: number[]) => edit({ progressReports });
  const own = errorAt('progressReports');
  return (
    <Stack component="section" gap="xs" aria-labelledby="kind-reports">
      <Title order={2} size="h5" id="kind-reports">
        Informes de avance
      </Title>
      <Text size="sm" c="dimmed">
        A qué parte del tiempo de un proyecto vence cada uno. Rigen donde la convocatoria no da fechas; sin
        ninguno, no se piden.
      </Text>
      <Stack component="ol" gap="xs" p={0} m={0} className={classes.kinds}>
        {percents.map((percent, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report is named by its place
          <li key={n} className={classes.report}>
            <Count
              label={reportName(n + 1)}
              path={`progressReports.${n}`}
              value={percent}
              suffix=" % del tiempo"
              onChange={next => set(percents.with(n, next))}
            />
            <Button
              variant="subtle"
              color="gray"
              aria-label={`Quitar informe ${n + 1}`}
              onClick={() => set(percents.toSpliced(n, 1))}
            >
              Quitar
            </Button>
          </li>
        ))}
      </Stack>
      {own === undefined && <Example percents={percents} />}
      {percents.length < LAST_REPORT && (
        <Group>
          <Button variant="default" onClick={() => set([...percents, numberIn('')])}>
            Agregar informe
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Example({ percents }: { percents: readonly number[] }) {
  if (percents.length === 0) return null;
  const { startDate, endDate } = EXAMPLE;
  const days = plannedReports({ kind: { progressReports: percents }, call: null, ...EXAMPLE }).flatMap(
    ({ dueOn }) => (dueOn ? formatDay(dueOn) : []),
  );
  return (
    <Text size="sm" role="status">
      En un proyecto del {formatDay(startDate)} al {formatDay(endDate)},{' '}
      {days.length === 1 ? 'vence' : 'vencen'} el {formatList(days)}.
    </Text>
  );
}
