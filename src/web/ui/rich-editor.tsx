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
  /** Told once with what it starts from. */
  onReady: (edited: Edited) => void;
  onChange: (edited: Edited) => void;
}

/** Quill with its snow theme. */
export function RichEditor(props: RichEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const toolbar = `toolbar-${useId().replace(/\W/g, '')}`;
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const container = host.current;
    if (!container) return;
    const area = container.appendChild(document.createElement('div'));
    const quill = new Quill(area, { theme: 'snow', formats: FORMATS, modules: { toolbar: `#${toolbar}` } });
    keepSpaces(quill);
    const { label, html, operations } = latest.current;
    quill.setContents(
      operations ? new Delta(operations) : quill.clipboard.convert({ html: html.replaceAll('&nbsp;', ' ') }),
      'silent',
    );
    quill.history.clear();
    quill.root.setAttribute('role', 'textbox');
    quill.root.setAttribute('aria-multiline', 'true');
    quill.root.setAttribute('aria-label', label);
    area.querySelector('.ql-tooltip input')?.setAttribute('aria-label', t('editor.link'));
    area.querySelector('.ql-tooltip input')?.setAttribute('data-link', 'https://');
    const edited = (): Edited => ({
      text: htmlToText(quill.getSemanticHTML()).trim(),
      operations: quill.getContents().ops,
    });
    const tell = () => latest.current.onChange(edited());
    quill.on('text-change', tell);
    latest.current.onReady(edited());
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
