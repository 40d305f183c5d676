import { Button, Group, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { isResolved } from '../../../domain/workflow/observation-states.ts';
import { request } from '../../../web/api.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { observationPath } from '../../ficha/ui/editor/needs.tsx';
import { useJump } from '../../ficha/ui/use-jump.tsx';
import type { Observation } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import { answerObservation, resolveObservation } from '../contract.ts';
import classes from './observations.module.css';

const STATES = { open: 'Por responder', answered: 'Respondida', resolved: 'Resuelta' } as const;

/** Sends something about an observation; the answer goes into the project on screen. */
function useObservationCall(send: () => Promise<Observation>, onDone?: () => void) {
  const { cache } = useProject();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const changed = await send();
      onDone?.();
      cache.update(p => ({
        ...p,
        observations: p.observations.map(o => (o.id === changed.id ? changed : o)),
      }));
      // Whether the project may be sent again depends on the answers.
      await cache.refresh();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { run, refusal, busy };
}

/** What somebody asked for, the answers, and the place to answer. */
export function ObservationCard({ observation, section }: { observation: Observation; section?: string }) {
  const { text, author, createdAt, state, answers, mayAnswer, mayResolve } = observation;
  const { project } = useProject();
  const { place } = usePlace(project);
  const body = useRef<HTMLElement>(null);
  const path = observationPath(observation.id);
  useJump(body, place.field === path ? path : null);
  return (
    <article ref={body} className={classes.card} data-state={state}>
      <header className={classes.head}>
        <span className={classes.state}>{STATES[state]}</span>
        {section && <strong>{section}</strong>}
        <span className={classes.meta}>
          {author.name}, <DateTime value={createdAt} withTime />
        </span>
      </header>
      <p className={classes.text}>{text}</p>
      {answers.map(answer => (
        <div key={answer.id} className={classes.answer}>
          <p className={classes.text}>{answer.text}</p>
          <span className={classes.meta}>
            {answer.author.name}, <DateTime value={answer.createdAt} withTime />
          </span>
        </div>
      ))}
      <div data-field={path}>{mayAnswer && <Answer observation={observation} />}</div>
      {mayResolve && <ResolveButton observation={observation} />}
    </article>
  );
}

/** An answered observation takes further answers, but does not ask for them. */
function Answer({ observation }: { observation: Observation }) {
  const [more, setMore] = useState(false);
  if (observation.answers.length === 0 || more)
    return <AnswerForm key={observation.answers.length} observation={observation} />;
  return (
    <Group justify="flex-end" mt={8}>
      <Button size="compact-sm" variant="subtle" onClick={() => setMore(true)}>
        Agregar otra respuesta
      </Button>
    </Group>
  );
}

function AnswerForm({ observation }: { observation: Observation }) {
  const { project } = useProject();
  const [text, setText] = useState('');
  const draft = useDraft({
    draftKey: ['project', project.id, 'answer', observation.id],
    value: text,
    changed: text !== '',
    onRestore: setText,
  });
  const params = { kind: project.kind, id: project.id, observation: observation.id };
  const { run, refusal, busy } = useObservationCall(
    () => request(answerObservation, { params, body: { text } }),
    () => {
      draft.clear();
      setText('');
    },
  );
  const again = observation.answers.length > 0;
  return (
    <div className={classes.form}>
      <Textarea
        label={again ? 'Agregar otra respuesta' : 'Tu respuesta'}
        autosize
        minRows={2}
        maxLength={4000}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        error={refusal}
      />
      <Group justify="flex-end" mt={8}>
        <Button
          size="xs"
          variant={again ? 'default' : 'filled'}
          loading={busy}
          disabled={text.trim() === ''}
          onClick={() => void run()}
        >
          Responder
        </Button>
      </Group>
    </div>
  );
}

function ResolveButton({ observation }: { observation: Observation }) {
  const { project } = useProject();
  const resolved = !isResolved(observation);
  const params = { kind: project.kind, id: project.id, observation: observation.id };
  const { run, refusal, busy } = useObservationCall(() =>
    request(resolveObservation, { params, body: { resolved } }),
  );
  return (
    <Group justify="flex-end" mt={8}>
      {refusal && (
        <span role="alert" className={classes.refusal}>
          {refusal}
        </span>
      )}
      <Button size="xs" variant="default" loading={busy} onClick={() => void run()}>
        {resolved ? 'Marcar como resuelta' : 'Abrir de nuevo'}
      </Button>
    </Group>
  );
}
