import { Alert, Badge, Button, Skeleton, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { callTitle } from '../../../../domain/catalogues/call-title.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { OUTCOME_INFO } from '../../../../domain/notices/letters/result-letters.ts';
import type { Outcome } from '../../../../domain/notices/outcomes.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { ReadFailure } from '../../../../web/layout/page-states.tsx';
import { useRead } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { BarNotice } from '../../../../web/ui/bar-notice.tsx';
import { LinkButton, TextLink } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { type CallLetter, getCallLetters } from '../../letters/contract.ts';
import classes from './letters.module.css';

const LetterDrawer = lazyPart(() => import('./letter-drawer.tsx'), 'LetterDrawer');

type Shown = OutputOf<typeof getCallLetters>;

/** What a call says to its authors of each outcome, with the way to change it. */
export function LettersPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useRead(getCallLetters, { params: { call: id } });
  const [open, setOpen] = useState<Outcome | null>(null);
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={320} aria-busy />;
  const letter = data.letters.find(l => l.outcome === open);
  const isFixed = data.refusal !== null || data.barred?.last === false;
  return (
    <>
      <PageHeader
        title="Cartas de resultado"
        text={callTitle(data.call)}
        actions={
          <LinkButton variant="default" href={paths.adminCall(id)}>
            Ver la convocatoria
          </LinkButton>
        }
      />
      <Why shown={data} />
      <ul className={classes.letters}>
        {data.letters.map(one => (
          <Row key={one.outcome} letter={one} isFixed={isFixed} onOpen={() => setOpen(one.outcome)} />
        ))}
      </ul>
      <Text size="sm" mt="md">
        <TextLink href={paths.audit({ object: 'call', objectId: id })}>
          Ver los cambios en la auditoría
        </TextLink>
      </Text>
      {letter && (
        <Suspense>
          <LetterDrawer
            key={letter.outcome}
            call={id}
            stored={letter}
            readOnly={isFixed}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Why({ shown: { refusal, barred } }: { shown: Shown }) {
  return (
    <>
      {barred && <BarNotice bar={barred} mb="md" />}
      {refusal && (
        <Alert color="gray" mb="md">
          {refusal}
        </Alert>
      )}
      <Text size="sm" c="dimmed" mb="sm">
        Las reciben responsable y alterno junto con el resultado. La próxima carta usa el texto que esté
        guardado.
      </Text>
    </>
  );
}

interface RowProps {
  letter: CallLetter;
  /** Nobody, or not this person, may change it. */
  isFixed: boolean;
  onOpen: () => void;
}

function Row({ letter: { outcome, subject, updatedAt, updatedBy }, isFixed, onOpen }: RowProps) {
  const { label, help } = OUTCOME_INFO[outcome];
  const verb = isFixed ? 'Ver' : 'Editar';
  return (
    <li>
      <div>
        <Text fw={600} component="div">
          {label}{' '}
          {updatedAt && (
            <Badge variant="light" color="cyan" tt="none">
              Texto propio
            </Badge>
          )}
        </Text>
        <Text size="sm">{help}</Text>
        <Text size="sm" c="dimmed">
          Asunto: {subject}
          {updatedAt && ` · ${updatedBy ?? 'El sistema'}, ${formatInstant(updatedAt)}`}
        </Text>
      </div>
      <Button variant="default" size="xs" aria-label={`${verb} la carta: ${label}`} onClick={onOpen}>
        {verb}
      </Button>
    </li>
  );
}
