import { Button, Menu } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { formatCount } from '../../../../domain/text/format.ts';
import { usePlaceLabels } from '../place-labels.tsx';
import classes from './observing.module.css';
import { useObserving } from './observing.tsx';

/** In the bar at the foot: what is written so far, and the way to each. */
export function ObservingMenu() {
  const observing = useObserving();
  const labelOf = usePlaceLabels();
  if (!observing || observing.begun.length === 0) return null;
  const words = formatCount(observing.begun.length, 'observación sin enviar', 'observaciones sin enviar');
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronUp size={16} aria-hidden />}>
          {words}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        {observing.begun.map(observation => (
          <Menu.Item key={observation.id} onClick={() => observing.show(observation)}>
            {labelOf(observation.section)}
            <span className={classes.words}>{observation.text}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
