import { drawBars } from '../../../../domain/drawings/bars.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import type { Partner } from '../../contract.ts';

/** How many of its projects began in each year. */
export function ProjectsByYear({ items }: { items: readonly Partner['items'][number][] }) {
  const years = [...new Set(items.map(item => item.year))].sort((a, b) => a - b);
  const rows = years.map(year => ({
    label: String(year),
    values: [items.filter(item => item.year === year).length],
  }));
  const sentence = `${formatCount(items.length, 'proyecto', 'proyectos')} entre ${years[0]} y ${years.at(-1)}.`;
  return (
    <Figure
      title="Proyectos por año"
      draw={sheet =>
        drawBars(
          { series: ['Proyectos'], rows, of: 'Año', format: value => formatNumber(value), sentence },
          sheet,
        )
      }
    />
  );
}
