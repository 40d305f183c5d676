import { Button, Group, SegmentedControl, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './mail.module.css';

interface Props {
  title: string;
  letter: { readonly html: string; readonly text: string };
  /** Offers to print it. */
  isPrintable?: boolean;
}

const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';
/** Still without scripts: the page around it may ask the frame to print. */
const PRINTABLE = `${SANDBOX} allow-same-origin allow-modals`;

/** A mail as it arrives, in both forms. */
export function MailContent({ title, letter: { html, text }, isPrintable = false }: Props) {
  const [form, setForm] = useState<'html' | 'text'>('html');
  const frame = useRef<HTMLIFrameElement>(null);
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
        {isPrintable && form === 'html' && (
          <Button size="xs" variant="default" onClick={() => frame.current?.contentWindow?.print()}>
            Imprimir
          </Button>
        )}
      </Group>
      {form === 'html' ? (
        // Nothing in it can run, send or leave the frame; links open in a window of their own.
        <iframe
          ref={frame}
          className={classes.frame}
          title="Correo con formato"
          sandbox={isPrintable ? PRINTABLE : SANDBOX}
          referrerPolicy="no-referrer"
          srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        />
      ) : (
        <pre className={classes.text}>{text}</pre>
      )}
    </section>
  );
}
