import { Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { isFrozen } from '../../../../../domain/calls/calls.ts';
import { formatMoney } from '../../../../../domain/text/format.ts';
import { TextField } from '../../../../../web/form/fields.tsx';
import { Fields } from '../../../../../web/form/form.tsx';
import { MoneyField } from '../../../../../web/form/number-field.tsx';
import { numberIn } from '../../../../../web/form/typed-number.ts';
import { useRead } from '../../../../../web/query.ts';
import { getCatalogues } from '../../../../options/contract.ts';
import type { CallDetail, CallSettings } from '../../../contract.ts';
import classes from '../admin-call.module.css';
import type { CallForm } from '../use-call-form.tsx';
import { Funds } from './funds.tsx';
import { Grace, Instalments } from './instalments.tsx';
import { Limits } from './limits.tsx';
import { ReportDates } from './report-dates.tsx';

interface LinesProps {
  edited: CallForm;
  frozen: boolean;
}

interface LinesTabProps extends LinesProps {
  call: CallDetail;
  /** Why the reader may change nothing of it. */
  refused: string | null;
}

/** What the money is for, how much of it a project may ask for, and how many awards a faculty may get. */
export function LinesTab({ call, edited, frozen, refused }: LinesTabProps) {
  return (
    <Stack gap="xl">
      {isFrozen(call.state) ? (
        <Funds call={call} dirty={edited.dirty} refused={refused} />
      ) : (
        <Lines edited={edited} frozen={frozen} />
      )}
      <Limits edited={edited} frozen={frozen} />
      <Quotas edited={edited} frozen={frozen} />
      <ReportDates edited={edited} kind={call.kind} frozen={frozen} />
      <Instalments edited={edited} kind={call.kind} frozen={frozen} />
      <Grace disabled={refused !== null} />
    </Stack>
  );
}

function Lines({ edited: { form, errors }, frozen }: LinesProps) {
  const { lines } = form.values;
  const total = lines.reduce((sum, line) => sum + (line.budget ?? 0), 0);
  const own = errors.find(e => e.path === 'lines')?.message;
  const add = () =>
    form.setFieldValue('lines', [
      ...lines,
      { id: crypto.randomUUID(), name: '', cap: numberIn(''), budget: numberIn('') },
    ]);
  return (
    <section aria-labelledby="call-lines">
      <Title order={2} size="h4" id="call-lines" mb="sm">
        Líneas
      </Title>
      {own && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {own}
        </Text>
      )}
      <Fields form={form} disabled={frozen}>
        <ul className={classes.list}>
          {lines.map((line, n) => (
            <LineItem
              key={line.id}
              line={line}
              index={n}
              frozen={frozen}
              onRemove={() =>
                form.setFieldValue(
                  'lines',
                  lines.filter(l => l !== line),
                )
              }
            />
          ))}
        </ul>
      </Fields>
      <Group mt="sm">
        {!frozen && (
          <Button variant="default" onClick={add}>
            Agregar línea
          </Button>
        )}
        <Text size="sm">Presupuesto de la convocatoria: {formatMoney(total)}</Text>
      </Group>
    </section>
  );
}

interface LineItemProps {
  line: CallSettings['lines'][number];
  index: number;
  frozen: boolean;
  onRemove: () => void;
}

function LineItem({ line, index, frozen, onRemove }: LineItemProps) {
  return (
    <li className={classes.item}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{line.name || `Línea ${index + 1}`}</Text>
        {!frozen && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Quitar ${line.name || `línea ${index + 1}`}`}
            onClick={onRemove}
          >
            Quitar
          </Button>
        )}
      </Group>
      <div className={classes.fields}>
        <TextField name={`lines.${index}.name`} label="Nombre de la línea" />
        <MoneyField name={`lines.${index}.cap`} label="Tope por proyecto" />
        <MoneyField name={`lines.${index}.budget`} label="Presupuesto de la línea" />
      </div>
    </li>
  );
}

/** One box a faculty; an empty one is no limit. */
function Quotas({ edited: { form }, frozen }: LinesProps) {
  const { data } = useRead(getCatalogues);
  const { quotas } = form.values;
  const set = (facultyId: string, quota: number | null) => {
    const others = quotas.filter(q => q.facultyId !== facultyId);
    form.setFieldValue('quotas', quota === null ? others : [...others, { facultyId, quota }]);
  };
  return (
    <section aria-labelledby="call-quotas">
      <Title order={2} size="h4" id="call-quotas">
        Cupos por facultad
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        La mayor cantidad de proyectos que se adjudica cada una. En blanco: sin límite.
      </Text>
      <div className={classes.fields}>
        {(data?.faculties ?? []).map(faculty => (
          <NumberInput
            key={faculty.id}
            label={faculty.name}
            value={quotas.find(q => q.facultyId === faculty.id)?.quota ?? ''}
            onChange={value => set(faculty.id, value === '' ? null : Number(value))}
            min={0}
            max={1000}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            disabled={frozen}
          />
        ))}
      </div>
    </section>
  );
}
