import { Button, Textarea } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { MAX_OBSERVATIONS } from '../../../../domain/workflow/demands.ts';
import type { Observation } from '../../../project-record/detail/contract.ts';
import cards from '../observations.module.css';
import classes from './observing.module.css';
import { type UnsentObservation, useObserving } from './observing.tsx';

export interface PlaceProps {
  section: Observation['section'];
  /** How the place is called on screen. */
  label: string;
}

/** Begins an observation about a section, for who may return the project. */
export function ObserveButton({ section, label }: PlaceProps) {
  const observing = useObserving();
  if (!observing || observing.unsent.length >= MAX_OBSERVATIONS) return null;
  return (
    <Button
      className="no-print"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconMessagePlus size={16} aria-hidden />}
      aria-label={`Observar ${label}`}
      onClick={() => observing.observe(section)}
    >
      Observar
    </Button>
  );
}

/** What is being written about a section. */
export function UnsentObservations({ section, label }: PlaceProps) {
  const observing = useObserving();
  const own = observing?.unsent.filter(o => o.section === section) ?? [];
  return own.map((observation, n) => (
    <UnsentCard
      key={observation.id}
      observation={observation}
      label={own.length > 1 ? `Observación ${n + 1} a ${label}` : `Observación a ${label}`}
    />
  ));
}

function UnsentCard({ observation, label }: { observation: UnsentObservation; label: string }) {
  const observing = useObserving();
  const input = useRef<HTMLTextAreaElement>(null);
  const isWanted = observing?.wanted === observation.id;
  const onShown = observing?.onShown;
  useEffect(() => {
    if (!isWanted) return;
    // A menu that led here gives its focus back first.
    const frame = requestAnimationFrame(() => {
      input.current?.scrollIntoView({ block: 'center' });
      input.current?.focus({ preventScroll: true });
      onShown?.();
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted, onShown]);
  if (!observing) return null;
  return (
    <div className={`${cards.card} no-print`} data-state="unsent">
      <Textarea
        ref={input}
        label={label}
        description="Su responsable la lee cuando devuelves el proyecto. Puedes observar más secciones antes."
        placeholder="Qué hay que corregir o aclarar"
        autosize
        minRows={2}
        maxLength={4000}
        value={observation.text}
        onChange={event => observing.write(observation.id, event.currentTarget.value)}
      />
      <div className={classes.tools}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => observing.remove(observation.id)}
        >
          Quitar
        </Button>
      </div>
    </div>
  );
}
