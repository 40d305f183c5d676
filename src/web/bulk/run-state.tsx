import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import type { Chunks } from './use-chunks.ts';

interface RunStateProps {
  chunks: Pick<Chunks<unknown, unknown>, 'phase' | 'total' | 'results' | 'rest' | 'error'>;
  /** As in "Cambiando". */
  doing: string;
  onStop: () => void;
  onResume: () => void;
}

/** How far a list sent in parts has come; when it paused, why, and the way on. */
export function RunState({ chunks, doing, onStop, onResume }: RunStateProps) {
  const { phase, total, results, rest, error } = chunks;
  if (phase === 'idle' || phase === 'ended') return null;
  if (phase === 'paused')
    return (
      <Alert color="orange" role="alert" title={error ?? 'Detenido.'}>
        <Text size="sm">
          Listos {results.length} de {total}. Lo hecho queda hecho; puedes continuar o cerrar.
        </Text>
        <Button mt="xs" size="compact-sm" variant="default" onClick={onResume}>
          {rest.length === 1 ? 'Continuar con el que falta' : `Continuar con los ${rest.length} que faltan`}
        </Button>
      </Alert>
    );
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" role="status" className="figures">
          {doing} {results.length} de {total}…
        </Text>
        <Button size="compact-sm" variant="default" onClick={onStop}>
          Detener
        </Button>
      </Group>
      <Progress value={(results.length / total) * 100} aria-label={doing} transitionDuration={0} />
    </div>
  );
}
