import { Button, Drawer, Text } from '@mantine/core';
import { useState } from 'react';
import type { KindSlug } from '../../../../domain/kinds/slugs.ts';
import { OUTCOME_LABELS } from '../../../../domain/notices/outcomes.ts';
import { formatDate } from '../../../../domain/text/format.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { useRead } from '../../../../web/query.ts';
import { MailContent } from '../../../mail/ui/mail-content.tsx';
import { getProjectLetters } from '../../contract.ts';
import classes from './letters.module.css';

/** The letters that told of the results of a proposal, each in a line until it is opened. */
export function LetterNotice({ project: { kind, id } }: { project: { kind: KindSlug; id: string } }) {
  const { data = [] } = useRead(getProjectLetters, { params: { kind, id } });
  const [open, setOpen] = useState<string | null>(null);
  if (data.length === 0) return null;
  const letter = data.find(l => l.at === open);
  return (
    <section aria-label="Carta de resultado" className="no-print">
      <ul className={classes.sent}>
        {data.map(({ at, outcome }) => {
          const what = `${OUTCOME_LABELS[outcome]}, ${formatDate(new Date(at))}`;
          return (
            <li key={at}>
              <Text size="sm">Carta de resultado: {what}</Text>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Ver la carta: ${what}`}
                onClick={() => setOpen(at)}
              >
                Ver la carta
              </Button>
            </li>
          );
        })}
      </ul>
      <Drawer
        opened={letter !== undefined}
        onClose={() => setOpen(null)}
        position="right"
        size="44rem"
        title="Carta de resultado"
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        {letter && <MailContent title={letter.subject} letter={letter} isPrintable />}
      </Drawer>
    </section>
  );
}
