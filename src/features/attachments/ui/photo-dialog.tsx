import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  consentsFor,
  PHOTO_CONSENTS,
  PHOTO_PEOPLE,
  type PhotoConsent,
  type PhotoPeople,
} from '../../../domain/files/photo-answers.ts';
import { request } from '../../../web/api.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { answerPhoto, type ListedFile } from '../contract.ts';
import { useFilesOutdated } from './use-files.tsx';

/** Asks who can be recognised on a photo, and whether they allowed that it is published. */
export function PhotoDialog({ file, onClose }: { file: ListedFile; onClose: () => void }) {
  const { project } = useProject();
  const outdateFiles = useFilesOutdated();
  const [people, setPeople] = useState<PhotoPeople | null>(file.photo?.people ?? null);
  const [given, setConsent] = useState<PhotoConsent | null>(file.photo?.consent ?? null);
  const [note, setNote] = useState(file.photo?.note ?? '');
  const consent = consentOf(people, given);
  const save = async () => {
    if (people === null || consent === null) return;
    const params = { kind: project.kind, id: project.id, file: file.id };
    await request(answerPhoto, { params, body: { people, consent, note } });
    outdateFiles();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`Personas en «${file.name}»`}
      confirm="Guardar"
      persistent
      reason={consent === null ? 'Responde las preguntas de arriba.' : null}
      onCancel={onClose}
      onConfirm={save}
    >
      <Stack gap="md">
        <Choices
          label="¿Se puede reconocer a alguien?"
          options={PHOTO_PEOPLE}
          value={people}
          onChange={setPeople}
        />
        {people !== null && people !== 'nobody' && (
          <>
            <Choices
              label={
                people === 'minors'
                  ? '¿Autorizaron su publicación madre, padre o tutor?'
                  : '¿Autorizaron que se publique?'
              }
              description="Sin autorización la foto queda como evidencia y no se muestra en páginas públicas."
              options={PHOTO_CONSENTS.filter(c => consentsFor(people).includes(c.value))}
              value={consent}
              onChange={setConsent}
            />
            <TextInput
              label="Dónde está guardada la autorización"
              placeholder="Por ejemplo, carpeta de consentimientos 2026"
              maxLength={300}
              value={note}
              onChange={event => setNote(event.currentTarget.value)}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** What was answered, where it still fits who is recognised. */
function consentOf(people: PhotoPeople | null, given: PhotoConsent | null): PhotoConsent | null {
  if (people === null) return null;
  if (people === 'nobody') return 'not_needed';
  return given !== null && consentsFor(people).includes(given) ? given : null;
}

interface ChoicesProps<V extends string> {
  label: string;
  description?: string;
  options: readonly { readonly value: V; readonly label: string }[];
  value: V | null;
  onChange: (value: V) => void;
}

function Choices<V extends string>({ label, description, options, value, onChange }: ChoicesProps<V>) {
  return (
    <Radio.Group
      label={label}
      description={description}
      value={value ?? ''}
      onChange={chosen => onChange(chosen as V)}
    >
      <Stack gap="xs" mt="xs">
        {options.map(option => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
