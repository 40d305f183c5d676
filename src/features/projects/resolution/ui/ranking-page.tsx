import { Button, Group, Select, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoney, formatNumber } from '../../../../domain/format.ts';
import { RESULT_LABELS, RESULTS, type Result } from '../../../../domain/ranking.ts';
import { paths } from '../../../../web/paths.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts.ts';
import { getRanking, type Ranked, resolveCall } from '../contract.ts';

interface Choice {
  readonly result: Result;
  readonly reason: string;
}
type Choices = Readonly<Record<string, Choice>>;

const OPTIONS = RESULTS.map(value => ({ value, label: RESULT_LABELS[value] }));
const choiceOf = (choices: Choices, row: Ranked): Choice =>
  choices[row.id] ?? { result: row.proposed, reason: '' };

/** Proposals by final score; the office adjusts what the rules propose, and resolves them all in one act. */
export function RankingPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useRead(getRanking, { params: { call: id } });
  const [choices, setChoices] = useState<Choices>({});
  const choose = (row: Ranked, more: Partial<Choice>) =>
    setChoices(before => ({ ...before, [row.id]: { ...choiceOf(before, row), ...more } }));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={1} />;
  if (!data) return <Skeleton h={320} />;
  const { rows } = data;
  return (
    <>
      <PageHeader
        title={`Resolución: ${data.name}`}
        text={`Por puntaje final. Mínimo para adjudicar: ${data.minimum}.`}
        actions={rows.length > 0 && <Resolve call={id} rows={rows} choices={choices} />}
      />
      {rows.length === 0 ? (
        <EmptyState
          title="Ninguna propuesta espera la resolución"
          text="Llegan aquí cuando terminan sus evaluaciones."
        />
      ) : (
        <Stack>
          <Money lines={data.lines} rows={rows} choices={choices} />
          <Ranking rows={rows} choices={choices} choose={choose} />
        </Stack>
      )}
    </>
  );
}

interface MoneyProps {
  lines: readonly { id: string; name: string; budget: number }[];
  rows: readonly Ranked[];
  choices: Choices;
}

function Money({ lines, rows, choices }: MoneyProps) {
  const spent = (line: string) =>
    rows
      .filter(r => r.lineId === line && choiceOf(choices, r).result === 'award')
      .reduce((sum, r) => sum + r.amount, 0);
  return (
    <Group gap="xl" aria-live="polite">
      {lines.map(l => (
        <Text key={l.id} size="sm" className="figures">
          <strong>{l.name}</strong>: {formatMoney(spent(l.id))} de {formatMoney(l.budget)}
        </Text>
      ))}
    </Group>
  );
}

interface RankingProps {
  rows: readonly Ranked[];
  choices: Choices;
  choose: (row: Ranked, more: Partial<Choice>) => void;
}

function Ranking({ rows, choices, choose }: RankingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section style={{ overflowX: 'auto' }} tabIndex={0} aria-label="Propuestas por puntaje">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['N.º', 'Propuesta', 'Puntaje', 'Diferencia', 'Monto', 'Resultado', 'Motivo'].map(title => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <RankedRow key={row.id} row={row} choice={choiceOf(choices, row)} choose={choose} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function RankedRow({ row, choice, choose }: { row: Ranked; choice: Choice; choose: RankingProps['choose'] }) {
  const changed = choice.result !== row.proposed;
  return (
    <Table.Tr>
      <Table.Td className="figures">{row.rank}</Table.Td>
      <Table.Td>
        <TextLink href={paths.project(row.kind, row.id, { tab: 'evaluation' })}>{row.code}</TextLink>
        <Text size="sm">{row.title}</Text>
        <Text size="xs" c="dimmed">
          {row.faculty?.name}
        </Text>
      </Table.Td>
      <Table.Td className="figures">{row.score === null ? '—' : formatNumber(row.score, 2)}</Table.Td>
      <Table.Td className="figures">{formatNumber(row.spread, 2)}</Table.Td>
      <Table.Td className="figures">{formatMoney(row.amount)}</Table.Td>
      <Table.Td>
        <Select
          aria-label={`Resultado de ${row.code}`}
          data={OPTIONS}
          allowDeselect={false}
          w={160}
          value={choice.result}
          onChange={value => choose(row, { result: RESULTS.find(r => r === value) ?? row.proposed })}
        />
      </Table.Td>
      <Table.Td miw={240}>
        {changed ? (
          <TextInput
            aria-label={`Motivo para ${row.code}`}
            placeholder="Por qué se aparta de lo propuesto"
            value={choice.reason}
            maxLength={2000}
            onChange={event => choose(row, { reason: event.currentTarget.value })}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {row.reason}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Resolve({ call, rows, choices }: { call: string; rows: readonly Ranked[]; choices: Choices }) {
  const [open, setOpen] = useState(false);
  const resolve = useWrite(resolveCall, [getRanking]);
  const decisions = rows.map(row => ({
    id: row.id,
    version: row.version,
    ...choiceOf(choices, row),
  }));
  const run = async () => {
    const done = await resolve.mutateAsync({ params: { call }, body: { decisions } });
    setOpen(false);
    toasts.success(asHtml(`Resolviste ${decisions.length} propuestas: ${done.awarded} adjudicadas.`));
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Resolver la convocatoria</Button>
      <ConfirmDialog
        open={open}
        title="Resolver la convocatoria"
        confirm={`Resolver ${decisions.length} propuestas`}
        onConfirm={run}
        onCancel={() => setOpen(false)}
      >
        Se resuelven todas en un solo acto y cada responsable recibe su resultado. No se puede deshacer.
      </ConfirmDialog>
    </>
  );
}
