import { Alert, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { formatCount } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import type { Ranked } from '../contract.ts';
import { lackingIn } from './projection.tsx';

interface Props {
  call: string;
  pending: readonly Ranked[];
  /** Why the call cannot be resolved now. */
  refusal: string | null;
}

/** What a ranking still waits for, and where that is seen to. */
export function PendingNotice({ call, pending, refusal }: Props) {
  return (
    <Alert color="cyan" icon={<IconHourglass aria-hidden />}>
      <Text size="sm">
        {lackingSentence(pending)}: puntajes, lugares y corte son provisionales.{' '}
        <TextLink href={paths.adminReviews({ call })}>Asignar evaluadores</TextLink>
      </Text>
      {refusal && (
        <Text size="sm" mt={4}>
          {refusal}
        </Text>
      )}
    </Alert>
  );
}

/** «Faltan 3 evaluaciones de 2 propuestas». */
function lackingSentence(pending: readonly Ranked[]): string {
  const lacking = pending.filter(row => lackingIn(row) > 0);
  const proposals = (of: readonly Ranked[]) => formatCount(of.length, 'propuesta', 'propuestas');
  const reviews = lacking.reduce((sum, row) => sum + lackingIn(row), 0);
  if (reviews === 0)
    return `${pending.length === 1 ? 'Sigue' : 'Siguen'} en evaluación ${proposals(pending)}`;
  return `${reviews === 1 ? 'Falta' : 'Faltan'} ${formatCount(reviews, 'evaluación', 'evaluaciones')} de ${proposals(lacking)}`;
}
