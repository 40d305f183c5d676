import { IconArchive } from '@tabler/icons-react';
import { Pill } from './pill.tsx';

/** A project from before the application. */
export const HistoricPill = () => (
  <Pill icon={IconArchive} tone="quiet">
    Histórico
  </Pill>
);
