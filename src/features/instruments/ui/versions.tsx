import { Button, Group, NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { sentQuestions } from '../../../domain/surveys/sent.ts';
import type { InstrumentVersion, Versions } from '../contract.ts';
import { QuestionsEditor } from './editor/questions-editor.tsx';
import { type EditedQuestions, useQuestions } from './editor/use-questions.tsx';
import { FormPreview } from './form-preview.tsx';
import { versionLabel } from './looks.tsx';

type Shown = Pick<InstrumentVersion, 'number' | 'frozenAt'>;

interface ChoiceProps {
  versions: readonly Shown[];
  shown: Shown;
  onShow: (number: number) => void;
}

/** Which version is looked at; the only one is said, not chosen. */
function VersionChoice({ versions, shown, onShow }: ChoiceProps) {
  if (versions.length === 1) return <Text fw={600}>{versionLabel(shown)}</Text>;
  return (
    <NativeSelect
      label="Versión"
      data={versions.map(v => ({ value: String(v.number), label: versionLabel(v) }))}
      value={String(shown.number)}
      onChange={event => onShow(Number(event.currentTarget.value))}
      maw="20rem"
    />
  );
}

/** Versions as anybody reads them: the form of each. */
export function ReadVersions({ stored }: { stored: Versions }) {
  const [number, setNumber] = useState<number | null>(null);
  const shown = stored.versions.find(v => v.number === number) ?? stored.versions[0];
  if (!shown) return null;
  return (
    <Stack gap="md" component="section" aria-label="Preguntas">
      <h2 className="visually-hidden">Preguntas</h2>
      <VersionChoice versions={stored.versions} shown={shown} onShow={setNumber} />
      <FormPreview questions={shown.questions} />
    </Stack>
  );
}

/** Versions as the office keeps them: what was sent is read, what is sent next is written. */
export function ManagedVersions({ id, stored }: { id: string; stored: Versions }) {
  const [number, setNumber] = useState<number | null>(null);
  // The sent version that is followed by one nobody has saved yet.
  const [followed, setFollowed] = useState<number | null>(null);
  const begin = () => {
    setFollowed(stored.versions[0]?.number ?? null);
    setNumber(null);
  };
  const edited = useQuestions(id, stored, begin);
  const [latest] = stored.versions;
  if (!latest) return null;
  const next: Shown = { number: latest.number + 1, frozenAt: null };
  const isNew = latest.frozenAt !== null && (followed === latest.number || edited.dirty);
  const versions: readonly Shown[] = isNew ? [next, ...stored.versions] : stored.versions;
  const shown = versions.find(v => v.number === number) ?? versions[0] ?? latest;
  const asked = stored.versions.find(v => v.number === shown.number)?.questions ?? [];
  return (
    <Stack gap="md" component="section" aria-label="Preguntas">
      <h2 className="visually-hidden">Preguntas</h2>
      <Group justify="space-between" align="flex-end" gap="sm">
        <VersionChoice versions={versions} shown={shown} onShow={setNumber} />
        {latest.frozenAt && !isNew && <Button onClick={begin}>Preparar una versión nueva</Button>}
      </Group>
      {shown.frozenAt ? (
        <FormPreview questions={asked} />
      ) : (
        <Writing
          edited={edited}
          stored={stored}
          onDiscard={() => {
            edited.adopt(stored);
            setFollowed(null);
          }}
        />
      )}
    </Stack>
  );
}

interface WritingProps {
  edited: EditedQuestions;
  stored: Versions;
  onDiscard: () => void;
}

function Writing({ edited, stored, onDiscard }: WritingProps) {
  return (
    <Tabs defaultValue="questions" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="questions">Preguntas</Tabs.Tab>
        <Tabs.Tab value="preview">Vista previa</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="questions">
        <QuestionsEditor edited={edited} sent={sentQuestions(stored.versions)} onDiscard={onDiscard} />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <FormPreview questions={edited.questions} />
      </Tabs.Panel>
    </Tabs>
  );
}
