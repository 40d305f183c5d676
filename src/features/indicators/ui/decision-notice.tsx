import { Button } from '@mantine/core';
import { isReturned } from '../../../domain/execution/measurement-states.ts';
import { formatCount } from '../../../domain/text/format.ts';
import type { ProjectIndicators } from '../contract.ts';
import classes from './indicators.module.css';
import { decidable, useIndicators } from './use-indicators.tsx';

/** What measurements ask of the reader: to decide them, or to mend what came back. */
function wordsFor(data: ProjectIndicators): string | null {
  const waiting = decidable(data).length;
  if (waiting > 0) return `${formatCount(waiting, 'medición espera', 'mediciones esperan')} tu decisión.`;
  const returned = data.measurements.filter(m => isReturned(m) && m.mayEdit).length;
  if (returned === 0) return null;
  return `${formatCount(returned, 'medición fue devuelta', 'mediciones fueron devueltas')}: lee el motivo, mejora y envía otra vez.`;
}

/** Says at the top that measurements further down wait for the reader. */
export function DecisionNotice({ onShow }: { onShow: () => void }) {
  const { data } = useIndicators();
  const words = data ? wordsFor(data) : null;
  if (words === null) return null;
  return (
    <div className={classes.waiting} role="status">
      <span>{words}</span>
      <Button size="xs" variant="default" onClick={onShow}>
        Ver mediciones
      </Button>
    </div>
  );
}
