import { Avatar } from '@mantine/core';
import { IconAlertCircle, IconBuilding, IconClock } from '@tabler/icons-react';
import { formatDue, formatSince, urgency } from '../../../domain/text/format.ts';
import { formatInstant } from '../../dates.ts';
import { t } from '../../i18n/i18n.ts';
import classes from './whose-turn.module.css';

export interface Turn {
  people: readonly { id: string; name: string }[];
  /** How many review it, whoever of them may be named. */
  reviewers?: number;
  office: boolean;
  /** ISO instants. */
  since: string;
  due: string | null;
  overdue: boolean;
  /** False while whoever holds it has nothing to do: it is under way. */
  now?: boolean;
  mine: boolean;
  next: string | null;
}

interface WhoseTurnProps {
  turn: Turn;
  /** Nobody holds a project that has ended. */
  final?: boolean;
  /** Adds what comes after this step. */
  withNext?: boolean;
  /** Off where it stands beside. */
  withDue?: boolean;
}

function holderName({ people, reviewers = 0, office, mine, now = true }: Turn, final: boolean): string {
  if (!now && !final) return t('turn.underWay');
  if (mine) return t('turn.yours');
  const [first, ...others] = people;
  if (first)
    return others.length > 0 ? `${first.name} ${t('turn.and', { count: others.length })}` : first.name;
  if (office) return t('turn.office');
  if (reviewers > 0) return t('turn.reviewers', { count: reviewers });
  return t(final ? 'turn.nobody' : 'turn.vacant');
}

/** Until when; what comes near or is late says so by icon, word and colour. */
export function Due({ due, overdue }: { due: string; overdue: boolean }) {
  const now = new Date();
  // The server's clock says whether it is overdue; the browser's only how near it is.
  const state = overdue ? 'overdue' : urgency(new Date(due), now);
  const Icon = overdue ? IconAlertCircle : IconClock;
  return (
    <span className={classes.due} data-state={state === 'none' ? undefined : state}>
      {state !== 'none' && <Icon size={14} aria-hidden />}
      <time dateTime={due} title={formatInstant(due)}>
        {formatDue(new Date(due), now)}
      </time>
    </span>
  );
}

/** Who holds it, since when, until when: the same line in every list, header and mail. */
export function WhoseTurn({ turn, final = false, withNext = false, withDue = true }: WhoseTurnProps) {
  const held = turn.people.length > 0 || turn.office || turn.mine || (turn.reviewers ?? 0) > 0;
  return (
    <span className={classes.turn} data-mine={turn.mine || undefined}>
      {turn.people[0] ? (
        <Avatar
          size={22}
          name={turn.people[0].name}
          alt=""
          color={turn.mine ? 'magenta' : 'gray'}
          variant={turn.mine ? 'filled' : 'light'}
        />
      ) : (
        turn.office && <IconBuilding size={18} aria-hidden />
      )}
      <span className={classes.name} title={turn.people.map(each => each.name).join(', ') || undefined}>
        {holderName(turn, final)}
      </span>
      {held && (
        <span className={classes.since}>
          <time dateTime={turn.since} title={formatInstant(turn.since)}>
            {formatSince(new Date(turn.since), new Date())}
          </time>
        </span>
      )}
      {held && withDue && turn.due && <Due due={turn.due} overdue={turn.overdue} />}
      {withNext && turn.next && <span className={classes.since}>{turn.next}</span>}
    </span>
  );
}
