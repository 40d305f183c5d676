import { Group, SegmentedControl, Title } from '@mantine/core';
import { useState } from 'react';
import classes from './mail.module.css';

interface Props {
  title: string;
  letter: { readonly html: string; readonly text: string };
}

/** A mail as it arrives, in both forms. */
export function MailContent({ title, letter: { html, text } }: Props) {
  const [form, setForm] = useState<'html' | 'text'>('html');
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h4">
          {title}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Forma del contenido"
          value={form}
          onChange={value => setForm(value as typeof form)}
          data={[
            { value: 'html', label: 'Con formato' },
            { value: 'text', label: 'Solo texto' },
          ]}
        />
      </Group>
      {form === 'html' ? (
        // Nothing in it can run, send or leave the frame; links open in a window of their own.
        <iframe
          className={classes.frame}
          title="Correo con formato"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        />
      ) : (
        <pre className={classes.text}>{text}</pre>
      )}
    </section>
  );
}
