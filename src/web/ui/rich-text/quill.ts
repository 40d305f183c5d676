import Quill, { Delta, type Op } from 'quill';
import Link from 'quill/formats/link';
import { htmlToText, safeLink } from '../../../domain/text/richtext.ts';
import { t } from '../../i18n/i18n.ts';

// A refused address becomes blank, the text of the link stays.
Link.sanitize = safeLink;

const FORMATS = ['bold', 'italic', 'underline', 'list', 'indent', 'link'];
const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, blockquote, pre';

/** What the editor holds: as plain text, as HTML, and with its formatting to go on from later. */
export interface Edited {
  text: string;
  /** Empty where there is no text. */
  html: string;
  operations: Op[];
}

interface Start {
  label: string;
  html: string;
  /** Restored work, instead of `html`. */
  operations?: Op[] | undefined;
  /** Selector of the toolbar; without one the editor has none. */
  toolbar?: string;
  /** Lets headings be kept and made: for texts whose formatting lasts. */
  headings?: boolean | undefined;
}

/** Keeps every space of a text as it is: the library would fold runs of them. */
function keepSpaces(quill: Quill) {
  quill.clipboard.addMatcher(Node.TEXT_NODE, (node, delta) => {
    const text = node.textContent ?? '';
    const layout = /^[ \t\r\n]*$/.test(text) && !node.parentElement?.closest(BLOCKS);
    return layout ? delta : new Delta().insert(text.replace(/\r\n|\r|\n/g, ' '));
  });
}

function nameParts(quill: Quill, label: string) {
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-label', label);
  const address = quill.container.querySelector('.ql-tooltip input');
  address?.setAttribute('aria-label', t('editor.address'));
  address?.setAttribute('data-link', 'https://');
}

/** Quill with its snow theme inside `host`. */
export function openEditor(host: HTMLElement, { label, html, operations, toolbar, headings }: Start) {
  const area = host.appendChild(host.ownerDocument.createElement('div'));
  const formats = headings ? [...FORMATS, 'header'] : FORMATS;
  const quill = new Quill(area, { theme: 'snow', formats, modules: { toolbar: toolbar ?? false } });
  keepSpaces(quill);
  // `&nbsp;` only protects spaces here; a person's own comes as `&#160;` (see the domain's `textToHtml`).
  const start = operations
    ? new Delta(operations)
    : quill.clipboard.convert({ html: html.replaceAll('&nbsp;', ' ') });
  quill.setContents(start, 'silent');
  quill.history.clear();
  nameParts(quill, label);
  return {
    read: (): Edited => {
      const semantic = quill.getSemanticHTML();
      const text = htmlToText(semantic).trim();
      // The library protects every space; those that nothing would fold are plain ones again.
      const kept = text && semantic.replaceAll('&nbsp;', ' ');
      return { text, html: kept, operations: quill.getContents().ops };
    },
    /** Where the cursor stands, or stood last. */
    insert: (text: string) => {
      const { index, length } = quill.getSelection(true);
      quill.deleteText(index, length, 'user');
      quill.insertText(index, text, 'user');
      quill.setSelection(index + text.length, 0, 'user');
    },
    onEdit: (listener: () => void) => {
      quill.on('text-change', listener);
      return () => quill.off('text-change', listener);
    },
    focusEnd: () => {
      quill.focus();
      quill.setSelection(quill.getLength(), 0, 'silent');
    },
    close: () => area.remove(),
  };
}
