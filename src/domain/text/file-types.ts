import { asFileName, withExtension } from './file-names.ts';

/** What may be uploaded, by its content: media type → extension. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'video/mp4': 'mp4',
  'application/zip': 'zip',
};

/** For the file chooser and the sentence below it. */
export const FILE_TYPE_NAMES = 'PDF, JPEG, PNG, WebP, DOCX, XLSX, PPTX, ODT, ODS, MP4 o ZIP';

export const isPhoto = (contentType: string): boolean => contentType.startsWith('image/');

/** Shown by the browser itself; everything else is downloaded. */
export const opensInBrowser = (contentType: string): boolean =>
  contentType === 'application/pdf' || isPhoto(contentType) || contentType === 'video/mp4';

const SAME: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', m4v: 'mp4' };

/** The name as it is kept, with the extension of its content: `informe.pdf` that is a document becomes `informe.pdf.docx`. */
export function nameFor(name: string, contentType: string): string {
  const right = FILE_TYPES[contentType];
  const own = name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '';
  return !right || (SAME[own] ?? own) === right ? asFileName(name) : withExtension(name, right);
}
