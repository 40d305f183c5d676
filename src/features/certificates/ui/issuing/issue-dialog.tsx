import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { RunState } from '../../../../web/bulk/run-state.tsx';
import { useChunks } from '../../../../web/bulk/use-chunks.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { type ClosedProject, issueForProjects, MOST_PROJECTS } from '../../issuing/contract.ts';
import { certificatesWords, issuedWords } from '../looks.tsx';
import { useCertificatesOutdated } from '../use-certificates.tsx';
import { leftOf, NotifySwitch } from './issued.tsx';
import classes from './issuing.module.css';

type Outcome = OutputOf<typeof issueForProjects>['rows'][number];

const projectsWords = (n: number) => formatCount(n, 'proyecto', 'proyectos');
const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

interface IssueDialogProps {
  projects: readonly ClosedProject[];
  /** `issued` tells whether anything was sent. */
  onClose: (issued: boolean) => void;
}

function useIssue(projects: readonly ClosedProject[]) {
  const [notify, setNotify] = useState(false);
  const { chunks, start, stop, resume } = useChunks<string, Outcome>(MOST_PROJECTS);
  const readAgain = useCertificatesOutdated();
  const run = () =>
    void start(
      projects.map(p => p.id),
      async ids => {
        const { rows } = await request(issueForProjects, { body: { ids: [...ids], notify } });
        void readAgain();
        return rows;
      },
    );
  return { notify, setNotify, chunks, run, stop, resume };
}
type Issue = ReturnType<typeof useIssue>;

/** Asks, then issues project by project and says how each ended; what was issued stays where it is stopped. */
export function IssueDialog({ projects, onClose }: IssueDialogProps) {
  useReturnFocus();
  const issue = useIssue(projects);
  const isPhone = useMediaQuery('(max-width: 48em)');
  const isAsking = issue.chunks.phase === 'idle';
  const close = () => {
    issue.stop();
    onClose(!isAsking);
  };
  const [first, ...others] = projects;
  const what = first && others.length === 0 ? first.code : projectsWords(projects.length);
  return (
    <Modal
      opened
      onClose={close}
      title={`Emitir certificados de ${what}`}
      size="lg"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {isAsking ? (
        <Asking projects={projects} issue={issue} onCancel={close} />
      ) : (
        <Issuing projects={projects} issue={issue} onClose={close} />
      )}
    </Modal>
  );
}

interface PartProps {
  projects: readonly ClosedProject[];
  issue: Issue;
}

function Asking({ projects, issue, onCancel }: PartProps & { onCancel: () => void }) {
  const left = sum(projects.map(leftOf));
  const { length } = projects;
  return (
    <Stack gap="md">
      <Text size="sm">
        {left === 1 ? 'Falta' : 'Faltan'} {certificatesWords(left)} en {projectsWords(length)}. Los que ya se
        emitieron quedan como están. Un certificado emitido no se borra: si hay un error, se anula con un
        motivo.
      </Text>
      <NotifySwitch value={issue.notify} onChange={issue.setNotify} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button onClick={issue.run} data-autofocus>
          Emitir {certificatesWords(left)}
        </Button>
      </Group>
    </Stack>
  );
}

function Issuing({ projects, issue, onClose }: PartProps & { onClose: () => void }) {
  const { phase, results } = issue.chunks;
  const refused = results.filter(r => r.refused !== null).length;
  const issued = sum(results.map(r => r.issued));
  const inProjects = projectsWords(results.filter(r => r.issued > 0).length);
  const words = [
    issued > 0 ? `${issuedWords(issued)} en ${inProjects}.` : 'No se emitió ninguno.',
    refused > 0 && `${projectsWords(refused)} sin emitir.`,
  ];
  return (
    <Stack gap="sm">
      <RunState chunks={issue.chunks} doing="Emitiendo" onStop={issue.stop} onResume={issue.resume} />
      {phase !== 'running' && <Text role="status">{words.filter(Boolean).join(' ')}</Text>}
      {results.length > 0 && <Results projects={projects} results={results} />}
      {phase !== 'running' && (
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('action.close')}</Button>
        </Group>
      )}
    </Stack>
  );
}

/** What was refused first; so many rows are drawn, the rest was issued. */
const MOST_ROWS = 100;

function Results({ projects, results }: Pick<PartProps, 'projects'> & { results: readonly Outcome[] }) {
  const codes = new Map(projects.map(p => [p.id, p]));
  const sorted = results.toSorted((a, b) => Number(a.refused === null) - Number(b.refused === null));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul className={classes.results} aria-label="Resultado" tabIndex={0}>
      {sorted.slice(0, MOST_ROWS).map(({ id, issued, refused }) => (
        <li key={id}>
          <span>
            <b className="figures">{codes.get(id)?.code}</b> {codes.get(id)?.title}
          </span>
          <small data-refused={refused !== null || undefined}>
            {refused !== null && <IconAlertTriangle size={14} aria-hidden />}
            {refused ?? (issued === 0 ? 'Ya los tenían todos.' : `${issuedWords(issued)}.`)}
          </small>
        </li>
      ))}
    </ul>
  );
}
