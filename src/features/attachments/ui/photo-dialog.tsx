import { Radio, Stack, TextInput } from '@mantine/core';
import { IconUserQuestion, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import {
  consentsFor,
  mayPublish,
  PHOTO_CONSENTS,
  PHOTO_PEOPLE,
  type PhotoConsent,
  type PhotoPeople,
} from '../../../domain/files/photo-answers.ts';
import { isPhoto } from '../../../domain/text/file-types.ts';
import { request } from '../../../web/api.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { answerPhoto, type ListedFile } from '../contract.ts';
import classes from './files.module.css';
import { useFilesOutdated } from './use-files.tsx';

const CONSENT_SHORT: Record<PhotoConsent, string> = {
  not_needed: '',
  written: 'autorizada por escrito',
  spoken: 'autorizada de palabra',
  pending: 'sin autorización todavía',
  withdrawn: 'autorización retirada',
};
const PEOPLE_SHORT: Record<PhotoPeople, string> = {
  none: 'No se reconoce a nadie',
  adults: 'Se reconocen personas adultas',
  minors: 'Se reconocen menores de edad',
};

function summaryOf({ photo }: ListedFile): string {
  if (!photo) return '¿Se reconocen personas?';
  const consent = CONSENT_SHORT[photo.consent];
  return `${PEOPLE_SHORT[photo.people]}${consent && `, ${consent}`}${mayPublish(photo) ? '' : ' · no se publica'}`;
}

/** Who can be recognised on a photo, said by the team: nothing is published without an answer. */
export function PhotoState({ file, mayAnswer }: { file: ListedFile; mayAnswer: boolean }) {
  const [asking, setAsking] = useState(false);
  if (!isPhoto(file.contentType) || (!file.photo && !mayAnswer)) return null;
  const Icon = file.photo ? IconUsers : IconUserQuestion;
  const words = (
    <>
      <Icon size={14} aria-hidden /> {summaryOf(file)}
    </>
  );
  if (!mayAnswer) return <span className={classes.photo}>{words}</span>;
  return (
    <>
      <button
        type="button"
        className={classes.photo}
        aria-label={`${summaryOf(file)}: ${file.name}`}
        onClick={() => setAsking(true)}
      >
        {words}
      </button>
      {asking && <PhotoDialog file={file} onClose={() => setAsking(false)} />}
    </>
  );
}

function PhotoDialog({ file, onClose }: { file: ListedFile; onClose: () => void }) {
  const { project } = useProject();
  const outdateFiles = useFilesOutdated();
  const [people, setPeople] = useState<PhotoPeople | null>(file.photo?.people ?? null);
  const [consent, setConsent] = useState<PhotoConsent | null>(file.photo?.consent ?? null);
  const [note, setNote] = useState(file.photo?.note ?? '');
  const offered = people === null ? [] : consentsFor(people);
  const answer =
    people === 'none' ? 'not_needed' : consent !== null && offered.includes(consent) ? consent : null;
  const save = async () => {
    if (people === null || answer === null) return;
    const params = { kind: project.kind, id: project.id, file: file.id };
    await request(answerPhoto, { params, body: { people, consent: answer, note } });
    outdateFiles();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`Personas en «${file.name}»`}
      confirm="Guardar"
      persistent
      reason={answer === null ? 'Responde las preguntas de arriba.' : null}
      onCancel={onClose}
      onConfirm={save}
    >
      <Stack gap="md">
        <Radio.Group
          label="¿Se puede reconocer a alguien?"
          value={people ?? ''}
          onChange={value => setPeople(value as PhotoPeople)}
        >
          <Stack gap="xs" mt="xs">
            {PHOTO_PEOPLE.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {people !== null && people !== 'none' && (
          <Radio.Group
            label={
              people === 'minors'
                ? '¿Autorizaron su publicación madre, padre o tutor?'
                : '¿Autorizaron que se publique?'
            }
            description="Sin autorización la foto queda como evidencia y no se muestra en páginas públicas."
            value={answer ?? ''}
            onChange={value => setConsent(value as PhotoConsent)}
          >
            <Stack gap="xs" mt="xs">
              {PHOTO_CONSENTS.filter(c => offered.includes(c.value)).map(({ value, label }) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {people !== null && people !== 'none' && (
          <TextInput
            label="Dónde está guardada la autorización"
            placeholder="Por ejemplo, carpeta de consentimientos 2026"
            maxLength={300}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
