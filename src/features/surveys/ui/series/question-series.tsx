import { useId } from 'react';
import { drawLines } from '../../../../domain/drawings/line.ts';
import { changesOf, latestOf, lineKey, meansOf } from '../../../../domain/surveys/charts.ts';
import { scaleWords } from '../../../../domain/surveys/shares.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import type { Series } from '../../series/contract.ts';
import classes from './series.module.css';
import { SeriesTable } from './series-table.tsx';

/** A question over the years: means as lines, all as tables; what cannot be compared stands apart, and it is said where. */
export function QuestionSeries({ series }: { series: Series['series'][number] }) {
  const id = useId();
  const { lines } = series;
  const means = meansOf(series);
  const text = latestOf(lines)?.question.text ?? series.key;
  return (
    <section className={classes.question} aria-labelledby={id}>
      <h2 id={id}>{text}</h2>
      {changesOf(series).map(({ year, before, after }) => (
        <p key={`${year} ${lineKey({ question: after })}`} className={classes.change}>
          <strong>Cambió la escala</strong> en {year}. Antes: {scaleWords(before)}. Después:{' '}
          {scaleWords(after)}. Lo de antes y lo de después no se compara.
        </p>
      ))}
      {means && <Figure title={`Promedio por año: ${text}`} draw={sheet => drawLines(means, sheet)} />}
      {lines.map(line => (
        <SeriesTable key={lineKey(line)} line={line} />
      ))}
    </section>
  );
}
