import { Alert, List, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { WRITING } from '../../../../domain/kinds/statuses.ts';
import { type Budget, fundTotal } from '../../../../domain/sections/budget.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { download } from '../../../../web/api.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { useRead } from '../../../../web/query.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { useSaving } from '../../../../web/use-saving.ts';
import { openCalls } from '../../../calls/contract.ts';
import { Countdown } from '../../../calls/ui/countdown.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { openReceipt } from '../../../receipts/contract.ts';
import { SectionFields } from '../fields/arranged.tsx';
import { FieldPlace } from '../fields/field-frame.tsx';
import { useScope } from '../scope.tsx';
import classes from './fund-section.module.css';

/** Which call, which line, how much; what the call's rules say of it; the proof of what was received. */
export function FundSection() {
  const { readOnly } = useScope();
  const { project } = useProject();
  useFreshRules();
  return (
    <>
      <SectionFields
        instead={{
          ...(readOnly ? {} : { callId: <Choice />, lineId: null }),
          ...(!project.historic && { amountRequested: <Amounts /> }),
        }}
      />
      <Rules />
      <Receipts />
    </>
  );
}

/** What the call asks for, and what its rules say of other sections too, follows each save. */
function useFreshRules() {
  const { project, cache } = useProject();
  const version = project.sections.find(s => s.slug === 'fund')?.version;
  const seen = useRef(project.call === null ? version : undefined);
  const refresh = useRef(cache.refresh);
  refresh.current = cache.refresh;
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void refresh.current();
  }, [version]);
}

/** Only what is open can be chosen; what was chosen before stays in the list. */
function Choice() {
  const { project } = useProject();
  const { values } = useScope();
  const { data } = useRead(openCalls, { query: { kind: project.kind } });
  if (!data) return <Skeleton h={180} maw="36rem" />;
  const own = project.call;
  const calls = [...data.calls, ...(own && !data.calls.some(c => c.id === own.id) ? [own] : [])];
  const chosen = calls.find(c => c.id === values.callId);
  return (
    <>
      {calls.length === 0 && (
        <Alert color="orange" maw="36rem" mb="md" title="No hay convocatorias abiertas">
          Puedes seguir escribiendo: cuando se abra una, la eliges aquí.
        </Alert>
      )}
      <FieldPlace path="callId">
        <SelectField
          name="callId"
          label="Convocatoria"
          required
          options={calls.map(c => ({ value: c.id, label: c.name }))}
        />
      </FieldPlace>
      {chosen?.closesAt && (
        <Text size="sm" mb="sm">
          <Countdown closesAt={chosen.closesAt} now={data.now} />
        </Text>
      )}
      <FieldPlace path="lineId">
        <SelectField
          name="lineId"
          label="Línea"
          required
          options={(chosen?.lines ?? []).map(l => ({
            value: l.id,
            label: l.name,
            hint: `Hasta ${formatMoney(l.cap)} por proyecto`,
          }))}
        />
      </FieldPlace>
    </>
  );
}

/** What is asked of the fund, which the budget says; what was awarded, and what was typed before. */
function Amounts() {
  const { project } = useProject();
  const { values } = useScope();
  const stored = project.sections.find(s => s.slug === 'budget')?.data.lines;
  const budgeted = fundTotal({ lines: (stored ?? []) as Budget['lines'] });
  const { amountTyped, amountAsked, amountAwarded, status } = project;
  const asked = amountTyped || !WRITING.includes(status) ? (amountAsked ?? 0) : budgeted;
  const cap = project.call?.lines.find(l => l.id === values.lineId)?.cap;
  return (
    <div data-field="amountRequested" className={classes.amounts}>
      <Text size="sm" c="dimmed">
        Monto solicitado
      </Text>
      <Text className="figures" fw={600}>
        {formatMoney(asked)}
        {cap !== undefined && WRITING.includes(status) && (
          <Text span size="sm" c="dimmed" fw={400}>
            {cap >= asked
              ? ` de hasta ${formatMoney(cap)}: quedan ${formatMoney(cap - asked)}`
              : ` de hasta ${formatMoney(cap)}: sobran ${formatMoney(asked - cap)}`}
          </Text>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {amountTyped
          ? amountTypedWords(asked, budgeted)
          : 'Es la suma de los ítems del Presupuesto con fuente «Fondo».'}
      </Text>
      {amountAwarded !== null && (
        <>
          <Text size="sm" c="dimmed" mt="sm">
            Monto adjudicado
          </Text>
          <Text className="figures" fw={600}>
            {formatMoney(amountAwarded)}
          </Text>
        </>
      )}
    </div>
  );
}

const amountTypedWords = (asked: number, budgeted: number) =>
  asked === budgeted
    ? 'Se escribió al postular y coincide con el presupuesto.'
    : `Se escribió al postular. Los ítems del Presupuesto con fuente «Fondo» suman ${formatMoney(budgeted)}.`;

function Rules() {
  const { project } = useProject();
  if (project.eligibility.length === 0) return null;
  return (
    <section aria-label="Requisitos para postular">
      <Text fw={600} mt="md" mb="xs">
        Requisitos para postular
      </Text>
      <List spacing="xs" size="sm" listStyleType="none">
        {project.eligibility.map(({ rule, label, message }) => (
          <List.Item
            key={rule}
            icon={
              <ThemeIcon size={20} radius="xl" variant="light" color={message ? 'orange' : 'green'}>
                {message ? <IconAlertTriangle size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
              </ThemeIcon>
            }
          >
            {message ?? `${label}: cumplido`}
          </List.Item>
        ))}
      </List>
    </section>
  );
}

function Receipts() {
  const { project } = useProject();
  if (project.receipts.length === 0) return null;
  return (
    <section aria-label="Comprobantes de recepción">
      <Text fw={600} mt="lg" mb="xs">
        Comprobantes de recepción
      </Text>
      <Stack gap="xs" align="flex-start">
        {project.receipts.map(receipt => (
          <Receipt key={receipt.id} receipt={receipt} />
        ))}
      </Stack>
    </section>
  );
}

function Receipt({ receipt }: { receipt: ReturnType<typeof useProject>['project']['receipts'][number] }) {
  const { project } = useProject();
  const { saving, save } = useSaving();
  const { kind, id } = project;
  const open = () => save(() => download(openReceipt, { params: { kind, id, receipt: receipt.id } }));
  return (
    <div>
      <ActionButton
        variant="default"
        reason={null}
        loading={saving}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void open()}
      >
        Comprobante del {formatInstant(receipt.receivedAt)}
      </ActionButton>
      <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {receipt.undone ? 'Ese envío se deshizo. ' : ''}Huella: {receipt.contentHash}
      </Text>
    </div>
  );
}
