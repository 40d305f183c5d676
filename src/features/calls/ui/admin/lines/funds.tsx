import { Group, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { moneyOf, transferRefusal } from '../../../../../domain/calls/calls.ts';
import { formatMoney } from '../../../../../domain/text/format.ts';
import { formatInstant } from '../../../../../web/dates.ts';
import cards from '../../../../../web/table/cards.module.css';
import { ActionButton } from '../../../../../web/ui/action-button.tsx';
import type { CallDetail } from '../../../contract.ts';
import classes from '../admin-call.module.css';
import { UNSAVED } from '../call-actions.tsx';
import { leftIn } from './left.tsx';
import { TransferDrawer } from './transfer-drawer.tsx';

interface FundsProps {
  call: CallDetail;
  dirty: boolean;
  /** Why the reader may change nothing of it. */
  refused: string | null;
}

/** The lines of a call that has opened: what the bases gave each, what moved since, and what is left. */
export function Funds({ call, dirty, refused }: FundsProps) {
  const [moving, setMoving] = useState(false);
  const total = call.lines.reduce((sum, line) => sum + line.budget, 0);
  return (
    <section aria-labelledby="call-lines">
      <Title order={2} size="h4" id="call-lines" mb="sm">
        Líneas
      </Title>
      <LinesTable call={call} />
      <Group mt="sm">
        <ActionButton
          variant="default"
          reason={refused ?? transferRefusal(call) ?? (dirty ? UNSAVED : null)}
          onClick={() => setMoving(true)}
        >
          Mover dinero entre líneas
        </ActionButton>
        <Text size="sm">Presupuesto de la convocatoria: {formatMoney(total)}</Text>
      </Group>
      <Transfers call={call} />
      {moving && <TransferDrawer call={call} onClose={() => setMoving(false)} />}
    </section>
  );
}

const SIGNS: Readonly<Record<string, string>> = { 1: '+', [-1]: '−' };
const signed = (money: number) => `${SIGNS[Math.sign(money)] ?? ''}${formatMoney(Math.abs(money))}`;

const MONEY: readonly [label: string, of: (line: CallDetail['lines'][number], call: CallDetail) => string][] =
  [
    ['Tope por proyecto', line => formatMoney(line.cap)],
    ['Presupuesto de las bases', line => formatMoney(line.budget)],
    ['Movido', line => signed(line.moved)],
    ['Presupuesto actual', line => formatMoney(moneyOf(line))],
    ['Adjudicado', (line, call) => formatMoney(moneyOf(line) - leftIn(call, line))],
    ['Queda', (line, call) => formatMoney(leftIn(call, line))],
  ];

function LinesTable({ call }: { call: CallDetail }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${cards.cards} ${classes.breakdown}`} tabIndex={0} aria-label="Dinero de las líneas">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Línea</Table.Th>
            {MONEY.map(([label]) => (
              <Table.Th key={label} scope="col" data-number>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {call.lines.map(line => (
            <Table.Tr key={line.id}>
              <Table.Th scope="row" fw={400} data-first>
                {line.name}
              </Table.Th>
              {MONEY.map(([label, of]) => (
                <Table.Td key={label} className="figures" data-number data-label={label}>
                  {of(line, call)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

const HEADS = ['Fecha', 'De', 'A', 'Monto', 'Motivo', 'Quién'] as const;

/** Every act that moved money, the newest first. */
function Transfers({ call }: { call: CallDetail }) {
  const transfers = call.funds?.transfers ?? [];
  if (transfers.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${cards.cards} ${classes.breakdown}`} tabIndex={0} aria-label="Dinero movido">
      <Title order={3} size="h5" mt="lg" mb="xs">
        Dinero movido
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {HEADS.map(head => (
              <Table.Th key={head} scope="col" data-number={head === 'Monto' || undefined}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transfers.map(t => (
            <Table.Tr key={t.id}>
              <Table.Th scope="row" fw={400} data-first className="figures">
                {formatInstant(t.at)}
              </Table.Th>
              <Table.Td data-label="De">{t.from}</Table.Td>
              <Table.Td data-label="A">{t.to}</Table.Td>
              <Table.Td className="figures" data-number data-label="Monto">
                {formatMoney(t.amount)}
              </Table.Td>
              <Table.Td data-label="Motivo" className={classes.reason ?? ''}>
                {t.reason}
              </Table.Td>
              <Table.Td data-label="Quién">{t.by}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
