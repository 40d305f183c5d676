import { Button, Group, Text, Title } from '@mantine/core';
import type { KindSlug } from '../../../../../domain/kinds/slugs.ts';
import { reportName } from '../../../../../domain/reports/names.ts';
import { LAST_REPORT } from '../../../../../domain/spending/instalments.ts';
import { formatList } from '../../../../../domain/text/format.ts';
import { DateField } from '../../../../../web/form/dates/date-field.tsx';
import { Fields } from '../../../../../web/form/form.tsx';
import { useProgressReports } from '../../../../kinds/ui/use-progress-reports.tsx';
import type { CallSettings } from '../../../contract.ts';
import classes from '../admin-call.module.css';
import type { CallForm } from '../use-call-form.tsx';

/** How many reports have a date: of the call, else of its kind. */
export function useDatedReports(reportDates: readonly string[], kind: KindSlug): number {
  const percents = useProgressReports(kind);
  return reportDates.length || percents.length;
}

interface Props {
  edited: CallForm;
  kind: KindSlug;
  frozen: boolean;
}

/** Days on which each project of the call tells how it goes. */
export function ReportDates({ edited: { form }, kind, frozen }: Props) {
  const { reportDates, executionFrom, executionTo } = form.values;
  const percents = useProgressReports(kind);
  const set = (all: string[]) => {
    form.setFieldValue('reportDates', all);
    form.clearFieldError('reportDates');
    for (const n of reportDates.keys()) form.clearFieldError(`reportDates.${n}`);
  };
  const isOutside = (day: string) =>
    Boolean(day && ((executionFrom && day < executionFrom) || (executionTo && day > executionTo)));
  const outside = reportDates.flatMap((day, n) => (isOutside(day) ? `informe ${n + 1}` : []));
  return (
    <section aria-labelledby="call-reports">
      <Title order={2} size="h4" id="call-reports">
        Informes de avance
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Hasta qué día envía cada proyecto sus informes, en su orden. {withoutDates(percents)}
      </Text>
      <Fields form={form} disabled={frozen}>
        <ol className={classes.days}>
          {reportDates.map((_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report is named by its place
            <li key={n} className={classes.day}>
              <DateField name={`reportDates.${n}`} label={reportName(n + 1)} />
              {!frozen && (
                <Button
                  variant="subtle"
                  color="gray"
                  aria-label={`Quitar informe ${n + 1}`}
                  onClick={() => set(reportDates.toSpliced(n, 1))}
                >
                  Quitar
                </Button>
              )}
            </li>
          ))}
        </ol>
      </Fields>
      {outside.length > 0 && (
        <Text size="sm" mb="xs">
          Fuera de la ejecución de la convocatoria: {formatList(outside)}.
        </Text>
      )}
      <Group>
        {!frozen && reportDates.length < LAST_REPORT && (
          <Button variant="default" onClick={() => set([...reportDates, EMPTY])}>
            Agregar informe
          </Button>
        )}
        {frozen && reportDates.length === 0 && <Text size="sm">Sin fechas.</Text>}
      </Group>
    </section>
  );
}

/** A day that is still to be chosen. */
const EMPTY: CallSettings['reportDates'][number] = '';

const withoutDates = (percents: readonly number[]): string =>
  percents.length === 0
    ? 'Sin fechas no se piden, salvo los que liberan una cuota.'
    : `Sin fechas rigen las de su tipo: ${formatList(percents.map(p => `al ${p} %`))} del tiempo de cada proyecto.`;
