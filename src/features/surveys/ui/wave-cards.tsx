import cards from '../../../web/layout/part-cards.module.css';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import type { WaveRow } from '../contract.ts';
import { answerWords, audienceLabel, lastDayWords, WavePill } from './looks.tsx';
import classes from './surveys.module.css';

function wordsOf(row: WaveRow, withProject: boolean): string {
  const answers = answerWords(row);
  return [
    withProject && row.project?.code,
    audienceLabel(row),
    row.instrument.name,
    `último día ${lastDayWords(row)}`,
    answers && `respuestas: ${answers}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface WaveCardsProps {
  rows: readonly WaveRow[];
  /** Whether a card says of which project it is. */
  withProject?: boolean;
}

/** Surveys beside something else, each leading to its page. */
export const WaveCards = ({ rows, withProject = false }: WaveCardsProps) => (
  <ul className={cards.cards}>
    {rows.map(row => (
      <li key={row.id} className={cards.card}>
        <TextLink href={paths.survey(row.id)} className={classes.title ?? ''}>
          {row.title}
        </TextLink>
        <WavePill state={row.state} />
        <span className={cards.words}>{wordsOf(row, withProject)}</span>
      </li>
    ))}
  </ul>
);
