import { Button, Skeleton } from '@mantine/core';
import { Suspense, useId, useRef } from 'react';
import { lazyPart } from '../../routing/lazy-page.ts';
import type { Insert } from '../../ui/rich-text/rich-editor.tsx';
import { FieldFrame } from '../field-frame.tsx';
import { type CommonProps, useField } from '../form.tsx';
import classes from './rich-text-field.module.css';

const RichEditor = lazyPart(() => import('../../ui/rich-text/rich-editor.tsx'), 'RichEditor');

interface Mark {
  /** What is put where the cursor stands: `{nombre}`. */
  text: string;
  help: string;
}

interface RichTextProps extends CommonProps {
  label: string;
  /** Offers headings. */
  headings?: boolean;
  /** Words to put in by a click, listed below the editor. */
  marks?: readonly Mark[];
  /** What they are: `Marcadores`. */
  marksTitle?: string;
}

/** Formatted text, edited in place; the value is HTML that the server cleans. */
export function RichTextField({ marks = [], marksTitle, headings, ...props }: RichTextProps) {
  const { value, onChange, input } = useField(props);
  const html = String(value ?? '');
  // The editor reads its text once: another one from outside makes a new editor.
  const shown = useRef({ html, key: 0 });
  if (shown.current.html !== html) shown.current = { html, key: shown.current.key + 1 };
  const insert = useRef<Insert>(null);
  const id = useId();
  return (
    <div>
      <FieldFrame input={input} errorProps={{ id: `${id}-error` }}>
        <Suspense fallback={<Skeleton h="13rem" />}>
          <RichEditor
            key={shown.current.key}
            label={props.label}
            html={html}
            headings={headings}
            focused={false}
            insert={insert}
            errorId={input.error ? `${id}-error` : undefined}
            onChange={edited => {
              shown.current.html = edited.html;
              onChange(edited.html);
            }}
          />
        </Suspense>
      </FieldFrame>
      {marks.length > 0 && (
        <section className={classes.marks} aria-label={marksTitle}>
          <p>{marksTitle}</p>
          <ul>
            {marks.map(({ text, help }) => (
              <li key={text}>
                <Button size="compact-sm" variant="default" onClick={() => insert.current?.(text)}>
                  {text}
                </Button>
                <span>{help}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
