import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import type { KindSlug } from '../../../../../domain/kinds/slugs.ts';
import { undatedReports } from '../../../../../domain/reports/planned.ts';
import { LAST_REPORT, releaseLabel } from '../../../../../domain/spending/instalments.ts';
import { Fields } from '../../../../../web/form/form.tsx';
import { NumberField } from '../../../../../web/form/number-field.tsx';
import { numberIn } from '../../../../../web/form/typed-number.ts';
import type { CallSettings } from '../../../contract.ts';
import classes from '../admin-call.module.css';
import type { CallForm } from '../use-call-form.tsx';
import { useDatedReports } from './report-dates.tsx';

type Instalment = CallSettings['instalments'][number];

const START = 'start';

/** The start, the reports that are asked for or named by a part already, and one more. */
function releasesUpTo(reports: number) {
  const numbers = Array.from({ length: Math.min(reports + 1, LAST_REPORT) }, (_, n) => n + 1);
  return [null, ...numbers].map(report => ({
    value: report === null ? START : String(report),
    label: releaseLabel(report),
  }));
}

/** What is left to share, released by what follows. */
function nextAfter(all: readonly Instalment[]): Instalment {
  const left = 100 - all.reduce((sum, i) => sum + (i.share ?? 0), 0);
  const last = all.at(-1);
  const report = last === undefined ? null : Math.min((last.report ?? 0) + 1, LAST_REPORT);
  return { id: crypto.randomUUID(), share: numberIn(left > 0 ? left : ''), report };
}

interface InstalmentsProps {
  edited: CallForm;
  kind: KindSlug;
  frozen: boolean;
}

/** The parts of each award and what releases them. */
export function Instalments({ edited: { form, errors }, kind, frozen }: InstalmentsProps) {
  const { instalments, reportDates } = form.values;
  const dated = useDatedReports(reportDates, kind);
  const releases = releasesUpTo(Math.max(dated, ...instalments.map(i => i.report ?? 0)));
  const set = (all: Instalment[]) => form.setFieldValue('instalments', all);
  const sum = instalments.reduce((total, i) => total + (i.share ?? 0), 0);
  const own = errors.find(e => e.path === 'instalments')?.message;
  return (
    <section aria-labelledby="call-instalments">
      <Title order={2} size="h4" id="call-instalments">
        Cuotas
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        En qué partes se entrega lo adjudicado y qué libera cada una. Sin cuotas se libera todo al iniciar el
        proyecto.
      </Text>
      {own && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm" mb="xs">
          {own}
        </Text>
      )}
      <Fields form={form} disabled={frozen}>
        <ul className={classes.list}>
          {instalments.map((instalment, n) => (
            <InstalmentItem
              key={instalment.id}
              instalment={instalment}
              index={n}
              releases={releases}
              frozen={frozen}
              onChange={next => set(instalments.with(n, next))}
              onRemove={() => set(instalments.toSpliced(n, 1))}
            />
          ))}
        </ul>
      </Fields>
      {undatedReports(instalments, dated).map(report => (
        <Text key={report} size="sm" mt="xs">
          El informe {report} libera una cuota y no tiene fecha: se podrá enviar en cualquier momento.
        </Text>
      ))}
      <Group mt="sm">
        {!frozen && (
          <Button variant="default" onClick={() => set([...instalments, nextAfter(instalments)])}>
            Agregar cuota
          </Button>
        )}
        {instalments.length > 0 ? (
          <Text size="sm" role="status">
            Suman {sum} %{sum === 100 ? '.' : ': deben sumar 100 %.'}
          </Text>
        ) : (
          frozen && <Text size="sm">Sin cuotas.</Text>
        )}
      </Group>
    </section>
  );
}

interface ItemProps {
  instalment: Instalment;
  index: number;
  releases: ReturnType<typeof releasesUpTo>;
  frozen: boolean;
  onChange: (next: Instalment) => void;
  onRemove: () => void;
}

function InstalmentItem({ instalment, index, releases, frozen, onChange, onRemove }: ItemProps) {
  const { report } = instalment;
  return (
    <li className={classes.item}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>Cuota {index + 1}</Text>
        {!frozen && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Quitar cuota ${index + 1}`}
            onClick={onRemove}
          >
            Quitar
          </Button>
        )}
      </Group>
      <div className={classes.fields}>
        <NumberField name={`instalments.${index}.share`} label="Parte de lo adjudicado" suffix=" %" />
        <NativeSelect
          label="La libera"
          data={releases}
          value={report === null ? START : String(report)}
          onChange={event => {
            const { value } = event.currentTarget;
            onChange({ ...instalment, report: value === START ? null : Number(value) });
          }}
          disabled={frozen}
        />
      </div>
    </li>
  );
}

/** Until when vouchers may be issued; it may still move once the call is open. */
export function Grace({ disabled }: { disabled: boolean }) {
  return (
    <section aria-labelledby="call-grace">
      <Title order={2} size="h4" id="call-grace" mb="sm">
        Rendición
      </Title>
      <div className={classes.fields}>
        <NumberField
          name="graceDays"
          label="Días de gracia"
          suffix=" días"
          description="Hasta cuántos días después del término del proyecto se aceptan comprobantes. En blanco: sin límite."
          disabled={disabled}
        />
      </div>
    </section>
  );
}
