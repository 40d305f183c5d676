import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { RunState } from '../../../web/bulk/run-state.tsx';
import { useChunks } from '../../../web/bulk/use-chunks.ts';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { keyOf } from '../../../web/query.ts';
import { listProjects } from '../../projects/contract.ts';
import { CHUNK, getBatch, listBatches, type Result, undoChange } from '../contract.ts';
import { projectsWords } from './effect-words.tsx';
import { type ProjectLine, ProjectRows } from './project-rows.tsx';
import { REASON_HELP, reasonError } from './reason.tsx';

/** Every list that shows a status is read again. */
export function useReadAgain() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listProjects, listBatches, getBatch].map(each => client.invalidateQueries({ queryKey: keyOf(each) })),
    );
}

interface UndoPanelProps {
  batch: string;
  projects: readonly Omit<ProjectLine, 'words' | 'refused'>[];
}

/** Takes a change back, project by project, and says how each ended. */
export function UndoPanel({ batch, projects }: UndoPanelProps) {
  const [given] = useState(projects);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { chunks, start, stop, resume } = useChunks<UndoPanelProps['projects'][number], Result>(CHUNK);
  const readAgain = useReadAgain();
  const run = () => {
    const found = reasonError(reason);
    setError(found);
    if (found) return;
    start([...given], async part => {
      const body = { reason, projects: part.map(({ kind, id }) => ({ kind, id })) };
      const results = await request(undoChange, { params: { batch }, body });
      void readAgain();
      return results;
    });
  };
  if (chunks.phase === 'idle')
    return (
      <Stack gap="xs">
        <ReasonField
          description={REASON_HELP}
          minRows={2}
          value={reason}
          onChange={text => {
            setReason(text);
            setError(null);
          }}
          error={error}
        />
        <Group justify="flex-end">
          <Button color="red" onClick={run}>
            Deshacer en {projectsWords(given.length)}
          </Button>
        </Group>
      </Stack>
    );
  const undone = chunks.results.filter(r => r.done).length;
  return (
    <Stack gap="xs">
      <RunState chunks={chunks} doing="Deshaciendo" onStop={stop} onResume={resume} />
      {chunks.phase !== 'running' && (
        <Text role="status">
          {undone === 1 ? 'Se deshizo en 1 proyecto.' : `Se deshizo en ${projectsWords(undone)}.`}
        </Text>
      )}
      <ResultRows label="Resultado de deshacer" projects={given} results={chunks.results} done="Deshecho." />
    </Stack>
  );
}

interface ResultRowsProps extends Pick<UndoPanelProps, 'projects'> {
  label: string;
  results: readonly Result[];
  done: string;
}

/** How each project ended, those that were refused first. */
export function ResultRows({ label, projects, results, done }: ResultRowsProps) {
  const byId = new Map(projects.map(p => [p.id, p]));
  const lines = [...results]
    .sort((a, b) => Number(a.done) - Number(b.done))
    .flatMap((result): ProjectLine[] => {
      const project = byId.get(result.id);
      if (!project) return [];
      const to = result.status && result.status !== project.from ? result.status : null;
      return [{ ...project, to, words: result.message ?? done, refused: !result.done }];
    });
  return lines.length > 0 ? <ProjectRows label={label} lines={lines} /> : null;
}
