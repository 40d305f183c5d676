import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { formatCount } from '../../../domain/text/format.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { messageOf } from '../../../web/problem-error.ts';
import classes from './search-box.module.css';
import type { SearchAnswer } from './use-answer.tsx';

interface NoteProps {
  typed: string;
  answer: SearchAnswer;
  /** Hits, pages and actions shown. */
  results: number;
  /** Nothing fits, and everything has been looked at. */
  missed: boolean;
  /** The words have been sent. */
  told: boolean;
}

const REFUSED = {
  short: () => 'Escribe al menos tres letras.',
  signs: () => 'Escribe letras o números.',
  common: (typed: string) => `“${typed}” está en casi todas partes: escribe una palabra más precisa.`,
};

/** What is said below the list, of what is there only a count for who does not see it. */
function wordsOf({ typed, answer: { refused, error }, missed, told }: NoteProps): string[] {
  if (error) return [messageOf(error)];
  if (refused) return [REFUSED[refused](typed)];
  if (!missed) return [];
  return [
    `Nada coincide con “${typed}”.`,
    'Prueba con menos palabras, con otra forma de escribirlas o con el código.',
    ...(told ? ['La oficina sabrá qué palabras no encontraron nada, nunca quién las buscó.'] : []),
  ];
}

export function SearchNote(props: NoteProps) {
  const { typed, answer, results } = props;
  const words = wordsOf(props);
  const count =
    typed !== '' && !answer.busy && words.length === 0 && formatCount(results, 'resultado', 'resultados');
  return (
    <>
      <div role="status" className={words.length > 0 ? classes.note : 'visually-hidden'}>
        {count}
        {words.map(each => (
          <p key={each}>{each}</p>
        ))}
      </div>
      {answer.error && (
        <Button
          variant="default"
          className={classes.retry ?? ''}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={answer.retry}
        >
          {t('action.retry')}
        </Button>
      )}
    </>
  );
}
