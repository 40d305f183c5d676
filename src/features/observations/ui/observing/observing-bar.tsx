import { Button, Menu } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { REPORT_PLACE } from '../../../../domain/reports/names.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { usePlaceLabels } from '../place-labels.tsx';
import classes from './observing.module.css';
import { type Observing, useObserving } from './observing.tsx';

interface FirstProps {
  offer: Observing['offer'];
}

/** Begins where nothing is chosen: at the report where it is that which is read, else at the first section. */
export function ObserveFirst({ offer }: FirstProps) {
  const { project } = useProject();
  const observing = useObserving();
  const place = offer.action === 'return_final_report' ? REPORT_PLACE : project.sections[0]?.slug;
  // Once something is written, the bar at the foot sends it.
  if (observing && observing.begun.length > 0) return null;
  const empty = observing?.unsent.at(0);
  const begin = () => {
    if (empty) observing?.show(empty);
    else if (place) observing?.observe(place);
  };
  return (
    <Button variant="default" disabled={!observing} onClick={begin}>
      {offer.label}
    </Button>
  );
}

/** In the bar at the foot: what is written so far with the way to each, and what sends it all. */
export function ObservingBar({ onReturn }: { onReturn: (action: Observing['offer']['action']) => void }) {
  const observing = useObserving();
  const labelOf = usePlaceLabels();
  if (!observing || observing.begun.length === 0) return null;
  const { begun, offer } = observing;
  return (
    <>
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="subtle" color="gray" rightSection={<IconChevronUp size={16} aria-hidden />}>
            {formatCount(begun.length, 'observación sin enviar', 'observaciones sin enviar')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu ?? ''}>
          {begun.map(observation => (
            <Menu.Item key={observation.id} onClick={() => observing.show(observation)}>
              {labelOf(observation.section)}
              <span className={classes.words}>{observation.text}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button variant="filled" onClick={() => onReturn(offer.action)}>
        {`Devolver con ${formatCount(begun.length, 'observación', 'observaciones')}`}
      </Button>
    </>
  );
}

/** Everything that is sent, to be read once more before it is. */
export function UnsentList() {
  const observing = useObserving();
  const labelOf = usePlaceLabels();
  return (
    <ul className={classes.list} aria-label="Observaciones">
      {observing?.begun.map(({ id, section, text }) => (
        <li key={id}>
          <strong>{labelOf(section)}</strong>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
