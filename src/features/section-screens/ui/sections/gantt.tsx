import { formatDay } from '../../../../web/dates.ts';
import classes from './gantt.module.css';

export interface GanttBar {
  readonly id: string;
  readonly label: string;
  /** Calendar days `yyyy-mm-dd`. */
  readonly from: string;
  readonly to: string;
  readonly isMilestone: boolean;
  readonly note?: string;
}

const DAY = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

interface Month {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** Whole months that cover all bars. */
function monthsOf(bars: readonly GanttBar[]): Month[] {
  const first = new Date(Math.min(...bars.map(b => at(b.from))));
  const last = Math.max(...bars.map(b => at(b.to)));
  const months: Month[] = [];
  for (let n = 0; ; n++) {
    const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1);
    if (start > last) return months;
    const day = new Date(start);
    const month = MONTHS[day.getUTCMonth()] ?? '';
    const withYear = n === 0 || day.getUTCMonth() === 0;
    months.push({
      label: withYear ? `${month} ${String(day.getUTCFullYear()).slice(2)}` : month,
      start,
      end: Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1),
    });
  }
}

/** Activities over months; the table of activities beside it says the same in words. */
export function Gantt({ bars, today }: { bars: readonly GanttBar[]; today: string }) {
  if (bars.length === 0) return null;
  const months = monthsOf(bars);
  const start = months[0]?.start ?? 0;
  const end = months.at(-1)?.end ?? 1;
  const percent = (instant: number) => ((instant - start) / (end - start)) * 100;
  const now = percent(at(today));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide charts scroll, also by keyboard
    <section className={classes.frame} aria-label="Carta Gantt" tabIndex={0}>
      <div className={classes.chart} style={{ minWidth: `${12 + months.length * 3}rem` }}>
        <div className={classes.head} aria-hidden>
          <span />
          <div className={classes.months}>
            {months.map(m => (
              <span key={m.start} style={{ flexGrow: (m.end - m.start) / DAY }}>
                {m.label}
              </span>
            ))}
          </div>
        </div>
        <ul className={classes.rows}>
          {bars.map(bar => (
            <li key={bar.id} className={classes.row}>
              <span className={classes.label} title={bar.label}>
                {bar.label}
              </span>
              <Track bar={bar} percent={percent} months={months} />
            </li>
          ))}
        </ul>
        {now >= 0 && now <= 100 && (
          <div className={classes.todayTrack} aria-hidden>
            <div className={classes.today} style={{ insetInlineStart: `${now}%` }} />
          </div>
        )}
      </div>
    </section>
  );
}

interface TrackProps {
  bar: GanttBar;
  percent: (instant: number) => number;
  months: readonly Month[];
}

function Track({ bar, percent, months }: TrackProps) {
  const left = percent(at(bar.from));
  const width = percent(at(bar.to) + DAY) - left;
  const dates = bar.from === bar.to ? formatDay(bar.from) : `${formatDay(bar.from)} a ${formatDay(bar.to)}`;
  const words = `${bar.isMilestone ? 'Hito, ' : ''}${dates}${bar.note ? `, ${bar.note}` : ''}`;
  return (
    <div className={classes.track}>
      {months.slice(1).map(m => (
        <i key={m.start} className={classes.line} style={{ insetInlineStart: `${percent(m.start)}%` }} />
      ))}
      {bar.isMilestone ? (
        <i className={classes.milestone} style={{ insetInlineStart: `${left + width / 2}%` }} title={words} />
      ) : (
        <i
          className={classes.bar}
          style={{ insetInlineStart: `${left}%`, width: `max(${width}%, 4px)` }}
          title={words}
        />
      )}
      <span className="visually-hidden">{words}</span>
    </div>
  );
}
