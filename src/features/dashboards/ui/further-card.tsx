import { drawFigure } from '../../../domain/figures/draw-figure.ts';
import { FigureCard, type FigureCardProps } from './figure-card.tsx';

/** A figure that is no bars. */
export const FurtherCard = (props: FigureCardProps) => <FigureCard {...props} draw={drawFigure} />;
