import { Button, Menu } from '@mantine/core';
import { type ReactNode, Suspense, useId, useState } from 'react';
import type { Drawing } from '../../domain/drawings/mark.ts';
import type { Sheet } from '../../domain/drawings/sheet.ts';
import { fetchWith, lazyPart } from '../routing/lazy-page.ts';
import { useSaving } from '../use-saving.ts';
import type { FigureLinks } from './draw-marks.tsx';
import classes from './drawing.module.css';
import { DrawingView } from './drawing-view.tsx';
import { PAPER_SHEET } from './paper-sheet.ts';

// Asked for by few.
const TableView = lazyPart(() => import('./table-view.tsx'), 'TableView');
const fetchFiles = fetchWith(() => import('./drawing-files.ts'), 'drawing-files');

interface Props {
  /** Names the figure, and its files. */
  readonly title: string;
  readonly draw: (sheet: Sheet) => Drawing;
  readonly links?: FigureLinks | undefined;
  /** What else there is to download. */
  readonly files?: ReactNode;
}

/** A drawing with its sentence, the table behind it and both as files. */
export function Figure({ title, draw, links, files }: Props) {
  const [asTable, setAsTable] = useState(false);
  const { saving, save } = useSaving();
  const id = useId();
  const paper = draw(PAPER_SHEET);
  const get = (kind: 'png' | 'svg' | 'csv') =>
    save(async () => (await fetchFiles()).fileOfDrawing(title, paper, kind));
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <p id={id} className={classes.title}>
        {title}
      </p>
      <Suspense>
        {asTable ? (
          <TableView title={title} table={paper.table} links={links} />
        ) : (
          <DrawingView draw={draw} links={links} />
        )}
      </Suspense>
      <figcaption className={classes.foot}>
        <p className={classes.sentence}>{paper.sentence}</p>
        <span className={classes.tools}>
          <Button variant="subtle" size="compact-sm" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Ver gráfico' : 'Ver tabla'}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="subtle" size="compact-sm" loading={saving}>
                Descargar
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void get('png')}>Imagen (PNG)</Menu.Item>
              <Menu.Item onClick={() => void get('svg')}>Dibujo (SVG)</Menu.Item>
              <Menu.Item onClick={() => void get('csv')}>Datos (CSV)</Menu.Item>
              {files}
            </Menu.Dropdown>
          </Menu>
        </span>
      </figcaption>
    </figure>
  );
}
