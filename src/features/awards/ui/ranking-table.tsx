import { NativeSelect, NumberInput, Table, Text, TextInput } from '@mantine/core';
import { IconHourglass, IconScale } from '@tabler/icons-react';
import { Fragment } from 'react';
import { RESULT_LABELS, RESULTS } from '../../../domain/calls/proposals.ts';
import type { Proposed } from '../../../domain/calls/ranking.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { formatCount, formatMoney, formatNumber } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import cards from '../../../web/table/cards.module.css';
import { TextLink } from '../../../web/ui/link.tsx';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import type { getRanking, Ranked } from '../contract.ts';
import { type Choice, type Choices, choiceOf, moneyLineOf } from './choices.tsx';
import { usePages } from './pages.tsx';
import { isPending, type Standing } from './projection.tsx';
import classes from './ranking.module.css';

type Ranking = OutputOf<typeof getRanking>;
interface Props {
  ranking: Ranking;
  standing: Standing;
  choices: Choices;
  choose: (row: Ranked, more: Partial<Choice>) => void;
}

const OPTIONS = RESULTS.map(value => ({ value, label: RESULT_LABELS[value] }));

/** In pages, as each row has fields of its own. */
export function RankingTable({ ranking, standing, ...deciding }: Props) {
  const { criteria, lines } = ranking;
  const { shown, control } = usePages(ranking.rows);
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
            {shown.map(row => (
              <Fragment key={row.id}>
                <RankedRow row={row} criteria={criteria} lines={lines} standing={standing} {...deciding} />
                {standing.cuts.get(row.id)?.map(({ line, score }) => (
                  <Table.Tr key={line} className={classes.cut ?? ''}>
                    <Table.Td colSpan={6 + criteria.length} className="figures" data-first>
                      {standing.pending.length > 0 ? 'Corte proyectado' : 'Corte'}
                      {line && ` de ${line}`}: <strong>{formatNumber(score, 2)}</strong>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {control}
    </>
  );
}

interface RowProps {
  row: Ranked;
  standing: Standing;
  criteria: Ranking['criteria'];
  lines: Ranking['lines'];
  choices: Choices;
  choose: Props['choose'];
}

function RankedRow({ row, criteria, standing, ...deciding }: RowProps) {
  const isRead = row.scores.length > 0;
  return (
    <Table.Tr>
      <Table.Td className="figures" data-number data-label="N.º">
        {row.rank ?? '—'}
      </Table.Td>
      <Table.Td miw={200} data-first>
        <TextLink href={paths.project(row.kind, row.id, { tab: 'evaluation' })}>{row.code}</TextLink>
        <Text size="sm">{row.title}</Text>
        {row.upheld && (
          <Pill icon={IconScale} tone="attention">
            Apelación acogida
          </Pill>
        )}
        {isPending(row) && (
          <Pill icon={IconHourglass} tone="quiet">
            Provisional
          </Pill>
        )}
        <Text size="xs" c="dimmed">
          {row.faculty?.name}
        </Text>
      </Table.Td>
      <Table.Td className="figures" fw={600} data-number data-label="Puntaje">
        {row.score === null ? '—' : formatNumber(row.score, 2)}
        {isPending(row) && (
          <Text size="xs" c="dimmed">
            {row.scores.length} de {formatCount(row.reviewsNeeded ?? 0, 'evaluación', 'evaluaciones')}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="figures" data-number data-label="Diferencia">
        {isRead ? formatNumber(row.spread, 2) : '—'}
      </Table.Td>
      {criteria.map(c => (
        <Table.Td key={c.id} className="figures" data-number data-label={c.name}>
          <Criterion mark={isRead ? row.criteria[c.id] : undefined} of={c.maxPoints} />
        </Table.Td>
      ))}
      <Table.Td className="figures" data-number data-label="Monto">
        <Amounts row={row} />
      </Table.Td>
      <Table.Td miw={220} data-label="Resultado">
        {row.proposed === null ? <StatusPill status={row.status} /> : <Decision row={row} {...deciding} />}
        {isPending(row) && <Projected of={standing.results.get(row.id)} />}
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

/** What would come of a proposal that is still in evaluation. */
function Projected({ of }: { of: Proposed | undefined }) {
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {of ? `Proyectado: ${RESULT_LABELS[of.result]}. ${of.reason}` : 'Sin evaluaciones confirmadas.'}
    </Text>
  );
}

/** The result of one proposal, with the amount of an award, and why where either is not what the rules say. */
function Decision({ row, lines, choices, choose }: Omit<RowProps, 'criteria' | 'standing'>) {
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
function MoneyLine({ row, lines, choices, choose }: Omit<RowProps, 'criteria' | 'standing'>) {
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
