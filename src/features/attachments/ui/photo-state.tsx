import { IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { mayPublish, type PhotoConsent, type PhotoPeople } from '../../../domain/files/photo-answers.ts';
import { isPhoto } from '../../../domain/text/file-types.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ListedFile } from '../contract.ts';
import classes from './files.module.css';

// Fetched when somebody answers.
const PhotoDialog = lazyPart(() => import('./photo-dialog.tsx'), 'PhotoDialog');

const CONSENT_SHORT: Record<PhotoConsent, string> = {
  not_needed: '',
  written: 'autorizada por escrito',
  spoken: 'autorizada de palabra',
  pending: 'sin autorización todavía',
  withdrawn: 'autorización retirada',
};
const PEOPLE_SHORT: Record<PhotoPeople, string> = {
  nobody: 'No se reconoce a nadie',
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
  const words = (
    <>
      <IconUsers size={14} aria-hidden /> {summaryOf(file)}
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
      {asking && (
        <Suspense>
          <PhotoDialog file={file} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
