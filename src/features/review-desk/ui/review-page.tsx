import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconEyeOff, IconPaperclip } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { download, request } from '../../../web/api.ts';
import { config } from '../../../web/config.ts';
import { ReadFailure } from '../../../web/layout/page-states.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { useSaving } from '../../../web/use-saving.ts';
import { ReviewStatePill } from '../../evaluation/ui/reviews/review-state.tsx';
import { type DeskReview, getReview, linkReviewFile, printReview } from '../contract.ts';
import { AnswerBar } from './answer-bar.tsx';
import { AskAuthor } from './ask-author.tsx';
import { Proposal, SectionJumps } from './blocks.tsx';
import classes from './desk.module.css';
import { PartSwitch, usePart } from './part-switch.tsx';
import { RubricForm } from './rubric-form.tsx';

/** The proposal at the left, what the reviewer finds at the right; on a narrow screen one of both. */
export function ReviewPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data: review, error, refetch } = useRead(getReview, { params: { review: id } });
  usePageTitle(review?.code);
  if (error && !review) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!review)
    return (
      <Stack gap="sm" aria-busy>
        <h1 className="visually-hidden">Cargando la propuesta…</h1>
        <Skeleton h={32} w="60%" />
        <Skeleton h={400} />
      </Stack>
    );
  return <Desk review={review} />;
}

function Desk({ review }: { review: DeskReview }) {
  const { code, kind, title, state, answerBy, due, blind } = review;
  return (
    <>
      <Text size="sm" c="dimmed">
        {code} · {kind}
      </Text>
      <PageHeader
        title={title}
        text={
          <Group gap="sm">
            <ReviewStatePill state={state} />
            {answerBy && (
              <span>
                Responde hasta el <DateTime value={answerBy} />
              </span>
            )}
            {due && (
              <span>
                Vence el <DateTime value={due} />
              </span>
            )}
          </Group>
        }
        actions={!review.mayAnswer && <PdfButton review={review} />}
      />
      {blind && (
        <Alert icon={<IconEyeOff aria-hidden />} mb="md" color="cyan">
          Evaluación a ciegas: ocultamos los nombres, correos y unidades de quienes proponen hasta la
          resolución.
        </Alert>
      )}
      {review.mayAnswer ? <Invitation review={review} /> : <Halves review={review} />}
    </>
  );
}

/** What is told before the declaration: enough to know whether one can and may review it. */
function Invitation({ review }: { review: DeskReview }) {
  return (
    <section className={`${classes.proposal} ${classes.invitation}`} aria-label="Invitación">
      {review.call && (
        <>
          <p className={classes.label}>Convocatoria</p>
          <p className={classes.text}>{review.call}</p>
        </>
      )}
      <p className={classes.label}>Resumen</p>
      <p className={classes.text}>{review.summary || 'Sin resumen.'}</p>
      <AnswerBar review={review} />
    </section>
  );
}

function Halves({ review }: { review: DeskReview }) {
  const [part, setPart] = usePart(review.id);
  return (
    <>
      <PartSwitch part={part} onChange={setPart} />
      <div className={classes.desk} data-part={part}>
        <section className={classes.proposal} aria-label="Propuesta">
          <Title order={2} className="visually-hidden">
            Propuesta
          </Title>
          <SectionJumps sections={review.sections} />
          <Files review={review} />
          <Proposal sections={review.sections} />
        </section>
        {/* It scrolls beside the proposal; where nothing in it can be reached, it must be itself. */}
        <section
          className={classes.rubric}
          aria-label="Pauta de evaluación"
          {...(!review.mayEdit && { tabIndex: 0 })}
        >
          <AskAuthor review={review} />
          <RubricForm key={`${review.id}-${review.mayEdit}`} review={review} />
          {review.mayEdit && <AnswerBar review={review} />}
        </section>
      </div>
    </>
  );
}

function Files({ review }: { review: DeskReview }) {
  const open = async (file: string) => {
    // Opened before the answer, as a later window would be taken for an advertisement and blocked.
    const tab = window.open('', '_blank');
    try {
      const { url } = await request(linkReviewFile, { params: { review: review.id, file } });
      tab?.location.replace(new URL(config().apiBase + url, window.location.href).href);
    } catch (error) {
      tab?.close();
      toasts.error(asHtml(messageOf(error)));
    }
  };
  if (review.files.length === 0) return null;
  return (
    <Group gap="xs" mb="md">
      {review.files.map(f => (
        <Button
          key={f.id}
          size="compact-sm"
          variant="default"
          leftSection={<IconPaperclip size={14} aria-hidden />}
          onClick={() => void open(f.id)}
        >
          {f.name} ({f.type})
        </Button>
      ))}
    </Group>
  );
}

function PdfButton({ review }: { review: DeskReview }) {
  const { saving, save } = useSaving();
  const print = () => save(() => download(printReview, { params: { review: review.id } }));
  return (
    <Button
      variant="default"
      loading={saving}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void print()}
    >
      Descargar PDF
    </Button>
  );
}
