import { choiceWords, meanWords, percentWords } from '../../../../domain/surveys/charts.ts';
import { meanOf } from '../../../../domain/surveys/series.ts';
import { scaleWords, sharesOf } from '../../../../domain/surveys/shares.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import plain from '../../../../web/table/plain-table.module.css';
import type { Series } from '../../series/contract.ts';
import classes from './series.module.css';

type Line = Series['series'][number]['lines'][number];
type Point = Line['points'][number];

interface TableRow {
  readonly label: string;
  readonly of: (point: Point) => string;
}

/** How many were asked and answered, then what they said, in words. */
function rowsOf({ question }: Line): TableRow[] {
  const values = sharesOf(question, 0, {}).choices;
  const percentIn = (point: Point, value: string) =>
    sharesOf(question, point.answers, point.counts).choices.find(c => c.value === value)?.percent ?? null;
  return [
    { label: 'Encuestas', of: point => formatNumber(point.waves) },
    { label: 'Respondieron', of: point => formatNumber(point.answers) },
    ...(question.kind === 'scale'
      ? [{ label: 'Promedio', of: (point: Point) => meanWords(meanOf(point)) }]
      : []),
    ...values.map(choice => ({
      label: choiceWords(question, choice),
      of: (point: Point) => percentWords(percentIn(point, choice.value)),
    })),
  ];
}

/** A line of a question over the years, in figures. */
export function SeriesTable({ line }: { line: Line }) {
  const caption = `${line.question.text} · ${line.question.kind === 'scale' ? 'Escala' : 'Opciones'}: ${scaleWords(line.question)}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.place} aria-label={caption} tabIndex={0}>
      <table className={plain.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Año</th>
            {line.points.map(({ year }) => (
              <th key={year} scope="col" data-number>
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(line).map(({ label, of }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {line.points.map(point => (
                <td key={point.year} data-number>
                  {of(point)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
