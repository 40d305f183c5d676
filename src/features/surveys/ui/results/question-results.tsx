import { drawBars } from '../../../../domain/drawings/bars.ts';
import { lookUp } from '../../../../domain/kit/look-up.ts';
import { resultBars } from '../../../../domain/surveys/charts.ts';
import { countsOf, sharesOf } from '../../../../domain/surveys/shares.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import type { Results } from '../../results/contract.ts';
import { Comments } from './comments.tsx';
import classes from './results.module.css';

interface Props {
  wave: string;
  results: Results;
  part: Results['parts'][number];
}

type ClosedProps = Pick<Props, 'part'> & { question: Results['questions'][number] };

function ClosedQuestion({ question, part }: ClosedProps) {
  const shares = sharesOf(question, part.answers, countsOf(lookUp(part.tallies, question.key)));
  const bars = resultBars(question, shares);
  return <Figure title={question.text} draw={sheet => drawBars(bars, sheet)} />;
}

/** Every question in its order, with what a part of the answers came to; what was written is of no part. */
export function QuestionResults({ wave, results, part }: Props) {
  return (
    <ol className={classes.questions}>
      {results.questions.map(question => (
        <li key={question.key} className={classes.question}>
          {question.kind === 'text' ? (
            <>
              <h3 className={classes.written}>{question.text}</h3>
              {part.label !== '' && (
                <p className={classes.quiet}>
                  Lo escrito es de todas las respuestas: no se separa por grupos.
                </p>
              )}
              <Comments
                wave={wave}
                question={question.key}
                total={lookUp(results.comments, question.key) ?? 0}
              />
            </>
          ) : (
            <ClosedQuestion question={question} part={part} />
          )}
        </li>
      ))}
    </ol>
  );
}
