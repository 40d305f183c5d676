import { Button, Group, Modal, Select, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { type Status, statusLabel } from '../../../domain/kinds/statuses.ts';
import { statusesOf } from '../../../domain/workflow/transitions.ts';
import { request } from '../../../web/api.ts';
import { RunState } from '../../../web/bulk/run-state.tsx';
import { useChunks } from '../../../web/bulk/use-chunks.ts';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { t } from '../../../web/i18n/i18n.ts';
import { useRead } from '../../../web/query.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { listKinds } from '../../kinds/contract.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import { applyChange, CHUNK, type Effect, previewChange, type Result } from '../contract.ts';
import { effectWords, mailWords, projectsWords } from './effect-words.tsx';
import { NotifyField } from './notify-field.tsx';
import { type ProjectLine, ProjectRows } from './project-rows.tsx';
import { REASON_HELP, reasonError } from './reason.tsx';
import { ResultRows, UndoPanel, useReadAgain } from './undo-panel.tsx';

interface ChangeDialogProps {
  projects: readonly ProjectRow[];
  /** `changed` tells whether anything was sent. */
  onClose: (changed: boolean) => void;
}

/** Statuses that every kind chosen has: a project goes only where its kind goes. */
function useTargets(projects: readonly ProjectRow[]) {
  const { data = [] } = useRead(listKinds);
  const slugs = new Set<string>(projects.map(p => p.kind));
  const kinds = data.map(k => k.definition).filter(d => slugs.has(d.slug));
  const [first, ...others] = kinds.map(kind => statusesOf(kind));
  const shared = (first ?? []).filter(s => others.every(list => list.includes(s)));
  return {
    options: shared.map(s => ({ value: s as string, label: statusLabel(s) })),
    mixed: kinds.length > 1,
  };
}

const lineOf = ({ id, kind, code, title }: ProjectRow) => ({ id, kind, code, title });

function effectLines(
  projects: readonly ProjectRow[],
  effects: readonly Effect[],
  to: Status,
  notify: boolean,
): ProjectLine[] {
  const byId = new Map(projects.map(p => [p.id, p]));
  return [...effects]
    .sort((a, b) => Number(a.refused === null) - Number(b.refused === null))
    .flatMap(effect => {
      const project = byId.get(effect.id);
      if (!project) return [];
      const refused = effect.refused !== null;
      const words = effect.refused ?? effectWords(effect, notify);
      return { ...lineOf(project), from: effect.from, to: refused ? null : to, words, refused };
    });
}

/** From choosing the status to its result: what will happen, how far it has come, what happened, and the way back. */
function useChange(projects: readonly ProjectRow[]) {
  const [to, setTo] = useState<Status | null>(null);
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const [error, setError] = useState<string | null>(null);
  // One for the whole change, however often a part is sent.
  const [batch] = useState(() => crypto.randomUUID());
  const preview = useChunks<ProjectRow, Effect>(CHUNK);
  const change = useChunks<Effect, Result>(CHUNK);
  const readAgain = useReadAgain();
  const byId = new Map(projects.map(p => [p.id, p]));

  const choose = (next: Status) => {
    setTo(next);
    preview.start([...projects], part =>
      request(previewChange, { body: { to: next, projects: part.map(({ kind, id }) => ({ kind, id })) } }),
    );
  };
  const apply = (effects: Effect[]) => {
    const found = reasonError(reason);
    setError(found);
    if (found || !to) return;
    change.start(effects, async part => {
      const chosen = part.flatMap(({ id, version }) => {
        const kind = byId.get(id)?.kind;
        return kind ? [{ id, kind, version }] : [];
      });
      const results = await request(applyChange, { body: { batch, to, reason, notify, projects: chosen } });
      void readAgain();
      return results;
    });
  };
  const type = (text: string) => {
    setReason(text);
    setError(null);
  };
  return { to, choose, reason, type, notify, setNotify, error, batch, preview, change, apply };
}
type Change = ReturnType<typeof useChange>;

export function ChangeDialog({ projects, onClose }: ChangeDialogProps) {
  const [given] = useState(projects);
  const state = useChange(given);
  const isPhone = useMediaQuery('(max-width: 48em)');
  const { phase } = state.change.chunks;
  const what = given.length === 1 ? (given[0]?.code ?? '') : projectsWords(given.length);
  return (
    <Modal
      opened
      onClose={() => {
        state.change.stop();
        onClose(phase !== 'idle');
      }}
      title={`Cambiar el estado de ${what}`}
      size="60rem"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {phase === 'idle' ? (
        <Choosing projects={given} state={state} onCancel={() => onClose(false)} />
      ) : (
        <Changing projects={given} state={state} onClose={() => onClose(true)} />
      )}
    </Modal>
  );
}

function whyNot({ to, preview }: Change, possible: number): string | null {
  if (!to) return 'Elige el nuevo estado.';
  if (preview.chunks.phase !== 'ended') return 'Espera a que termine la revisión previa.';
  return possible === 0 ? 'Ninguno de los proyectos elegidos puede pasar a este estado.' : null;
}

function Choosing({
  projects,
  state,
  onCancel,
}: {
  projects: readonly ProjectRow[];
  state: Change;
  onCancel: () => void;
}) {
  const { options, mixed } = useTargets(projects);
  const { to, choose, preview } = state;
  const effects = preview.chunks.results;
  const possible = effects.filter(e => e.refused === null);
  const reason = whyNot(state, possible.length);
  const settled = preview.chunks.phase === 'ended';
  return (
    <Stack gap="sm">
      <Select
        label="Nuevo estado"
        description={mixed ? 'Los que tienen en común todos los tipos elegidos.' : undefined}
        withAsterisk
        data={options}
        value={to}
        onChange={value => value && choose(value as Status)}
        allowDeselect={false}
        maw="24rem"
        data-autofocus
      />
      <ReasonField
        description={REASON_HELP}
        minRows={2}
        value={state.reason}
        onChange={state.type}
        error={state.error}
      />
      <NotifyField
        value={state.notify}
        onChange={state.setNotify}
        mails={settled && to ? mailWords(possible.flatMap(e => e.mailed)) : null}
      />
      <RunState chunks={preview.chunks} doing="Revisando" onStop={preview.stop} onResume={preview.resume} />
      {to && settled && (
        <ForeseenEffects projects={projects} effects={effects} to={to} notify={state.notify} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <ActionButton reason={reason} onClick={() => state.apply(possible)}>
          {settled && possible.length > 0 ? `Cambiar ${projectsWords(possible.length)}` : 'Cambiar estado'}
        </ActionButton>
      </Group>
    </Stack>
  );
}

interface ForeseenProps {
  projects: readonly ProjectRow[];
  effects: readonly Effect[];
  to: Status;
  notify: boolean;
}

function ForeseenEffects({ projects, effects, to, notify }: ForeseenProps) {
  const refused = effects.filter(e => e.refused !== null).length;
  return (
    <>
      <Title order={3} size="h4">
        Qué pasará
      </Title>
      <Text size="sm" role="status">
        {summaryWords(effects.length - refused, refused)}
      </Text>
      <ProjectRows label="Efectos del cambio" lines={effectLines(projects, effects, to, notify)} />
    </>
  );
}

function summaryWords(possible: number, refused: number): string {
  const will = possible === 1 ? '1 proyecto cambiará.' : `${projectsWords(possible)} cambiarán.`;
  if (refused === 0) return will;
  return `${will} ${refused === 1 ? '1 no puede cambiar y queda como está.' : `${refused} no pueden cambiar y quedan como están.`}`;
}

function Changing({
  projects,
  state,
  onClose,
}: {
  projects: readonly ProjectRow[];
  state: Change;
  onClose: () => void;
}) {
  const [undoing, setUndoing] = useState(false);
  const { chunks, stop, resume } = state.change;
  const done = new Set(chunks.results.filter(r => r.done).map(r => r.id));
  const settled = chunks.phase !== 'running';
  const lines = projects.map(p => ({ ...lineOf(p), from: p.status, to: null }));
  const changed = lines.filter(p => done.has(p.id)).map(p => ({ ...p, from: state.to }));
  const failed = chunks.results.length - done.size;
  return (
    <Stack gap="sm">
      <RunState chunks={chunks} doing="Cambiando" onStop={stop} onResume={resume} />
      {settled && (
        <Text role="status">
          {done.size === 1 ? 'Cambió 1 proyecto.' : `Cambiaron ${projectsWords(done.size)}.`}
          {failed > 0 && ` ${failed === 1 ? '1 no cambió.' : `${failed} no cambiaron.`}`}
        </Text>
      )}
      {undoing ? (
        <UndoPanel batch={state.batch} projects={changed} />
      ) : (
        <ResultRows label="Resultado" projects={lines} results={chunks.results} done="Listo." />
      )}
      {settled && (
        <Group justify="flex-end" gap="xs">
          {!undoing && done.size > 0 && (
            <Button variant="default" onClick={() => setUndoing(true)}>
              Deshacer este cambio
            </Button>
          )}
          <Button onClick={onClose}>{t('action.close')}</Button>
        </Group>
      )}
    </Stack>
  );
}
