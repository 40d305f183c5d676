import { Alert, Box, Button, Text } from '@mantine/core';
import { ActionButton } from '../ui/action-button.tsx';
import classes from './save-bar.module.css';

interface Problem {
  readonly path: string;
  readonly words: string;
}

interface Props {
  /** Label of the button. */
  save: string;
  /** Why nothing can be saved now, or null. */
  reason: string | null;
  /** What the server said against it. */
  refusal: string | null;
  /** What is wrong and where. */
  problems: readonly Problem[];
  dirty: boolean;
  busy: boolean;
  /** Pixels above. */
  mt: number;
  onSave: () => void;
  onDiscard: () => void;
}

/** What is wrong and where, and the button that saves; always in view. */
export const SaveBar = ({ save, reason, refusal, problems, dirty, busy, mt, onSave, onDiscard }: Props) => (
  <Box className={classes.bar} mt={mt}>
    {(refusal || problems.length > 0) && (
      <Alert color="red" role="alert" w="100%">
        {refusal && <Text size="sm">{refusal}</Text>}
        {problems.map(({ path, words }) => (
          <Text key={`${path}/${words}`} size="sm">
            {words}
          </Text>
        ))}
      </Alert>
    )}
    <ActionButton loading={busy} reason={reason} onClick={onSave}>
      {save}
    </ActionButton>
    {dirty && (
      <Button variant="default" disabled={busy} onClick={onDiscard}>
        Descartar cambios
      </Button>
    )}
    <Text role="status" size="sm" c="dimmed">
      {dirty ? 'Hay cambios sin guardar.' : 'Todo guardado.'}
    </Text>
  </Box>
);
