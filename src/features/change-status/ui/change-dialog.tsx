import { Button, Group, Modal, Select, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { type Status, statusLabel } from '../../../domain/kinds/statuses.ts';
import { statusesOf } from '../../../domain/workflow/transitions.ts';
import { RunState } from '../../../web/bulk/run-state.tsx';
import { useReturnFocus } from '../../../web/form/dialog-focus.ts';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { t } from '../../../web/i18n/i18n.ts';
import { useRead } from '../../../web/query.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { listKinds } from '../../kinds/contract.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import type { Effect } from '../contract.ts';
import { AwardFields } from './award-fields.tsx';
import { asksAward, awardOf, moneyWords } from './awards.tsx';
import { certificateWords, effectWords, mailWords, projectsWords } from './effect-words.tsx';
import { NotifyField } from './notify-field.tsx';
import { type ProjectLine, ProjectRows } from './project-rows.tsx';
import { REASON_HELP } from './reason.tsx';
import { ResultRows, UndoPanel } from './undo-panel.tsx';
import { type Change, useChange } from './use-change.tsx';

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
  { notify, awards }: Pick<Change, 'notify' | 'awards'>,
): ProjectLine[] {
  const byId = new Map(projects.map(p => [p.id, p]));
  return [...effects]
    .sort((a, b) => urgency(a) - urgency(b))
    .flatMap(effect => {
      const project = byId.get(effect.id);
      if (!project) return [];
      const refused = effect.refused !== null;
      const words = [effectWords(effect, notify), moneyWords(effect, awards)].filter(Boolean).join(' ');
      const award = awardOf(effect, awards.written);
      const fields = award && effect.money && (
        <AwardFields
          code={project.code}
          money={effect.money}
          award={award}
          onChange={next => awards.write(effect.id, next)}
          errors={awards.shownErrors(effect)}
        />
      );
      const line = { ...lineOf(project), from: effect.from, to: refused ? null : to, refused };
      return { ...line, words: effect.refused ?? words, fields };
    });
}
/** What is refused first, then what has to be filled in. */
const urgency = (effect: Effect) => (effect.refused !== null ? 0 : asksAward(effect) ? 1 : 2);

export function ChangeDialog({ projects, onClose }: ChangeDialogProps) {
  useReturnFocus();
  const state = useChange(projects);
  const isPhone = useMediaQuery('(max-width: 48em)');
  const { phase } = state.change.chunks;
  const { projects: given, sent } = state;
  const what = given.length === 1 ? (given[0]?.code ?? '') : projectsWords(given.length);
  return (
    <Modal
      opened
      onClose={() => {
        state.change.stop();
        onClose(sent);
      }}
      title={`Cambiar el estado de ${what}`}
      size="60rem"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {phase === 'idle' ? (
        <Choosing projects={given} state={state} onCancel={() => onClose(sent)} />
      ) : (
        <Changing projects={given} state={state} onClose={() => onClose(true)} />
      )}
    </Modal>
  );
}

function whyNot({ to, preview, projects, awards }: Change, possible: number): string | null {
  if (!to) return 'Elige el nuevo estado.';
  if (preview.chunks.phase !== 'ended') return 'Espera a que termine la revisión previa.';
  if (possible === 0) return 'Ninguno de los proyectos elegidos puede pasar a este estado.';
  const [first, ...others] = projects.filter(p => awards.errors.has(p.id));
  if (!first) return null;
  const which = others.length === 0 ? first.code : projectsWords(others.length + 1);
  return `Revisa la línea y el monto de ${which}.`;
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
      {to && settled && <ForeseenEffects projects={projects} effects={effects} to={to} state={state} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <ActionButton reason={reason} onClick={() => state.apply(possible)} onRefused={state.awards.ask}>
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
  state: Change;
}

function ForeseenEffects({ projects, effects, to, state }: ForeseenProps) {
  const refused = effects.filter(e => e.refused !== null).length;
  const words = [summaryWords(effects.length - refused, refused), certificateWords(effects)];
  return (
    <>
      <Title order={3} size="h4">
        Qué pasará
      </Title>
      <Text size="sm" role="status">
        {words.filter(Boolean).join(' ')}
      </Text>
      <ProjectRows label="Efectos del cambio" lines={effectLines(projects, effects, to, state)} />
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
          {!undoing && failed > 0 && (
            <Button variant="default" onClick={state.again}>
              {failed === 1 ? 'Revisar el que no cambió' : 'Revisar los que no cambiaron'}
            </Button>
          )}
          <Button onClick={onClose}>{t('action.close')}</Button>
        </Group>
      )}
    </Stack>
  );
}
