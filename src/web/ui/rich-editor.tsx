import 'quill/dist/quill.snow.css';
import './rich-editor.css';
import Quill, { Delta, type Op } from 'quill';
import Link from 'quill/formats/link';
import { useEffect, useId, useRef } from 'react';
import { htmlToText, safeLink } from '../../domain/richtext.ts';
import { t } from '../i18n/i18n.ts';

// A refused address becomes blank, the text of the link stays.
Link.sanitize = safeLink;

const FORMATS = ['bold', 'italic', 'underline', 'list', 'indent', 'link'];

/** Keeps every space of a text as it is: the library would fold runs of them and turn `&nbsp;` into what it is not. */
function keepSpaces(quill: Quill) {
  quill.clipboard.addMatcher(Node.TEXT_NODE, (node, delta) => {
    const text = node.textContent ?? '';
    const betweenBlocks =
      text.trim() === '' && !node.parentElement?.closest('p, li, h1, h2, h3, h4, blockquote, pre');
    return betweenBlocks ? delta : new Delta().insert(text.replace(/\n/g, ' '));
  });
}

const BUTTONS = [
  { format: 'bold', label: 'editor.bold' },
  { format: 'italic', label: 'editor.italic' },
  { format: 'underline', label: 'editor.underline' },
  { format: 'list', value: 'bullet', label: 'editor.bullet' },
  { format: 'list', value: 'ordered', label: 'editor.ordered' },
  { format: 'link', label: 'editor.link' },
  { format: 'clean', label: 'editor.clean' },
] as const;

function Toolbar({ id }: { id: string }) {
  return (
    <div id={id} role="toolbar" aria-label={t('editor.toolbar')}>
      <span className="ql-formats">
        {BUTTONS.map(button => (
          <button
            key={button.label}
            type="button"
            className={`ql-${button.format}`}
            aria-label={t(button.label)}
            title={t(button.label)}
            {...('value' in button ? { value: button.value } : {})}
          />
        ))}
      </span>
    </div>
  );
}

/** What the editor holds: as plain text, and with its formatting to go on from later. */
export interface Edited {
  text: string;
  operations: Op[];
}

interface RichEditorProps {
  label: string;
  /** What to start from; read once. */
  html: string;
  /** Restored work, instead of `html`. */
  operations?: Op[] | undefined;
  onChange: (edited: Edited) => void;
}

/** Quill with its snow theme. */
export function RichEditor({ label, html, operations, onChange }: RichEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const toolbar = `toolbar-${useId().replace(/\W/g, '')}`;
  const start = useRef({ label, html, operations, onChange });
  start.current.onChange = onChange;
  useEffect(() => {
    const container = host.current;
    if (!container) return;
    const area = container.appendChild(document.createElement('div'));
    const quill = new Quill(area, { theme: 'snow', formats: FORMATS, modules: { toolbar: `#${toolbar}` } });
    keepSpaces(quill);
    const { html: from, operations: restored } = start.current;
    quill.setContents(
      restored ? new Delta(restored) : quill.clipboard.convert({ html: from.replaceAll('&nbsp;', ' ') }),
      'silent',
    );
    quill.history.clear();
    quill.root.setAttribute('role', 'textbox');
    quill.root.setAttribute('aria-multiline', 'true');
    quill.root.setAttribute('aria-label', start.current.label);
    area.querySelector('.ql-tooltip input')?.setAttribute('aria-label', t('editor.link'));
    area.querySelector('.ql-tooltip input')?.setAttribute('data-link', 'https://');
    const tell = () => {
      const text = htmlToText(quill.getSemanticHTML()).trim();
      start.current.onChange({ text, operations: quill.getContents().ops });
    };
    quill.on('text-change', tell);
    tell();
    quill.focus();
    quill.setSelection(quill.getLength(), 0, 'silent');
    return () => {
      quill.off('text-change', tell);
      area.remove();
    };
  }, [toolbar]);
  return (
    <div className="rich-editor">
      <Toolbar id={toolbar} />
      <div ref={host} />
    </div>
  );
}
