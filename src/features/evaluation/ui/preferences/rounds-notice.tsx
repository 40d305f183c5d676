import { Group, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../../domain/text/format.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { Settle } from '../../../../web/layout/loading/settle.tsx';
import { useRead } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { LinkButton } from '../../../../web/ui/link.tsx';
import { listRounds, type OwnRound } from '../../preferences/contract.ts';
import classes from './preferences.module.css';

/** How far one has come. */
export const answeredText = ({ answered, total }: Pick<OwnRound, 'answered' | 'total'>): string =>
  `${answered} de ${formatCount(total, 'respondida', 'respondidas')}`;

/** Calls that ask the reader now, above what is there without them: nothing if it fails. */
export function BelowRounds({ children }: { children: ReactNode }) {
  const { data, isPending } = useRead(listRounds);
  return (
    <>
      {data?.map(round => (
        <RoundNotice key={round.call.id} round={round} />
      ))}
      <Settle isSettled={!isPending}>{children}</Settle>
    </>
  );
}

function RoundNotice({ round }: { round: OwnRound }) {
  const { call, until, answered, total } = round;
  return (
    <section className={classes.bar} aria-label={`Preferencias de ${call.name}`}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconChecklist size={20} aria-hidden style={{ flexShrink: 0 }} />
        <Text size="sm" className="figures">
          <strong>{call.name}</strong> pide tus preferencias hasta el {formatInstant(until)} ·{' '}
          {answeredText(round)}
        </Text>
      </Group>
      <LinkButton
        href={paths.preferences(call.id)}
        size="compact-sm"
        variant={answered < total ? 'filled' : 'default'}
      >
        {answered < total ? 'Responder' : 'Ver mis respuestas'}
      </LinkButton>
    </section>
  );
}
