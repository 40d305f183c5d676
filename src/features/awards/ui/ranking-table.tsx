import { NativeSelect, NumberInput, Pagination, Table, Text, TextInput } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { RESULT_LABELS, RESULTS } from '../../../domain/calls/ranking.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { formatMoney, formatNumber } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import cards from '../../../web/table/cards.module.css';
import { TextLink } from '../../../web/ui/link.tsx';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import type { getRanking, Ranked } from '../contract.ts';
import { type Choice, type Choices, choiceOf, moneyLineOf } from './choices.tsx';

type Ranking = OutputOf<typeof getRanking>;
interface Props {
  ranking: Ranking;
  choices: Choices;
  choose: (row: Ranked, more: Partial<Choice>) => void;
}

const PAGE = 50;
const OPTIONS = RESULTS.map(value => ({ value, label: RESULT_LABELS[value] }));

/** A page at a time: a call may have thousands, and each row has fields of its own. */
export function RankingTable({ ranking, choices, choose }: Props) {
  const [page, setPage] = useState(1);
  const { rows, criteria, lines } = ranking;
  const pages = Math.ceil(rows.length / PAGE);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={cards.cards} tabIndex={0} aria-label="Propuestas por puntaje">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" data-number>
                N.º
              </Table.Th>
              <Table.Th scope="col">Propuesta</Table.Th>
              <Table.Th scope="col" data-number>
                Puntaje
              </Table.Th>
              <Table.Th scope="col" data-number>
                Diferencia
              </Table.Th>
              {criteria.map(c => (
                <Table.Th key={c.id} scope="col" fw={400} fz="xs" data-number>
                  {c.name} {`${c.weight}\u00a0%`}
                </Table.Th>
              ))}
              <Table.Th scope="col" data-number>
                Monto
              </Table.Th>
              <Table.Th scope="col">Resultado</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice((page - 1) * PAGE, page * PAGE).map(row => (
              <RankedRow
                key={row.id}
                row={row}
                criteria={criteria}
                lines={lines}
                choices={choices}
                choose={choose}
              />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={control => ({
            'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
          })}
        />
      )}
    </>
  );
}

interface RowProps {
  row: Ranked;
  criteria: Ranking['criteria'];
  lines: Ranking['lines'];
  choices: Choices;
  choose: Props['choose'];
}

function RankedRow({ row, criteria, ...deciding }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td className="figures" data-number data-label="N.º">
        {row.rank}
      </Table.Td>
      <Table.Td miw={200} data-first>
        <TextLink href={paths.project(row.kind, row.id, { tab: 'evaluation' })}>{row.code}</TextLink>
        <Text size="sm">{row.title}</Text>
        {row.upheld && (
          <Pill icon={IconScale} tone="attention">
            Apelación acogida
          </Pill>
        )}
        <Text size="xs" c="dimmed">
          {row.faculty?.name}
        </Text>
      </Table.Td>
      <Table.Td className="figures" fw={600} data-number data-label="Puntaje">
        {row.score === null ? '—' : formatNumber(row.score, 2)}
      </Table.Td>
      <Table.Td className="figures" data-number data-label="Diferencia">
        {formatNumber(row.spread, 2)}
      </Table.Td>
      {criteria.map(c => (
        <Table.Td key={c.id} className="figures" data-number data-label={c.name}>
          <Criterion mark={row.criteria[c.id]} of={c.maxPoints} />
        </Table.Td>
      ))}
      <Table.Td className="figures" data-number data-label="Monto">
        <Amounts row={row} />
      </Table.Td>
      <Table.Td miw={220} data-label="Resultado">
        {row.proposed === null ? <StatusPill status={row.status} /> : <Decision row={row} {...deciding} />}
      </Table.Td>
    </Table.Tr>
  );
}

/** What is asked; beside it what was awarded, or what the budget of an older proposal says, where that is another. */
function Amounts({ row: { amount, awarded, budgeted } }: { row: Ranked }) {
  const note =
    awarded !== null && awarded !== amount
      ? `Adjudicado: ${formatMoney(awarded)}`
      : budgeted !== null && `El presupuesto suma ${formatMoney(budgeted)}`;
  return (
    <>
      {formatMoney(amount)}
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

/** The result of one proposal, with the amount of an award, and why where either is not what the rules say. */
function Decision({ row, lines, choices, choose }: Omit<RowProps, 'criteria'>) {
  const choice = choiceOf(choices, row);
  const isAward = choice.result === 'award';
  const isLess = isAward && choice.amount !== null && choice.amount !== row.amount;
  return (
    <>
      <NativeSelect
        w="100%"
        aria-label={`Resultado de ${row.code}`}
        data={OPTIONS}
        value={choice.result}
        onChange={event =>
          choose(row, { result: RESULTS.find(r => r === event.currentTarget.value) ?? 'not_award' })
        }
      />
      {isAward && <Amount row={row} choice={choice} choose={choose} />}
      {isAward && row.upheld && lines.length > 1 && (
        <MoneyLine row={row} lines={lines} choices={choices} choose={choose} />
      )}
      {choice.result !== row.proposed || isLess ? (
        <TextInput
          w="100%"
          aria-label={`Motivo para ${row.code}`}
          placeholder="Por qué se aparta de lo propuesto"
          mt={4}
          value={choice.reason}
          maxLength={2000}
          onChange={event => choose(row, { reason: event.currentTarget.value })}
        />
      ) : (
        <Text size="xs" c="dimmed" mt={4}>
          {row.reason}
        </Text>
      )}
    </>
  );
}
function Amount({ row, choice, choose }: { row: Ranked; choice: Choice; choose: Props['choose'] }) {
  return (
    <NumberInput
      w="100%"
      mt={4}
      size="sm"
      label="Monto a adjudicar"
      labelProps={{ fz: 'xs', fw: 400, c: 'dimmed' }}
      aria-label={`Monto a adjudicar a ${row.code}`}
      prefix="$"
      thousandSeparator="."
      decimalSeparator=","
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={choice.amount ?? row.amount}
      onChange={value => choose(row, { amount: typeof value === 'number' ? value : null })}
      {...(row.amount > 0 && (choice.amount ?? 0) > row.amount && { error: MORE })}
    />
  );
}
/** An upheld appeal may have money left in any line. */
function MoneyLine({ row, lines, choices, choose }: Omit<RowProps, 'criteria'>) {
  const chosen = moneyLineOf(choices, row);
  const none = chosen === null ? [{ value: '', label: 'Elige una línea', disabled: true }] : [];
  return (
    <NativeSelect
      w="100%"
      mt={4}
      label="Línea que lo paga"
      labelProps={{ fz: 'xs', fw: 400, c: 'dimmed' }}
      aria-label={`Línea que paga ${row.code}`}
      data={[...none, ...lines.map(({ id, name }) => ({ value: id, label: name }))]}
      value={chosen ?? ''}
      onChange={event => choose(row, { lineId: event.currentTarget.value })}
    />
  );
}
const MORE = 'No puede superar lo que pide.';

/** Mean points, and how far apart they are where reviewers differ. */
function Criterion({ mark, of }: { mark: Ranked['criteria'][string] | undefined; of: number }) {
  if (!mark) return '—';
  return (
    <>
      {formatNumber(mark.mean, 2)} de {of}
      {mark.spread > 0 && (
        <Text size="xs" c="dimmed">
          dif. {formatNumber(mark.spread, 2)}
        </Text>
      )}
    </>
  );
}
