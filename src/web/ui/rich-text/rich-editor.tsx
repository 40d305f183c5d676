import 'quill/dist/quill.snow.css';
import './rich-editor.css';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { t } from '../../i18n/i18n.ts';
import { type Edited, openEditor } from './quill.ts';

const BUTTONS = [
  { format: 'bold', label: 'editor.bold' },
  { format: 'italic', label: 'editor.italic' },
  { format: 'underline', label: 'editor.underline' },
  { format: 'list', value: 'bullet', label: 'editor.bullet' },
  { format: 'list', value: 'ordered', label: 'editor.ordered' },
  { format: 'link', label: 'editor.link' },
  { format: 'clean', label: 'editor.clean' },
] as const;

const HEADINGS = [
  { format: 'header', value: '2', label: 'editor.heading' },
  { format: 'header', value: '3', label: 'editor.subheading' },
] as const;

function Toolbar({ id, headings }: { id: string; headings: boolean }) {
  return (
    <div id={id} role="toolbar" aria-label={t('editor.toolbar')}>
      <span className="ql-formats">
        {[...(headings ? HEADINGS : []), ...BUTTONS].map(button => (
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

/** Puts words where the cursor stands. */
export type Insert = (text: string) => void;

interface RichEditorProps {
  label: string;
  /** What to start from; read once. */
  html: string;
  /** Restored work, instead of `html`. */
  operations?: Edited['operations'] | undefined;
  /** Offers headings: for texts whose formatting lasts. */
  headings?: boolean | undefined;
  /** Told once with what it starts from. */
  onReady?: (edited: Edited) => void;
  onChange: (edited: Edited) => void;
  /** Takes the focus at once, as in a dialog of its own. */
  focused?: boolean;
  insert?: RefObject<Insert | null>;
  /** Where it says what is wrong with the text. */
  errorId?: string | undefined;
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
    const { label, html, operations, headings } = latest.current;
    const start = { label, html, operations, headings, toolbar: `#${toolbar}` };
    const editor = openEditor(container, start);
    latest.current.onReady?.(editor.read());
    const stop = editor.onEdit(() => latest.current.onChange(editor.read()));
    if (latest.current.focused !== false) editor.focusEnd();
    if (latest.current.insert) latest.current.insert.current = editor.insert;
    return () => {
      stop();
      editor.close();
    };
  }, [toolbar]);
  const { errorId } = props;
  useEffect(() => {
    const area = host.current?.querySelector('.ql-editor');
    if (errorId) area?.setAttribute('aria-describedby', errorId);
    else area?.removeAttribute('aria-describedby');
    area?.setAttribute('aria-invalid', String(errorId !== undefined));
  }, [errorId]);
  return (
    <div className="rich-editor">
      <Toolbar id={toolbar} headings={props.headings === true} />
      <div ref={host} />
    </div>
  );
}
