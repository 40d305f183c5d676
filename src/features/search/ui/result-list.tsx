import { Spotlight } from '@mantine/spotlight';
import type { MouseEvent } from 'react';
import { PageLink } from '../../../web/ui/link.tsx';
import { Emphasised } from './emphasis.tsx';
import type { Entry, EntryGroup } from './entries.tsx';
import classes from './search-box.module.css';

export const LIST_ID = 'search-results';
export const optionId = ({ key }: Entry) => `search-${key}`;

interface ListProps {
  groups: readonly EntryGroup[];
  selected: Entry | undefined;
  typed: string;
  onOpen: (entry: Entry, event: MouseEvent) => void;
}

/** What the library hands on to the element it draws, beyond the types of its own button. */
function rootOf(entry: Entry) {
  const { href } = entry;
  const id = optionId(entry);
  return href === undefined
    ? { renderRoot: (props: object) => <button type="button" {...props} id={id} /> }
    : { component: 'a', renderRoot: (props: object) => <PageLink {...{ ...props, id }} href={href} /> };
}

function Option({ entry, selected, typed, onOpen }: Omit<ListProps, 'groups'> & { entry: Entry }) {
  const { title, detail, icon: Icon, leadsToAll } = entry;
  return (
    <Spotlight.Action
      {...rootOf(entry)}
      role="option"
      aria-selected={entry === selected}
      className={classes.option}
      closeSpotlightOnTrigger={false}
      onClick={event => onOpen(entry, event)}
    >
      <Icon size={18} stroke={1.75} className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>
          {leadsToAll ? title : <Emphasised text={title} typed={typed} />}
        </span>
        {detail && (
          <span className={classes.detail}>
            <Emphasised text={detail} typed={typed} />
          </span>
        )}
      </span>
    </Spotlight.Action>
  );
}

/** The options in their groups. The part that scrolls is the list box: it needs no stop of the keyboard of its own. */
export function ResultList({ groups, ...each }: ListProps) {
  const viewport = { viewportProps: { id: LIST_ID, role: 'listbox', 'aria-label': 'Resultados' } };
  return (
    <Spotlight.ActionsList className={classes.list} {...viewport}>
      {groups.map(({ label, entries }) => (
        <Spotlight.ActionsGroup
          key={label}
          className={classes.group}
          label={label}
          role="group"
          aria-label={label}
        >
          {entries.map(entry => (
            <Option key={entry.key} entry={entry} {...each} />
          ))}
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  );
}
