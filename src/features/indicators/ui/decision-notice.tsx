import { Button } from '@mantine/core';
import { formatCount } from '../../../domain/text/format.ts';
import classes from './indicators.module.css';
import { decidable, useIndicators } from './use-indicators.tsx';

/** Says at the top that measurements further down wait for the reader. */
export function DecisionNotice({ onShow }: { onShow: () => void }) {
  const { data } = useIndicators();
  const count = data ? decidable(data).length : 0;
  if (count === 0) return null;
  return (
    <div className={classes.waiting} role="status">
      <span>{formatCount(count, 'medición espera', 'mediciones esperan')} tu decisión.</span>
      <Button size="xs" variant="default" onClick={onShow}>
        Ver mediciones
      </Button>
    </div>
  );
}
