import { Menu } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { Sheet } from '../../../domain/drawings/sheet.ts';
import type { drawFigure } from '../../../domain/figures/draw-figure.ts';
import { figureOf } from '../../../domain/figures/figures.ts';
import type { FigureContext } from '../../../domain/figures/values.ts';
import { download } from '../../../web/api.ts';
import type { FigureLinks } from '../../../web/drawing/draw-marks.tsx';
import { Figure } from '../../../web/drawing/figure.tsx';
import { useGo } from '../../../web/ui/link.tsx';
import { useSaving } from '../../../web/use-saving.ts';
import { type FigureData, printDashboard } from '../contract.ts';
import { listPath } from './links.tsx';
import classes from './reports.module.css';
import type { Report } from './use-report.tsx';

export interface FigureCardProps {
  data: FigureData;
  /** Always the same one, or all is drawn anew. */
  context: FigureContext;
  report: Report;
}

interface Props extends FigureCardProps {
  draw: typeof drawFigure;
}

/** Lists behind the marks: `2` is the third row, `2:o` the same of what it is compared with. */
function useLinks({ name, rows }: FigureData, { own, other, scope }: Report): FigureLinks {
  const go = useGo();
  // New objects each time, of what the address says.
  const filters = JSON.stringify([own, other]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are new at each drawing, what they do is not
  return useMemo(() => {
    return {
      ofMark: id => {
        const row = rows[Number.parseInt(id, 10)];
        const side = id.endsWith(':o') ? other : own;
        return row && side ? listPath(name, { ...side, scope }, row) : null;
      },
      go,
    };
  }, [name, rows, filters, scope]);
}

/** A figure of the dashboards as a drawing whose parts lead to what they are made of. */
export function FigureCard({ data, context, report, draw: drawn }: Props) {
  const { name } = data;
  const { title } = figureOf(name);
  const { topic, query } = report;
  const links = useLinks(data, report);
  const { save } = useSaving();
  const print = () =>
    void save(() => download(printDashboard, { params: { topic }, query: { ...query, figure: name } }));
  const draw = useCallback((sheet: Sheet) => drawn(name, data, context, sheet), [drawn, name, data, context]);
  return (
    <section className={classes.card} aria-label={title}>
      {data.rows.length > 0 ? (
        <Figure
          title={title}
          draw={draw}
          links={links}
          files={<Menu.Item onClick={print}>Documento (PDF)</Menu.Item>}
        />
      ) : (
        <>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.none}>Sin datos para este gráfico</p>
        </>
      )}
    </section>
  );
}
