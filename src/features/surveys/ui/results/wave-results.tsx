import { Select, Skeleton } from '@mantine/core';
import { percentWords } from '../../../../domain/surveys/charts.ts';
import { dividingQuestion } from '../../../../domain/surveys/questions.ts';
import { isCounted } from '../../../../domain/surveys/waves.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { useRead } from '../../../../web/query.ts';
import { DownloadMenu } from '../../../../web/table/download-menu.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import type { Wave } from '../../contract.ts';
import { getResults, listAnswers, listComments, type Results } from '../../results/contract.ts';
import { QuestionResults } from './question-results.tsx';
import classes from './results.module.css';
import { usePart } from './use-part.tsx';

/** What a survey came to: charts by question, parts, comments; until then what is known of it. */
export function WaveResults({ wave }: { wave: Wave }) {
  const { state } = wave;
  return isCounted(state) ? <Counted wave={wave} /> : <NotYet wave={wave} state={state} />;
}

const ANSWERS = { list: listAnswers, label: 'Respuestas con nombre' };
const ofNames = ({ anonymous, mayManage }: Wave) => (!anonymous && mayManage ? [ANSWERS] : []);

const WAITING = {
  draft: {
    title: 'Todavía no hay resultados',
    text: 'Los habrá cuando la encuesta se envíe, se responda y cierre.',
  },
  open: { title: 'Los resultados se muestran cuando la encuesta cierra.', text: null },
  closed: {
    title: 'Se están contando las respuestas',
    text: 'La encuesta cerró. Los resultados aparecen aquí en unos minutos.',
  },
} as const;

function NotYet({ wave, state }: { wave: Wave; state: keyof typeof WAITING }) {
  const { title, text } = WAITING[state];
  const files = wave.answers > 0 ? ofNames(wave) : [];
  return (
    <EmptyState
      headingLevel={3}
      title={title}
      text={text ?? `Hasta ahora: ${rateWords(wave)}.`}
      {...(files.length > 0 && { action: <DownloadMenu files={files} params={{ id: wave.id }} /> })}
    />
  );
}

/** How many of those invited answered; by the code of a room it may be more. */
function rateWords({ answers, invited }: Pick<Results, 'answers' | 'invited'>): string {
  const words = formatCount(answers, 'respuesta', 'respuestas');
  if (invited === 0) return words;
  const asked = formatCount(invited, 'persona invitada', 'personas invitadas');
  if (answers > invited) return `${words}, ${asked}`;
  return `${words} de ${asked} (${percentWords((100 * answers) / invited)})`;
}

function Counted({ wave }: { wave: Wave }) {
  const { data, error, refetch } = useRead(getResults, { params: { id: wave.id }, query: {} });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={480} aria-busy />;
  if (data.parts.length === 0) return <TooFew wave={wave} />;
  return <Shown wave={wave} results={data} />;
}

function TooFew({ wave }: { wave: Wave }) {
  const files = wave.answers > 0 ? ofNames(wave) : [];
  return (
    <EmptyState
      headingLevel={3}
      title="Muy pocas respuestas"
      text="Respondieron menos de cinco personas: los resultados no se muestran para proteger a quienes respondieron."
      {...(files.length > 0 && { action: <DownloadMenu files={files} params={{ id: wave.id }} /> })}
    />
  );
}

function Shown({ wave, results }: { wave: Wave; results: Results }) {
  const { questions, parts } = results;
  const [shown, go] = usePart(parts.length);
  const part = parts[shown] ?? parts[0];
  const writes = questions.some(q => q.kind === 'text');
  const files = [
    { list: getResults, label: 'Resultados' },
    ...(writes ? [{ list: listComments, label: 'Comentarios' }] : []),
    ...ofNames(wave),
  ];
  const declined =
    results.declined > 0
      ? ` ${formatCount(results.declined, 'persona no quiso', 'personas no quisieron')} responder.`
      : '';
  return (
    <>
      <div className={classes.tools}>
        {parts.length > 1 && <PartChoice parts={parts} shown={shown} onChange={go} />}
        <DownloadMenu files={files} params={{ id: wave.id }} />
      </div>
      <p className={classes.quiet}>
        {rateWords(results)}.{declined} <PartWords questions={questions} isDivided={parts.length > 1} />
      </p>
      {part && <QuestionResults wave={wave.id} results={results} part={part} />}
    </>
  );
}

interface PartChoiceProps {
  parts: Results['parts'];
  shown: number;
  onChange: (part: number) => void;
}

function PartChoice({ parts, shown, onChange }: PartChoiceProps) {
  const data = parts.map(({ label, answers }, n) => ({
    value: String(n),
    label: `${label || 'Todas las respuestas'} (${formatNumber(answers)})`,
  }));
  return (
    <Select
      className={classes.choice ?? ''}
      label="Mostrar"
      data={data}
      value={String(shown)}
      onChange={value => onChange(Number(value))}
      allowDeselect={false}
    />
  );
}

/** Why answers are shown apart as they are. */
function PartWords({ questions, isDivided }: Pick<Results, 'questions'> & { isDivided: boolean }) {
  const divided = dividingQuestion(questions);
  if (!divided) return null;
  return isDivided
    ? `Se separan por «${divided.text}»; los grupos con menos de cinco respuestas se juntan con otros, para proteger a quienes respondieron.`
    : `No se separan por «${divided.text}»: los grupos serían de menos de cinco respuestas.`;
}
