import { Button, Group, Radio, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { PREFERENCE_SLUGS, PREFERENCES } from '../../../../domain/calls/assigning/preferences.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import type { AskedProposal } from '../../preferences/contract.ts';
import classes from './preferences.module.css';
import { usePreference } from './use-preference.tsx';

interface CardProps {
  call: string;
  proposal: AskedProposal;
  isOpen: boolean;
  onAnswer: () => void;
}

/** What an invitation would tell of a proposal, and what the reader answers. */
export function PreferenceCard({ call, proposal, isOpen, onAnswer }: CardProps) {
  const { code, title, summary } = proposal;
  const answer = usePreference(call, proposal);
  const name = useId();
  return (
    <li className={classes.card}>
      <div>
        <Text size="sm" c="dimmed">
          {code}
        </Text>
        <Title order={2} size="h4">
          {title}
        </Title>
        <p className={classes.summary}>{summary || 'Sin resumen.'}</p>
      </div>
      <div>
        <Radio.Group
          name={name}
          label={`Tu preferencia para ${code}`}
          labelProps={{ className: 'visually-hidden' }}
          value={answer.value}
          onChange={value => {
            const chosen = PREFERENCE_SLUGS.find(slug => slug === value);
            if (!chosen) return;
            onAnswer();
            answer.choose(chosen);
          }}
        >
          <div className={classes.choices}>
            {PREFERENCE_SLUGS.map(slug => (
              <Radio key={slug} value={slug} label={PREFERENCES[slug].label} disabled={!isOpen} />
            ))}
          </div>
        </Radio.Group>
        <Saved answer={answer} />
      </div>
    </li>
  );
}

function Saved({
  answer: { error, isSaving, isSaved, retry },
}: {
  answer: ReturnType<typeof usePreference>;
}) {
  if (error)
    return (
      <Group gap="xs" mt="xs">
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {messageOf(error)}
        </Text>
        <Button size="compact-sm" variant="default" onClick={retry}>
          Reintentar
        </Button>
      </Group>
    );
  return (
    <Text role="status" size="xs" c="dimmed" mt="xs" mih="1.2rem">
      {isSaving ? 'Guardando…' : isSaved && 'Guardado'}
    </Text>
  );
}
