import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { MAIL_TEMPLATE_INFO, type MailTemplate } from '../../../domain/notices/mail-texts.ts';
import { formatInstant } from '../../../web/dates.ts';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { getMailTexts } from '../contract.ts';
import classes from './settings.module.css';

const MailTextDrawer = lazyPart(() => import('./mail-text-drawer.tsx'), 'MailTextDrawer');

/** Every mail that leaves, with the way to change what it says. */
export function MailTexts({ onSaved }: { onSaved: () => void }) {
  const { data, error, refetch } = useRead(getMailTexts, {});
  const [open, setOpen] = useState<MailTemplate | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="24rem" />;
  const stored = data.find(row => row.template === open);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        El próximo correo que se escriba usa el texto nuevo.
      </Text>
      <ul className={classes.texts}>
        {data.map(({ template, subject, updatedAt, updatedBy }) => {
          const { label, help } = MAIL_TEMPLATE_INFO[template];
          return (
            <li key={template}>
              <div>
                <Text fw={600}>
                  {label}{' '}
                  {updatedAt && (
                    <Badge variant="light" color="cyan" tt="none">
                      Texto propio
                    </Badge>
                  )}
                </Text>
                <Text size="sm">{help}</Text>
                <Text size="sm" c="dimmed">
                  Asunto: {subject}
                  {updatedAt && ` · ${updatedBy ?? 'El sistema'}, ${formatInstant(updatedAt)}`}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={`Editar el texto: ${label}`}
                onClick={() => setOpen(template)}
              >
                Editar
              </Button>
            </li>
          );
        })}
      </ul>
      {stored && (
        <Suspense>
          <MailTextDrawer
            key={stored.template}
            stored={stored}
            onClose={() => setOpen(null)}
            onSaved={() => {
              setOpen(null);
              onSaved();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
