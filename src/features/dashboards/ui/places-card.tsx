import type { drawFigure } from '../../../domain/figures/draw-figure.ts';
import { drawPlaces } from '../../../domain/figures/draw-places.ts';
import { FigureCard, type FigureCardProps } from './figure-card.tsx';

const draw: typeof drawFigure = (_name, data, context, sheet) => drawPlaces(data, context, sheet);

/** A figure that is a map. */
export const PlacesCard = (props: FigureCardProps) => <FigureCard {...props} draw={draw} />;
