/**
 * Compares a file with the PDF of a certificate on its public page, in the browser alone: the file goes nowhere. The
 * page is complete without it. Built as one file of a fixed name, so it imports nothing.
 */
const MOST_MB = 20;

interface Answer {
  readonly text: string;
  readonly tone: 'good' | 'error' | '';
}

const wrong = (text: string): Answer => ({ text, tone: 'error' });

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');

/** Readers of PDFs take what begins within the first kilobyte, too. */
const isPdf = (bytes: ArrayBuffer): boolean =>
  new TextDecoder('latin1').decode(bytes.slice(0, 1024)).includes('%PDF-');

/** @param state what the certificate is, as `anulado`; empty while it is valid */
async function compare(file: File, { sha256 = '', state = '' }: DOMStringMap): Promise<Answer> {
  if (file.size > MOST_MB * 1024 * 1024)
    return wrong(`«${file.name}» pesa más de ${MOST_MB} MB: no es el PDF de este certificado.`);
  const bytes = await file.arrayBuffer();
  if (!isPdf(bytes)) return wrong(`«${file.name}» no es un PDF. Elige el archivo PDF del certificado.`);
  if (hex(await crypto.subtle.digest('SHA-256', bytes)) !== sha256)
    return wrong(`✕ «${file.name}» es distinto del documento emitido: se cambió, o es de otro certificado.`);
  return state
    ? { text: `Es el documento emitido, sin cambios, pero el certificado está ${state}.`, tone: 'error' }
    : { text: '✓ Es el documento emitido, sin cambios.', tone: 'good' };
}

const unread = (file: File): Answer => wrong(`No se pudo leer «${file.name}». Elígelo otra vez.`);

function listen(section: HTMLElement, drop: HTMLElement, say: (answer: Answer) => void): void {
  const input = drop.querySelector('input');
  let last: File | undefined;
  const take = async (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (!file) return;
    last = file;
    say({ text: `Comparando «${file.name}»…`, tone: '' });
    const answer = await compare(file, section.dataset).catch(() => unread(file));
    // Of an earlier file, which took longer.
    if (last === file) say(answer);
  };
  input?.addEventListener('change', () => {
    void take(input.files);
    // The same file again, once it was mended, is a change as well.
    input.value = '';
  });
  const over = (isOver: boolean) => drop.classList.toggle('over', isOver);
  // On the whole page: what misses the field would otherwise be opened in its place.
  document.addEventListener('dragover', event => {
    event.preventDefault();
    over(true);
  });
  document.addEventListener('dragleave', event => {
    if (!event.relatedTarget) over(false);
  });
  document.addEventListener('drop', event => {
    event.preventDefault();
    over(false);
    void take(event.dataTransfer?.files);
  });
}

function start(): void {
  const section = document.querySelector<HTMLElement>('#compare');
  const drop = section?.querySelector<HTMLElement>('.drop');
  const status = section?.querySelector<HTMLElement>('#answer');
  if (!section || !drop || !status) return;
  const say = ({ text, tone }: Answer) => {
    status.className = tone;
    status.textContent = text;
  };
  section.hidden = false;
  // Browsers have it where the page came over https, or from this machine.
  if (globalThis.crypto?.subtle) listen(section, drop, say);
  else {
    drop.hidden = true;
    say(
      wrong(
        `Para comparar aquí, la página tiene que abrirse con https. Calcula el SHA-256 de tu archivo y compáralo con ${section.dataset.sha256}.`,
      ),
    );
  }
}

start();
