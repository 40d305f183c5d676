import { IconFileImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { paths } from '../../../web/routing/paths.ts';
import { LinkButton } from '../../../web/ui/link.tsx';

/** The way from a catalogue to its import. */
export const ImportLink = ({ noun, children }: { noun: ImportNoun; children: ReactNode }) => (
  <LinkButton
    href={paths.importInto(noun)}
    variant="default"
    leftSection={<IconFileImport size={16} aria-hidden />}
  >
    {children}
  </LinkButton>
);
